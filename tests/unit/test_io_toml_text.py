"""Values and lines of canonical TOML, as they are written."""

import tomllib

import pytest

from designer.io import toml_text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("a", '"a"'),
        ('a"b\\c', '"a\\"b\\\\c"'),
        ("a\nb\tc\rd\be\ff", '"a\\nb\\tc\\rd\\be\\ff"'),
        ("\x00\x1f\x7f\x9f", '"\\u0000\\u001f\\u007f\\u009f"'),
        ("\u2028\u2029\ufeff\u0085", '"\\u2028\\u2029\\ufeff\\u0085"'),
        ("ä☃", '"ä☃"'),
        (True, "true"),
        (False, "false"),
        (5, "5"),
        (5.0, "5.0"),
        ([1, "a", [True]], '[1, "a", [true]]'),
        ((), "[]"),
        ({"a": 1, "b c": None, "d e": 2}, '{a = 1, "d e" = 2}'),
        ({}, "{}"),
    ],
)
def test_a_value_stands_on_one_line(data, text: str):
    assert toml_text.value(data) == text


@pytest.mark.parametrize("data", [None, b"x", object(), {1, 2}])
def test_what_toml_cannot_hold(data):
    with pytest.raises(TypeError, match="TOML cannot hold"):
        toml_text.value(data)


@pytest.mark.parametrize(
    ("name", "text"), [("a-B_9", "a-B_9"), ("", '""'), ("a b", '"a b"'), ("ä", '"ä"')]
)
def test_a_key_is_quoted_where_it_must_be(name: str, text: str):
    assert toml_text.key(name) == text


def test_a_table_has_a_line_for_each_key_and_for_each_record_of_an_array():
    table = {"a": 1, "none": None, "few": [], "rows": [{"x": 1, "y": None}, {"x": 2}], "l": [1, 2]}
    lines = list(toml_text.block(table))
    assert lines == ["a = 1", "few = []", "rows = [", "  {x = 1},", "  {x = 2},", "]", "l = [1, 2]"]
    assert tomllib.loads("\n".join(lines)) == {
        "a": 1, "few": [], "rows": [{"x": 1}, {"x": 2}], "l": [1, 2]
    }  # fmt: skip


def test_a_comment_keeps_to_its_lines():
    assert list(toml_text.comment("a\n\nb\x07c\u2028d\te")) == ["# a", "#", "# b c d\te"]
