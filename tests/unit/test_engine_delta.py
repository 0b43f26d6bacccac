"""What differs of two values of a report is as large as the change, and leads to the other one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.delta import differing, json_of, patched, with_fields
from designer.engine.network_report import FabricReport, SwitchGroup, SwitchLoss
from designer.model.measured import Bound
from designer.model.record import Record

LONG = "520 leaves: one per rail and scalable unit, 8 rails and 65 units of 32 nodes"


def said(was: Record, now: Record) -> dict[str, object]:
    """Return what is sent, having seen that it leads to the other record."""
    data: dict[str, object] = json.loads(json_of(differing(was, now)))
    assert with_fields(was, data) == now
    return data


def group(name: str, *racks: str, gpus: float = 256.0) -> SwitchGroup:
    return SwitchGroup(switches=(f"{name}/1", f"{name}/2"), racks=racks, gpus=gpus)


GROUPS = tuple(group(f"s{n}", f"a{n}", f"b{n}", f"c{n}") for n in range(6))


def fabric(*losses: SwitchLoss, explanation: str = "") -> FabricReport:
    return FabricReport(id="f", switch_losses=losses, explanation=explanation)


def test_of_a_long_text_the_letters_that_differ_are_said() -> None:
    was, now = (fabric(explanation=text) for text in (LONG, LONG.replace("65", "66")))
    start = LONG.index("65") + 1
    assert said(was, now) == {"explanation": {"text": [start, "6", len(LONG) - start - 1]}}
    assert said(was, fabric(explanation="short")) == {"explanation": "short"}


def test_a_list_of_names_is_said_by_those_that_come() -> None:
    was = SwitchGroup(racks=("a", "b", "c", "d", "e"))
    assert said(was, SwitchGroup(racks=("a", "c", "cc", "d", "e"))) == {
        "racks": {"runs": [[0, 1], [2, 1], "cc", [3, 2]]}
    }
    assert said(was, SwitchGroup(racks=("x",))) == {"racks": ["x"]}
    assert said(was, SwitchGroup()) == {"racks": []}


def test_an_entry_that_comes_leaves_the_others_unsaid() -> None:
    was = SwitchLoss(tier="leaf", groups=GROUPS)
    new = group("new", "z")
    now = SwitchLoss(tier="leaf", groups=(*GROUPS[:3], new, *GROUPS[3:]))
    assert said(was, now)["groups"] == {
        "runs": [
            [0, 3],
            {"is": {"switches": ["new/1", "new/2"], "racks": ["z"], "gpus": 256.0}},
            [3, 3],
        ]
    }


def test_an_entry_that_changes_is_told_from_the_one_that_it_is_like() -> None:
    was = SwitchLoss(tier="leaf", groups=GROUPS)
    later = GROUPS[4].evolve(gpus=250.0)
    assert said(was, SwitchLoss(tier="leaf", groups=(*GROUPS[1:4], later)))["groups"] == {
        "runs": [[1, 3], [4, {"gpus": 250.0}]]
    }


def test_what_goes_from_one_entry_to_another_is_not_sent_again() -> None:
    was = fabric(
        SwitchLoss(tier="leaf", number=2, groups=GROUPS[:2]),
        SwitchLoss(tier="leaf", number=4, groups=GROUPS[2:]),
    )
    now = fabric(SwitchLoss(tier="leaf", number=6, groups=GROUPS))
    (one,) = said(was, now)["switch_losses"]["runs"]  # type: ignore[index]  # plain data
    assert one[1] == {"number": 6, "groups": {"among": [[0, 6]]}}


LOSSES = st.lists(
    st.builds(
        SwitchLoss,
        tier=st.sampled_from(("leaf", "spine")),
        number=st.integers(1, 3),
        islands=st.none() | st.integers(1, 2),
        groups=st.lists(st.sampled_from(GROUPS), max_size=4).map(tuple),
        bounds=st.lists(
            st.builds(Bound, name=st.sampled_from("ab"), low=st.sampled_from((0.0, 1.0))),
            max_size=2,
        ).map(tuple),
    ),
    max_size=5,
)


@given(LOSSES, LOSSES, st.sampled_from((LONG, LONG[:60], LONG[9:], "")))
def test_any_two_records_lead_from_one_to_the_other(
    first: list[SwitchLoss], second: list[SwitchLoss], text: str
) -> None:
    said(fabric(*first, explanation=LONG), fabric(*second, explanation=text))


@pytest.mark.parametrize(
    ("old", "data", "why"),
    [
        (("a", "b"), {"runs": [[1, 2]]}, "x: 1 to 3: there are 2"),
        (("a", "b"), {"runs": [[-1, 1]]}, "x: -1 to 0: there are 2"),
        (GROUPS, {"runs": [[6, {"gpus": 1}]]}, "x: there is no place 6: there are 6"),
        (GROUPS, {"at": [[-1, {"gpus": 1}]]}, "x: there is no place -1: there are 6"),
        ("abc", {"text": [2, "x", 2]}, "x: 2 and 2 letters: there are 3"),
        ("abc", {"text": [-1, "x", 2]}, "x: -1 and 2 letters: there are 3"),
    ],
)
def test_what_does_not_fit_is_refused(old: object, data: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        patched("x", old, data)
