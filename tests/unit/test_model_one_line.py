"""Text for files and sheets: no control characters, nothing else lost."""

import pytest

from designer.model.one_line import one_line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A01 · 40.8 kW", "A01 · 40.8 kW"),
        ("東京-01", "東京-01"),
        ("a\x00\x07\x1b[31mb", "a [31mb"),
        ("a\r\n\tb", "a b"),
        ("a\u2028b\u2029c", "a b c"),
        ("a\x85b", "a b"),
        ("abc\u202edef", "abc def"),
        ("a\ud800b", "a b"),
        ("a\ufffeb", "a b"),
        ("e\u0301 \u00a0x", "e\u0301 \u00a0x"),
        ("", ""),
    ],
)
def test_controls_become_one_space_and_letters_stay(text: str, said: str) -> None:
    assert one_line(text) == said
