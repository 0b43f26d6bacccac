"""TOML as plain data: integers of 64 bits, as the standard has them."""

import pytest

from designer.catalog.plain_toml import read_plain


@pytest.mark.parametrize("value", [2**63 - 1, -(2**63), 10**18, 0])
def test_what_fits_into_64_bits_is_read(value: int) -> None:
    assert read_plain(f"a = [{{b = {value}}}]") == {"a": [{"b": value}]}


@pytest.mark.parametrize("text", [f"{2**63}", f"{-(2**63) - 1}", "0x" + "f" * 9000])
def test_what_does_not_is_refused(text: str) -> None:
    for document in (f"a = {text}", f"[b]\nc = [1, {{d = {text}}}]"):
        with pytest.raises(ValueError, match="at most 64 bits"):
            read_plain(document)


def test_digits_in_text_are_text() -> None:
    assert read_plain(f'a = "{"9" * 400}"\nb = "0x"') == {"a": "9" * 400, "b": "0x"}
