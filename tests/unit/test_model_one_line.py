"""Text for files and sheets: no control characters, nothing else lost."""

import json

import pytest

from designer.model.one_line import one_line, shown_controls


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


def test_controls_are_seen_where_lines_are_kept():
    assert shown_controls("a\tb\r\nc\n") == "a\tb\r\nc\n"
    assert shown_controls("\x1b[1m\r\u202e\x07\x9b") == "\\u001b[1m\\u000d\\u202e\\u0007\\u009b"
    name = "r\x1b[31m \x9b \u202e"
    assert json.loads(shown_controls(json.dumps(name, ensure_ascii=False))) == name
