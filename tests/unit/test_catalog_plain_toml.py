"""TOML as plain data: no integer that Python reads but cannot write down."""

import pytest

from designer.catalog.plain_toml import DEEPEST, read_plain, too_deep
from designer.catalog.toml_keys import MOST_STEPS


@pytest.mark.parametrize("text", ["0", "-1", "0x7fffffffffffffff", "0o7", "0b1", "0x" + "f" * 3500])
def test_what_can_be_written_down_is_read(text: str) -> None:
    value = int(text, 0)
    assert read_plain(f"a = [{{b = {text}}}]") == {"a": [{"b": value}]}
    assert str(value)


@pytest.mark.parametrize(
    "text", ["0x" + "f" * 3501, "0b1" + "0" * 14_000, "0o" + "7" * 9000, "9" * 5000]
)
def test_what_cannot_is_refused_wherever_it_stands(text: str) -> None:
    for document in (f"a = {text}", f"[b]\nc = [1, {{d = {text}}}]"):
        with pytest.raises(ValueError, match="too many digits"):
            read_plain(document)


def test_too_deep_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        read_plain("a = " + "[" * 6000 + "]" * 6000)


def test_digits_in_text_are_text() -> None:
    assert read_plain(f'a = "{"9" * 5000}"\nb = "0x"') == {"a": "9" * 5000, "b": "0x"}


@pytest.mark.parametrize("steps", [DEEPEST, DEEPEST + 1, MOST_STEPS])
def test_a_key_of_many_steps_is_read_and_told_for_what_it_is(steps: int) -> None:
    data = read_plain(".".join(["a"] * steps) + " = {b = 1}")
    found = list(too_deep(data))
    assert len(found) == (steps > DEEPEST)
    for path, holder, step in found:
        holder[step] = ""
        assert (len(path), step) == (DEEPEST, "a")
    assert not list(too_deep(data))


def test_depths_within_lists_count() -> None:
    data = read_plain("a = " + "[" * (DEEPEST + 3) + "]" * (DEEPEST + 3))
    assert [len(path) for path, _, _ in too_deep(data)] == [DEEPEST]
    assert not list(too_deep("text"))
