"""What fabrics carry, with both bounds: read and signed, as text.

`python -m tests.helpers.signed_bisections` writes it anew; the difference is read before it is
committed. That the bounds hold is proven by brute force in `test_engine_bisection`.
"""

from tests.helpers.signed_bisections import FILE, told


def test_what_fabrics_carry_is_as_it_was_read_and_signed() -> None:
    assert told() == FILE.read_text(encoding="utf-8")
