"""What previews say of the checks, read and signed.

`python -m tests.helpers.signed_previews` writes it anew; the difference is read before it is
committed. That a preview agrees with the reports is proven in `test_engine_halls_edited`.
"""

from tests.helpers.signed_previews import FILE, told


def test_what_previews_say_is_as_it_was_read_and_signed() -> None:
    assert told() == FILE.read_text(encoding="utf-8")
