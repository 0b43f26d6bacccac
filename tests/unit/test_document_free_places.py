"""Which free place a new member takes, held against a look at each; where copies may stand."""

from random import Random

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.edits.copy_places import CopyPlace, FloorInView, _Search
from designer.document.free_places import Filled, FreePlaces, Thing, Where, spot_of
from designer.model.design import Design, KeptPlace
from designer.planning.templates import build


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def hall(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)


def looked_for(
    it: Thing, records: dict[Where, KeptPlace], filled: Filled, *, by_part: bool
) -> Where | None:
    """The rule in plain words, over every free place: its own, where it stands, its rack, any."""
    found = []
    for where, place in records.items():
        if where == it.where or where in filled.get(it.key, ()):
            near = 0
        elif spot_of(place) == spot_of(it):
            near = 1 if it.half_u else 2
        else:
            near = 2 if place.rack == it.rack else 3
        if not by_part or near <= 1 or place.part == it.part:
            found.append((near, where.rank, where))
    return min(found)[2] if found else None


@pytest.mark.parametrize("by_part", [True, False])
def test_a_place_is_found_as_by_a_look_at_each(by_part: bool) -> None:
    draw, filled = Random(4), Filled()
    free = FreePlaces(filled, by_part=by_part)
    records: dict[Where, KeptPlace] = {}
    taken: dict[str, int] = {}
    for number in range(3_000):
        rack, part = f"R{draw.randrange(6)}", draw.choice("ab")
        half_u, kind = draw.choice((0, 2, 4, 6)), draw.random()
        if kind < 0.5:
            where = Where(rack, f"d{draw.randrange(40)}", draw.choice((0, 0, number)))
            record = KeptPlace(id=f"p{number}", rack=rack, part=part, half_u=half_u)
            free.add(where, record)
            records[where] = record
            continue
        name = f"d{draw.randrange(40)}"
        it = Thing(f"{rack}/{name}", name, rack, part, "", half_u, "front", "", "", "")
        found = free.find(it)
        assert found == looked_for(it, records, filled, by_part=by_part)
        if found is None:
            continue
        taken[rack] = taken.get(rack, 0) + 1
        free.note(it, found)
        free.discard(found)
        del records[found]
    assert len(taken) == 6
    assert min(taken.values()) > 50


@pytest.mark.parametrize("turn", [True, False])
@pytest.mark.parametrize("view", [None, (5_000, 3_000, 15_000, 12_000)])
def test_places_for_copies_come_nearest_first_and_those_in_view_before(
    hall: Design, catalog: Catalog, turn: bool, view: tuple[int, int, int, int] | None
) -> None:
    seen = None if view is None else FloorInView(view, ((6_000, 3_000, 8_000, 5_000),))
    search = _Search(hall, catalog, hall.racks[:3], seen)

    def rank(place: CopyPlace) -> tuple[bool, int, bool, bool, bool]:
        across = place.dy_mm if search._upright else place.dx_mm
        away = place.dx_mm**2 + place.dy_mm**2
        backwards = place.dx_mm < 0 or place.dy_mm < 0
        return not search.is_seen(place), away, across != 0, backwards, place.turned

    places = list(search.places(turn=turn))
    ranks = [rank(place) for place in places]
    assert ranks == sorted(ranks)
    assert len(set(places)) == len(places) > 200
    assert CopyPlace(0, 0) not in places
    assert any(place.turned for place in places) == turn
    if view is not None:
        assert {shown for shown, *_ in ranks} == {True, False}
    straight = list(search.places(turn=turn, straight=True))
    upright = [place for place in places if not (
        place.dx_mm if search._upright else place.dy_mm)]  # fmt: skip
    assert straight == upright
