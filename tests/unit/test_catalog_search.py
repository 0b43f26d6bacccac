"""What a search in the catalogue finds."""

import pytest

from designer.catalog.load import load_shipped


def ids(query: str, kinds: list | None = None) -> list[str]:
    return [part.id for part in load_shipped().search(query, kinds)]


def test_nothing_asked_finds_everything():
    assert len(ids("")) == len(load_shipped().parts)


def test_an_exact_id_comes_first():
    assert ids("sn2201")[0] == "sn2201"
    assert ids("h100")[0] == "dgx-h100"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("kind:node power<15 gpus>=8 vendor:nvidia u:8", ["dgx-h100", "dgx-h200"]),
        ("kind:node power<=6.5", ["dgx-a100"]),
        ("kind:rack-system", ["gb200-nvl72"]),
        ("kind:switch rate:800 u:4", ["q3400-ra"]),
        ("kind:cdu kw>1000", ["cdu-row"]),
        ("gpu:h200", ["dgx-h200"]),
        ("no such thing", []),
    ],
)
def test_tokens_and_words(query: str, found: list[str]):
    assert ids(query) == found


def test_unknown_figures_match_no_comparison():
    assert "rack-42u" not in ids("power<1000")
    assert "qm8790" not in ids("power>0")


def test_kinds_narrow_the_search():
    assert set(ids("", ["cdu", "crah"])) == {"cdu-row", "crah"}


def test_what_is_no_token_is_a_word():
    assert ids("colour:red") == []
    assert ids("power<much") == []


def test_all_words_must_occur():
    assert ids("qm9700 ndr") == ["qm9700"]
    assert ids("qm9700 ethernet") == []
