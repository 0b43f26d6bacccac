"""Which racks containment closes: those along an aisle that is drawn as contained."""

import random
from collections.abc import Iterator

import pytest

from designer.catalog.aisles import (
    NARROWEST_MM,
    WIDEST_AISLE_MM,
    Aisle,
    aisles,
    rack_size,
    uncontained,
)
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.model.aisle_widths import LONGEST_CLOSED_MM
from designer.model.design import Design, Rack, Room
from designer.planning.templates import build
from tests.helpers.crooked_halls import MOVES, moved
from tests.helpers.rows_on_floor import hall_of_four, lying, rows_of, two_rows


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def test_racks_at_a_mixed_aisle_stand_in_no_containment(catalog: Catalog) -> None:
    """Fronts facing rears across an aisle: nobody can contain it, whatever the room says."""
    every = {f"{row}{i}" for row in "ab" for i in range(3)}
    assert uncontained(two_rows(180, 0, containment="cold"), catalog) == set()
    assert uncontained(two_rows(0, 180, containment="hot"), catalog) == set()
    assert uncontained(two_rows(180, 180, containment="cold"), catalog) == every
    assert uncontained(two_rows(0, 0, containment="hot"), catalog) == every
    assert uncontained(two_rows(180, 0, containment="none"), catalog) == every


@pytest.mark.parametrize(
    ("upper", "lower", "gap_mm", "kind"),
    [(180, 0, WIDEST_AISLE_MM + 1, "cold"), (180, 0, NARROWEST_MM - 1, "cold"),
     (0, 180, 1200, "cold"), (180, 0, 1200, "hot")],
)  # fmt: skip
def test_a_row_at_no_aisle_that_is_closed_is_not_contained(
    catalog: Catalog, upper: int, lower: int, gap_mm: int, kind: str
) -> None:
    """The aisles that are drawn decide: none, or only one of the kind that stays open."""
    design = two_rows(upper, lower, gap_mm=gap_mm, containment=kind)
    assert uncontained(design, catalog) == {rack.id for rack in design.racks}


def test_a_rack_turned_within_its_row_leaves_the_containment_with_its_opposite(
    catalog: Catalog,
) -> None:
    """Its rear blows at the front of the rack that it faces."""
    design = two_rows(180, 0, containment="cold")
    racks = tuple(r.evolve(rotation=180) if r.id == "b1" else r for r in design.racks)
    assert uncontained(design.evolve(racks=racks), catalog) == {"a1", "b1"}


def test_upright_rows_leave_their_containment_alike(catalog: Catalog) -> None:
    def upright(left: int, right: int) -> Design:
        racks = tuple(
            Rack(id=f"{row}{i}", name="", part="rack-48u", row=row, rotation=turn,  # type: ignore[arg-type]  # angles by parameter
                 x_mm=x, y_mm=800 * i)
            for row, turn, x in (("a", left, 0), ("b", right, 2400)) for i in range(2)
        )  # fmt: skip
        return Design(racks=racks, room=Room(containment="cold"))

    assert uncontained(upright(90, 270), catalog) == set()
    assert uncontained(upright(90, 90), catalog) == {"a0", "a1", "b0", "b1"}


def sides(rack: Rack, catalog: Catalog, drawn: tuple[Aisle, ...]) -> Iterator[tuple[bool, Aisle]]:
    """Yield each aisle a rack stands at and whether its front is there, one rack by one aisle."""
    width, depth = rack_size(rack, catalog)
    x, y = (rack.x_mm, rack.x_mm + width), (rack.y_mm, rack.y_mm + depth)
    for aisle in drawn:
        if aisle.across != (rack.rotation in (0, 180)):
            continue
        ax, ay = (
            (aisle.x_mm, aisle.x_mm + aisle.width_mm),
            (aisle.y_mm, aisle.y_mm + aisle.depth_mm),
        )
        (mine, its), (along, its_along) = ((y, ay), (x, ax)) if aisle.across else ((x, ax), (y, ay))
        if min(along[1], its_along[1]) <= max(along[0], its_along[0]):
            continue
        front_is_low = rack.rotation in (0, 270)
        if abs(its[0] - mine[1]) < NARROWEST_MM:  # the aisle begins where the rack ends
            yield not front_is_low, aisle
        if abs(its[1] - mine[0]) < NARROWEST_MM:
            yield front_is_low, aisle


