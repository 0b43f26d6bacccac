"""What a patch of a report holds, entry by entry, and what reading it makes of the last report."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.limit_report import Limit
from designer.engine.patch import Place, apply_patch, places, report_patch, runs
from designer.engine.report import Check, RackReport, Report, Settle, Totals
from designer.engine.row_report import RowReport
from designer.model.figures import exact, missing
from designer.model.measured import fields_of
from designer.model.record import copies

RACKS = ("a", "b", "c", "e", "f")


def rack(rack_id: str, kw: float | None = 1.0) -> RackReport:
    figure = missing("gone.power_max_w", "kW") if kw is None else exact(kw, "kW")
    return RackReport(id=rack_id, name=rack_id, **fields_of({"power_max_kw": figure}))


def finding(key: str, *where: str, severity: str = "error", message: str = "too much") -> Check:
    rule = key.partition(":")[0]
    return Check(rule=rule, severity=severity, message=message, key=key, where=where)  # type: ignore[arg-type]  # a word of a report


def report_of(*checks: Check, racks: Sequence[str] = RACKS) -> Report:
    return Report(racks=tuple(rack(key) for key in racks), checks=checks)


def findings_patch(before: Report, after: Report) -> dict[str, list[object]]:
    """Return what the patch says of findings, having seen that it leads to the other report."""
    patch = report_patch(before, after)
    assert apply_patch(before, patch.data()) == after
    return patch.data()["checks"]


# Places as runs of racks.


@pytest.mark.parametrize(
    ("where", "written"),
    [
        ((), []),
        (("a",), [[0, 1]]),
        (("f",), [[4, 1]]),
        (("a", "b", "c", "e", "f"), [[0, 5]]),
        (("a", "b", "e", "f"), [[0, 2], [3, 2]]),
        (("a", "c", "f"), [[0, 1], [2, 1], [4, 1]]),
        # What is no rack stands by its id, and ends the run even where it lies between neighbours.
        (("c", "d", "e"), [[2, 1], "d", [3, 1]]),
        (("0", "a", "b"), ["0", [0, 2]]),
        (("f", "g"), [[4, 1], "g"]),
        (("d", "dd"), ["d", "dd"]),
    ],
)
def test_places_are_written_as_runs_of_neighbouring_racks(
    where: Sequence[str], written: list[Place]
) -> None:
    assert runs(where, RACKS) == written
    assert places(written, RACKS) == set(where)


def test_without_racks_every_place_stands_by_its_id() -> None:
    assert runs(("a", "b"), ()) == ["a", "b"]


def test_what_stands_at_its_default_is_not_sent() -> None:
    """Ten things that would settle something are as many lines, not as many whole records."""
    settle = tuple(
        Settle(ref=f"p{n}.power_max_w", what="its power", verdicts=n) for n in range(1, 11)
    )
    before, after = report_of(), report_of().evolve(settle=settle)
    patch = report_patch(before, after)
    assert apply_patch(before, patch.data()) == after
    assert patch.data()["settle"][0].keys() == {"ref", "what", "verdicts"}


def settling(*verdicts: int) -> Report:
    return report_of().evolve(
        settle=tuple(
            Settle(ref=f"p{at}.power_max_w", what="its power", verdicts=number)
            for at, number in enumerate(verdicts)
        )
    )


@pytest.mark.parametrize(
    ("after", "written"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 9), {"at": [[7, {"verdicts": 9}]]}),
        ((9, 2, 3, 4, 9, 6, 7, 8), {"at": [[0, {"verdicts": 9}], [4, {"verdicts": 9}]]}),
        # Of a short one however many: words that stay are not sent again.
        (
            (9, 2, 8, 7, 9, 6, 6, 6),
            {
                "at": [
                    [at, {"verdicts": n}]
                    for at, n in ((0, 9), (2, 8), (3, 7), (4, 9), (6, 6), (7, 6))
                ]
            },
        ),
    ],
)
def test_of_a_list_only_the_few_places_that_differ_are_said(
    after: Sequence[int], written: dict[str, object]
) -> None:
    before, now = settling(1, 2, 3, 4, 5, 6, 7, 8), settling(*after)
    patch = report_patch(before, now)
    assert patch.data()["settle"] == written
    changed = apply_patch(before, patch.data())
    assert changed == now
    assert changed.settle[1] is before.settle[1]


@pytest.mark.parametrize(
    ("after", "written"),
    [
        ((1, 2, 3, 4, 5, 6, 7), {"runs": [[0, 7]]}),
        ((1, 2, 3), {"runs": [[0, 3]]}),
        ((), []),
    ],
)
def test_a_list_that_becomes_shorter_is_said_by_what_stays(
    after: Sequence[int], written: object
) -> None:
    before, now = settling(*range(1, 9)), settling(*after)
    patch = report_patch(before, now)
    assert patch.data()["settle"] == written
    assert apply_patch(before, patch.data()) == now


@pytest.mark.parametrize("at", [-1, 2])
def test_a_place_outside_its_list_is_refused(at: int) -> None:
    with pytest.raises(ValueError, match=f"settle: there is no place {at}: there are 2"):
        apply_patch(settling(1, 2), {"settle": {"at": [[at, {"verdicts": 3}]]}})


@given(st.sets(st.sampled_from("abcdefghijkl")), st.sets(st.sampled_from("bcdefghik")))
def test_places_are_read_as_they_were_written(where: set[str], racks: set[str]) -> None:
    standing = sorted(racks)
    written = runs(sorted(where), standing)
    assert places(written, standing) == where
    found = [entry for entry in written if isinstance(entry, list)]
    assert all(count >= 1 for _, count in found)
    assert sum(count for _, count in found) == len(where & racks)


@pytest.mark.parametrize("run", [[-1, 1], [0, -1], [0, 6], [5, 1], [4, 2]])
def test_a_run_outside_the_racks_is_refused(run: list[int]) -> None:
    with pytest.raises(ValueError, match=f"racks {run[0]} to {sum(run)}: there are 5"):
        places([run], RACKS)


@pytest.mark.parametrize(
    ("run", "read"), [([0, 0], set()), ([5, 0], set()), ([4, 1], {"f"}), ([0, 5], set(RACKS))]
)
def test_a_run_at_the_end_of_the_racks_is_read(run: list[int], read: set[str]) -> None:
    assert places([run], RACKS) == read


# Findings.


def test_a_finding_that_comes_is_put_with_its_places_as_runs() -> None:
    said = findings_patch(report_of(), report_of(finding("P01:x", "a", "b", "room")))
    assert said == {
        "put": [
            {"rule": "P01", "severity": "error", "message": "too much", "key": "P01:x",
             "where": [[0, 2], "room"]},
        ],
        "change": [], "drop": [],
    }  # fmt: skip


def test_a_finding_that_goes_is_dropped_by_its_key() -> None:
    before = report_of(finding("P01:x", "a"), finding("P02:y"))
    said = findings_patch(before, report_of(finding("P02:y")))
    assert said == {"put": [], "change": [], "drop": ["P01:x"]}


def test_of_a_finding_that_stays_only_what_differs_is_said() -> None:
    before = report_of(finding("P01:x", "a", "b", "c"))
    worded = report_of(finding("P01:x", "a", "b", "c", message="by far"))
    moved = report_of(finding("P01:x", "b", "c", "e", "f"))
    assert findings_patch(before, worded)["change"] == [{"key": "P01:x", "message": "by far"}]
    assert findings_patch(before, moved) == {
        "put": [], "change": [{"key": "P01:x", "put": [[3, 2]], "drop": [[0, 1]]}], "drop": [],
    }  # fmt: skip


def test_a_finding_whose_places_only_come_or_only_go_keeps_the_others() -> None:
    one, two = report_of(finding("P01:x", "b")), report_of(finding("P01:x", "b", "f"))
    assert findings_patch(one, two)["change"] == [{"key": "P01:x", "put": [[4, 1]], "drop": []}]
    assert findings_patch(two, one)["change"] == [{"key": "P01:x", "put": [], "drop": [[4, 1]]}]


def test_a_finding_that_becomes_graver_moves_to_its_place_among_the_others() -> None:
    before = report_of(finding("P02:y"), finding("P01:x", severity="warning"))
    after = report_of(finding("P01:x"), finding("P02:y"))
    assert findings_patch(before, after)["change"] == [{"key": "P01:x", "severity": "error"}]


def test_runs_count_the_racks_that_stand_after_the_change() -> None:
    """A rack that comes moves all that are behind it."""
    before = report_of(finding("P01:x", "b", "f"))
    after = report_of(finding("P01:x", "b", "e", "f"), racks=("a", "aa", *RACKS[1:]))
    assert findings_patch(before, after)["change"] == [
        {"key": "P01:x", "put": [[4, 1]], "drop": []}
    ]


def test_a_finding_at_a_rack_that_is_gone_loses_it_by_its_id() -> None:
    before = report_of(finding("P01:x", "b", "c"))
    after = report_of(finding("P01:x", "c"), racks=("a", "c", "e", "f"))
    assert findings_patch(before, after)["change"] == [{"key": "P01:x", "put": [], "drop": ["b"]}]


def test_a_change_of_a_finding_that_was_not_there_is_refused() -> None:
    changed = {"checks": {"put": [], "change": [{"key": "P09:z", "message": "m"}], "drop": []}}
    with pytest.raises(ValueError, match="the finding 'P09:z' was not there"):
        apply_patch(report_of(finding("P01:x")), changed)


# Tables and single records.


@pytest.mark.parametrize(
    ("was", "now", "put", "change", "drop"),
    [
        ("abc", "abc", "", "", ""),
        ("abc", "aBc", "", "b", ""),
        ("abc", "ABC", "", "abc", ""),
        ("abc", "abcd", "d", "", ""),
        ("bcd", "abcd", "a", "", ""),
        ("abd", "abcd", "c", "", ""),
        ("abcd", "acd", "", "", "b"),
        ("abcd", "", "", "", "abcd"),
        ("", "ab", "ab", "", ""),
        # One goes and one comes, so that the table stays as long.
        ("abd", "abe", "e", "", "d"),
        ("bcd", "acD", "a", "d", "b"),
        ("abcd", "aBd", "", "b", "c"),
    ],
)
def test_a_table_says_what_is_put_and_what_is_dropped(
    was: str, now: str, put: str, change: str, drop: str
) -> None:
    """A letter is a rack; written large it draws more."""

    def table(letters: str) -> Report:
        return Report(racks=tuple(rack(one.lower(), 1.0 + one.isupper()) for one in letters))

    before, after = table(was), table(now)
    patch = report_patch(before, after)
    racks = patch.data().get("racks", {"put": [], "change": [], "drop": []})
    assert [r["id"] for r in racks["put"]] == list(put)
    assert racks["change"] == [
        {"id": one, "power_max_kw": 1.0 + (one.upper() in now)} for one in change
    ]
    assert racks["drop"] == list(drop)
    result = apply_patch(before, patch.data())
    assert result == after
    stays = set(was) & set(now)
    assert {r.id for r in result.racks if any(r is old for old in before.racks)} == stays


def test_a_value_goes_back_to_unknown() -> None:
    before, after = Report(racks=(rack("a", 2.0),)), Report(racks=(rack("a", None),))
    assert apply_patch(before, report_patch(before, after).data()).racks[0].power_max_kw is None
    known, unknown = (Report(totals=Totals(racks=3, power_max_kw=kw)) for kw in (5.0, None))
    patch = report_patch(known, unknown)
    assert patch.data() == {"totals": {"power_max_kw": None}}
    assert apply_patch(known, patch.data()) == unknown


def test_what_is_the_same_is_not_in_a_patch() -> None:
    rows = (RowReport(id="r", power_max_kw=1.0),)
    report = report_of(finding("P01:x", "a")).evolve(rows=rows, design="d")
    alike = report_of(finding("P01:x", "a")).evolve(rows=rows, design="d")
    assert report_patch(report, alike).data() == {}
    assert report_patch(report, report.evolve(design="e")).data() == {"design": "e"}
    assert apply_patch(report, {}) == report


def test_a_patch_from_nothing_holds_all_that_is_no_default() -> None:
    report = report_of(finding("P01:x", "a"))
    patch = report_patch(None, report)
    assert set(patch.data()) == {"racks", "checks"}
    assert apply_patch(None, patch.data()) == report


MANY = "abcdefghijklmnopqrst"


def many(letters: str, kw: float | None = 1.0) -> tuple[RackReport, ...]:
    return tuple(rack(one, kw) for one in letters)


def test_of_many_racks_each_look_is_said_once_and_shared() -> None:
    """Copies of an assembly would fill the pipe, and most of the memory that a report takes."""
    racks = (*many(MANY[:12]), *many(MANY[12:], None))
    patch = report_patch(None, Report(racks=racks)).data()
    assert patch["racks"]["put"] == []
    assert [[one[0] for one in who] for _, who in patch["racks"]["like"]] == [
        list(MANY[:12]), list(MANY[12:])
    ]  # fmt: skip
    made = apply_patch(None, patch)
    assert made.racks == racks
    assert len({id(one.bounds[0]) for one in made.racks[12:]}) == 1
    one, other = made.racks[3], racks[3]
    assert (hash(one), repr(one), one.evolve(name="x")) == (
        hash(other), repr(other), other.evolve(name="x")
    )  # fmt: skip
    assert one.model_dump() == other.model_dump()
    assert one.model_copy() == one


def test_many_racks_that_change_alike_are_said_by_their_places() -> None:
    before = Report(racks=many(MANY))
    renamed = rack("s", 5.0).evolve(name="other")
    after = Report(racks=(*many(MANY[:9], 5.0), *many(MANY[9:18]), renamed, *many("t", 5.0)))
    patch = report_patch(before, after).data()
    assert patch["racks"]["alike"] == [[{"power_max_kw": 5.0}, [[0, 9], [19, 1]]]]
    assert patch["racks"]["like"] == [[{"power_max_kw": 5.0}, [["s", "other", ""]]]]
    result = apply_patch(before, patch)
    assert result == after
    assert result.racks[9:18] == before.racks[9:18]
    assert all(new is old for new, old in zip(result.racks[9:18], before.racks[9:18], strict=True))


def test_many_racks_come_and_go_in_the_order_of_the_table() -> None:
    before = Report(racks=(*many("bdf"), rack("z")))
    after = Report(racks=many(MANY))
    patch = report_patch(before, after).data()
    assert patch["racks"]["drop"] == ["z"]
    assert apply_patch(before, patch) == after


@pytest.mark.parametrize("who", [["a", "b"], ["a", "b", 3]])
def test_a_look_of_nobody_is_refused(who: list[object]) -> None:
    with pytest.raises(ValueError, match="is nobody's name"):
        apply_patch(
            Report(racks=many("abcd")), {"racks": {"put": [], "like": [[{}, [who]]], "drop": []}}
        )


@pytest.mark.parametrize(
    ("who", "why"),
    [([3, 2], "racks: 3 to 5: there are 4"), ([-1, 1], "racks: -1 to 0: there are 4")],
)
def test_a_change_of_racks_outside_the_table_is_refused(who: list[int], why: str) -> None:
    said = {"put": [], "alike": [[{"name": "x"}, [who]]], "drop": []}
    with pytest.raises(ValueError, match=why):
        apply_patch(Report(racks=many("abcd")), {"racks": said})


def test_racks_of_a_look_hold_what_changes_together() -> None:
    """Two looks differ in the same: it is said once, and read once for each of the looks."""
    two = (*many(MANY[:12]), *(one.evolve(u_used=4.0) for one in many(MANY[12:])))
    before = apply_patch(None, report_patch(None, Report(racks=two)).data())
    limits = (Limit(name="power", label="Power", group="power"),)
    first, other = (before.racks[at].evolve(limits=limits) for at in (0, 12))
    after = before.evolve(racks=(*alike(first, MANY[:12]), *alike(other, MANY[12:])))
    said = report_patch(before, after).data()["racks"]
    assert [len(one) for one in said["alike"]] == [3]
    result = apply_patch(before, report_patch(before, after).data())
    assert result == after
    assert len({id(one.limits) for one in result.racks}) == 2


def alike(pattern: RackReport, letters: str) -> Iterator[RackReport]:
    return copies(pattern, ("id", "name"), ((one, one) for one in letters))


def test_a_change_of_a_rack_that_was_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="racks: 'x' was not there"):
        apply_patch(
            Report(racks=many("abcd")),
            {"racks": {"put": [], "change": [{"id": "x", "name": "y"}], "drop": []}},
        )


def test_a_report_is_sent_by_looks_however_many_racks_stand() -> None:
    """What the window reads when a design is opened grows with names, not with racks' figures."""
    few, more = (
        len(report_patch(None, Report(racks=racks)).json())
        for racks in (many(MANY), tuple(rack(f"{n:04d}", None) for n in range(2_000)))
    )
    assert more < few + 2_000 * 24


@pytest.mark.parametrize("racks", [["a"], [3], [{"id": "a", "limits": 5}], {"a": 1}])
def test_racks_that_are_none_are_refused(racks: object) -> None:
    with pytest.raises(ValueError, match="validation error"):
        apply_patch(None, {"racks": {"put": racks, "drop": []}})
