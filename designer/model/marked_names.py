"""Places of names in a text that is kept while the names may change.

What the wiring says of a record is computed once for many racks, and kept while what is connected
stays the same; a name is no part of that. So a reason marks each record by its id, and whoever
tells the reason puts in what people call the record then.
"""

import re
from collections.abc import Callable
from typing import Final

_BEGIN, _END = "\ue000", "\ue001"
"""Characters of the private use area: no keyboard has them."""
_MARKED: Final = re.compile(f"{_BEGIN}([^{_END}]*){_END}")


def marked(ref: str) -> str:
    """Return the place of a record's name in a text, by its id."""
    return f"{_BEGIN}{ref}{_END}"


def with_names(text: str, name_of: Callable[[str], str]) -> str:
    """Return a text with what people call the records that it marks."""
    return _MARKED.sub(lambda found: name_of(found[1]), text) if _BEGIN in text else text