def bare_one_by_one(design: Design, catalog: Catalog) -> set[str]:
    """Return racks whose side no contained aisle covers, looked at millimetre by millimetre."""
    drawn, bare = aisles(design, catalog), set()
    for rack in design.racks:
        width, depth = rack_size(rack, catalog)
        start, end = (
            (rack.x_mm, rack.x_mm + width)
            if rack.rotation in (0, 180)
            else (rack.y_mm, rack.y_mm + depth)
        )
        along = set(range(start + 1, end - 1))
        open_, is_mixed = set(along), False
        for front, aisle in sides(rack, catalog, drawn):
            if front != (design.room.containment == "cold"):
                continue
            begin = aisle.x_mm if aisle.across else aisle.y_mm
            at = range(begin, begin + (aisle.width_mm if aisle.across else aisle.depth_mm))
            is_mixed = is_mixed or (aisle.kind == "mixed" and not along.isdisjoint(at))
            open_ -= set(at) if aisle.contained else set()
        if open_ or is_mixed:
            bare.add(rack.id)
    return bare


def apart(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    """Return whether boxes (left, top, right, bottom) share no floor."""
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def box_of(aisle: Aisle) -> tuple[int, int, int, int]:
    x, y = aisle.x_mm, aisle.y_mm
    return x, y, x + aisle.width_mm, y + aisle.depth_mm


def random_hall(dice: random.Random, turns: tuple[int, int], kind: str) -> Design:
    """Return rows of random facing, gap, length and shift; some racks turned or a little moved."""
    racks: list[Rack] = []
    at = 0
    for number in range(dice.randint(2, 4)):
        facing, shift = dice.choice(turns), 800 * dice.randint(-4, 4)
        named = dice.random() < 0.8
        for i in range(dice.randint(1, 9)):
            if dice.random() < 0.15:
                continue
            turn = dice.choice(turns) if dice.random() < 0.1 else facing
            aside = dice.choice([0, 0, 0, 299, 300, -150])
            along, across = shift + 800 * i, at + aside
            racks.append(
                Rack(
                    id=f"{number}-{i}", name="", part="rack-48u", rotation=turn,  # type: ignore[arg-type]  # angles by parameter
                    row=f"r{number}" if named else "",
                    x_mm=across if turns == (90, 270) else along,
                    y_mm=along if turns == (90, 270) else across,
                )
            )  # fmt: skip
        at += 1200 + dice.choice([299, 600, 900, 1200, 1800, 3000])
    return Design(racks=tuple(racks), room=Room.model_validate({"containment": kind}))


@pytest.mark.parametrize("turns", [(0, 180), (90, 270)])
def test_containment_is_what_looking_at_every_rack_and_aisle_finds(
    catalog: Catalog, turns: tuple[int, int]
) -> None:
    """No rack is contained unless contained aisles that are drawn cover its closed side."""
    dice = random.Random(20261122)
    found = closed = 0
    for _ in range(120):
        design = random_hall(dice, turns, dice.choice(["cold", "hot"]))
        expected = bare_one_by_one(design, catalog)
        assert uncontained(design, catalog) == expected
        found += len(expected)
        closed += len(design.racks) - len(expected)
    assert found > 100
    assert closed > 100


@pytest.mark.parametrize("turns", [(0, 180), (90, 270)])
def test_panels_go_no_further_than_they_reach_and_through_nothing(
    catalog: Catalog, turns: tuple[int, int]
) -> None:
    """Beside the aisles of the same hall without containment, which end where both rows do."""
    dice = random.Random(7)
    longer = 0
    for _ in range(120):
        design = random_hall(dice, turns, dice.choice(["cold", "hot"]))
        open_room = design.evolve(room=design.room.evolve(containment="none"))
        drawn, before = aisles(design, catalog), aisles(open_room, catalog)
        assert [(a.kind, a.number, a.clear_mm) for a in drawn] == [
            (a.kind, a.number, a.clear_mm) for a in before
        ]
        for index, (now, was) in enumerate(zip(drawn, before, strict=True)):
            new, old = box_of(now), box_of(was)
            if not now.contained:
                assert new == old
                continue
            assert all(
                0 <= b - a <= LONGEST_CLOSED_MM for a, b in zip(new[:2], old[:2], strict=True)
            )
            assert all(
                0 <= a - b <= LONGEST_CLOSED_MM for a, b in zip(new[2:], old[2:], strict=True)
            )
            others = [box_of(a) for n, a in enumerate(drawn) if n != index]
            added = (
                (new[0], new[1], old[0], old[3]),
                (old[2], old[1], new[2], new[3]),
                (old[0], new[1], old[2], old[1]),
                (old[0], old[3], old[2], new[3]),
            )
            for part in added:
                if part[0] < part[2] and part[1] < part[3]:
                    longer += 1
                    stand = [
                        (r.x_mm, r.y_mm, r.x_mm + w, r.y_mm + d)
                        for r in design.racks
                        for w, d in (rack_size(r, catalog),)
                    ]
                    assert all(apart(part, other) for other in (*others, *stand))
    assert longer > 30


def test_a_unit_along_the_wall_has_no_containment_to_lose(catalog: Catalog) -> None:
    design = two_rows(180, 180, containment="cold")
    unit = Rack(id="u", name="", part="crah", row="a", rotation=180, x_mm=2400, y_mm=0)
    bare = uncontained(design.evolve(racks=(*design.racks, unit)), catalog)
    assert "u" not in bare
    assert bare == {rack.id for rack in design.racks}


def test_a_rack_across_two_aisles_is_contained_by_none_if_one_is_mixed(catalog: Catalog) -> None:
    """Half of its front looks at fronts, half at a rear."""
    design = hall_of_four(catalog, C0=(6800, 7800), D8=(12000, 7800), D9=(12000, 10200))
    assert {"C8", "C9"} <= uncontained(design, catalog)
    assert "C7" not in uncontained(design, catalog)


def contained(*rows: tuple[str, int, int, int, int]) -> Design:
    return rows_of(*rows).evolve(room=Room(containment="cold"))


@pytest.mark.parametrize(
    ("longer", "ends", "bare"),
    [(4, 3200, set()), (8, 6400, set()), (9, 6800, {"a8"}), (12, 6800, {"a8", "a9", "a10", "a11"})],
)  # fmt: skip
def test_panels_close_an_aisle_past_the_shorter_row_as_far_as_they_reach(
    catalog: Catalog, longer: int, ends: int, bare: set[str]
) -> None:
    """Four racks opposite are 3.2 m; panels close 3.6 m more, which is no whole rack."""
    design = contained(("a", 180, 0, 0, longer), ("b", 0, 0, 2400, 4))
    assert lying(design, catalog) == [("cold", 0, 1200, ends, 2400)]
    assert uncontained(design, catalog) == bare
    mirrored = contained(("a", 180, 0, 0, 4), ("b", 0, 0, 2400, longer))
    assert lying(mirrored, catalog) == [("cold", 0, 1200, ends, 2400)]


def test_panels_close_both_ends_of_an_aisle(catalog: Catalog) -> None:
    design = contained(("a", 180, 0, 0, 4), ("b", 0, 1600, 2400, 4))
    assert lying(design, catalog) == [("cold", 0, 1200, 4800, 2400)]
    assert uncontained(design, catalog) == set()
    open_room = design.evolve(room=Room())
    assert lying(open_room, catalog) == [("cold", 1600, 1200, 3200, 2400)]
    hot = design.evolve(room=Room(containment="hot"))
    assert lying(hot, catalog) == [("cold", 1600, 1200, 3200, 2400)]


def test_what_stands_past_the_end_of_a_row_ends_the_containment(catalog: Catalog) -> None:
    """Half a metre into the aisle, from 4.8 m on: a rack of another row, or a cooling unit."""
    design = contained(("a", 180, 0, 0, 10), ("b", 0, 0, 2400, 4))
    across = Rack(id="x", name="", part="rack-48u", row="x", rotation=90, x_mm=4800, y_mm=1900)
    for other in (across, across.evolve(part="crah", row="")):
        blocked = design.evolve(racks=(*design.racks, other))
        assert lying(blocked, catalog)[0] == ("cold", 0, 1200, 4800, 2400)
        assert uncontained(blocked, catalog) - {"x"} == {"a6", "a7", "a8", "a9"}


@pytest.mark.parametrize(
    ("second", "ends", "begins"),
    [(8000, 5600, 5600), (8001, 5600, 5601), (10400, 6800, 6800), (10401, 6800, 6801)],
)
def test_two_aisles_along_one_row_share_the_space_between(
    catalog: Catalog, second: int, ends: int, begins: int
) -> None:
    """Between rows b and c lie 4.8 m or 7.2 m, and a millimetre that has no middle."""
    rows = (("a", 180, 0, 0, 18), ("b", 0, 0, 2400, 4), ("c", 0, second, 2400, 4))
    first, last = ("cold", 0, 1200, ends, 2400), ("cold", begins, 1200)
    for order in (rows, rows[::-1]):
        design = contained(*order)
        assert lying(design, catalog)[0] == first
        assert lying(design, catalog)[1][:3] == last
        assert uncontained(design, catalog) == set()


def test_an_aisle_goes_on_to_where_panels_of_the_next_one_end(catalog: Catalog) -> None:
    """Row a ends 0.8 m past row b, before the middle; row c goes back to 4.2 m along the rest."""
    rows = (("a", 180, 0, 0, 6), ("b", 0, 0, 2400, 5))
    design = contained(*rows, ("c", 0, 4200, 2900, 9), ("d", 180, 7200, 100, 5))
    expected = [("cold", 0, 1200, 4800, 2400), ("cold", 4800, 1300, 11400, 2900)]
    assert lying(design, catalog) == expected
    mirrored = moved(design, catalog, MOVES["mirrored"])
    assert [(left, right) for _, left, _, right, _ in lying(mirrored, catalog)] == [
        (60_000 - right, 60_000 - left) for _, left, _, right, _ in expected
    ]


def test_containment_ends_at_a_mixed_aisle_along_the_same_row(catalog: Catalog) -> None:
    """Row c turns its rears to row a, from 4.8 m on."""
    design = contained(("a", 180, 0, 0, 10), ("b", 0, 0, 2400, 4), ("c", 180, 4800, 2400, 4))
    assert lying(design, catalog) == [
        ("cold", 0, 1200, 4800, 2400), ("mixed", 4800, 1200, 8000, 2400)
    ]  # fmt: skip
    assert uncontained(design, catalog) == {
        *(f"a{n}" for n in range(6, 10)), *(f"c{n}" for n in range(4))
    }  # fmt: skip


@pytest.mark.parametrize(("beyond", "bare"), [(1, False), (2, True)])
def test_a_rack_may_reach_a_millimetre_past_the_end_of_its_aisle(
    catalog: Catalog, beyond: int, *, bare: bool
) -> None:
    design = contained(("a", 180, 0, 0, 9), ("b", 0, 0, 2400, 5))
    aside = tuple(
        rack.evolve(x_mm=4000 + LONGEST_CLOSED_MM - 800 + beyond) if rack.id == "a8" else rack
        for rack in design.racks
    )
    assert uncontained(design.evolve(racks=aside), catalog) == ({"a8"} if bare else set())


def test_a_row_whose_opposite_racks_are_removed_stands_at_an_open_hall() -> None:
    """4 SU with air, two nodes a rack: of row E, what panels do not reach from E10 is bare."""
    catalog = load_shipped()
    design = build(
        "dgx-superpod-h100",
        {"scalable_units": "4", "cooling": "air", "nodes_per_rack": "2"}, catalog,
    )  # fmt: skip
    gone = {f"F{n:02d}" for n in range(1, 10)}
    left = design.evolve(racks=tuple(r for r in design.racks if r.name not in gone))
    assert uncontained(design, catalog) == set()
    assert uncontained(left, catalog) == {f"E{n:02d}" for n in range(1, 6)}


@pytest.mark.parametrize(
    "parameters",
    [
        {"scalable_units": units, "cooling": cooling, "nodes_per_rack": nodes}
        for units in ("1", "2", "4", "16", "64", "128")
        for cooling in ("rear-door", "air")
        for nodes in ("2", "4")
    ],
    ids=lambda given: "-".join(given.values()),
)
def test_every_rack_of_a_reference_design_is_contained(
    catalog: Catalog, parameters: dict[str, str]
) -> None:
    assert uncontained(build("dgx-superpod-h100", parameters, catalog), catalog) == set()
