"""A design after an edit, as a document makes it: places of fabrics that it does not touch stay."""

from collections.abc import Callable

from designer.document import kept_places
from designer.document.members import Members
from designer.model.design import Design
from designer.model.layout import Layout


def made(design: Design, edit: Callable[[Design], Design]) -> Design:
    """Return what an edit makes of a design."""
    return kept_places.made(Members(Layout(design)), edit)
