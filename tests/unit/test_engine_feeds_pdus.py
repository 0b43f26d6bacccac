"""Every rack PDU on its own: its rating holds for what is corded to it, not for its feed."""

import pytest

from designer.catalog.part import PduFigures
from designer.engine.evaluate import evaluate
from designer.engine.subjects.feeds.lines import each_pdu, lines_of
from designer.model.design import Cord, Design
from designer.model.figures import exact
from designer.wiring.power import expand_power
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_feeds import (
    CATALOG,
    design_of,
    keys,
    limit_of,
    message,
    nodes,
    pdus,
    rack_of,
)

TINY = parts.PDU.evolve(
    id="pdu-tiny", name="Tiny PDU",
    pdu=PduFigures(volts=230, amps=1, phases=1, standard="iec", outlets_c19=12),
)  # fmt: skip
MIDDLE = TINY.evolve(
    id="pdu-middle", name="Middle PDU",
    pdu=PduFigures(volts=230, amps=40, phases=1, standard="iec", outlets_c19=12),
)  # fmt: skip
RATED = CATALOG.overlay([TINY, MIDDLE])
MIDDLE_KW = 230 * 40 * 0.95 / 1000


def with_second_pdu(part: str, count: int = 4) -> Design:
    """Three feeds, and on A a second PDU, which comes first and takes half of A's supplies."""
    return design_of(*nodes(count), *pdus("ABC"), *(
        one.evolve(id="pdu-a2", part=part) for one in pdus("A")
    ))  # fmt: skip


def test_a_pdu_that_is_too_small_is_an_error_though_its_feed_has_room() -> None:
    """Four of 24 supplies hang on it: 4 / 24 of 40.8 kW; with B lost, 4 / 16."""
    report = evaluate(with_second_pdu(TINY.id), RATED)
    assert "P01:pdu:dgx-h100x4" in keys(report)
    told = message(report, "P01")
    assert "rack PDU 2 of 2 (Tiny PDU) on feed A carries 6.8 kW of its 0.2" in told
    lost = message(report, "P02")
    assert "leaves rack PDU 2 of 2 (Tiny PDU) on feed A 10.2 kW for its 0.2" in lost
    _, _, state, text = limit_of(report, "power")
    assert (state, "rack PDU 2 of 2 (Tiny PDU) on feed A" in text) == ("error", True)
    assert limit_of(report, "power-feed-lost")[2] == "error"


def test_a_pdu_may_be_too_small_only_after_a_loss() -> None:
    """6.8 kW of 8.74 kW normally, 10.2 kW after losing another feed."""
    assert 6.8 < MIDDLE_KW < 10.2
    report = evaluate(with_second_pdu(MIDDLE.id), RATED)
    assert "P01" not in {key.partition(":")[0] for key in keys(report)}
    assert limit_of(report, "power")[2] == "ok"
    assert "P02:dgx-h100x4" in keys(report)
    assert "rack PDU 2 of 2 (Middle PDU) on feed A 10.2 kW" in message(report, "P02")
    _, _, state, text = limit_of(report, "power-feed-lost")
    assert (state, "would carry 10.2 of 8.7" in text) == ("error", True)


def test_two_pdus_that_are_strong_enough_add_no_finding() -> None:
    report = evaluate(with_second_pdu(parts.PDU.id), RATED)
    assert not {key for key in keys(report) if key.startswith(("P01", "P02"))}
    assert [feed.id for feed in rack_of(report).feeds] == ["A", "B", "C"]


def test_supplies_cut_off_a_small_pdu_by_hand_relieve_it() -> None:
    """What counts is the wiring: all supplies of feed A by hand on the large PDU."""
    design = with_second_pdu(TINY.id, 1)
    assert "P01:pdu:dgx-h100x1" in keys(evaluate(design, RATED))
    cords = tuple(
        Cord(id=f"c{supply}", supply=f"n0:psu{supply}", outlet="pdu-0") for supply in (1, 4)
    )
    moved = design.evolve(cords=cords)
    assert not {key for key in keys(evaluate(moved, RATED)) if key.startswith(("P01", "P02"))}


@pytest.mark.parametrize("hidden", [TINY.id, parts.PDU.id])
def test_a_pdu_whose_rating_is_not_known_leaves_it_open(hidden: str) -> None:
    catalog = RATED.overlay([RATED.require(hidden).evolve(pdu=None)])
    report = evaluate(with_second_pdu(MIDDLE.id if hidden != TINY.id else TINY.id), catalog)
    assert {"P01:open:dgx-h100x4", "P02:dgx-h100x4", "P02:open:dgx-h100x4"} & keys(report)
    assert limit_of(report, "power")[2] in ("unknown", "error")


def test_a_pdu_with_devices_of_unknown_supplies_may_carry_none_or_all_of_them() -> None:
    design = design_of(*nodes(1, "uncounted"), *pdus("AAB"))
    wiring = expand_power(design, CATALOG).racks[0]
    lines = lines_of(wiring, lambda _: exact(9000, "W"))
    apart, belongs = each_pdu(wiring, lines)
    assert belongs == (0, 0, 1)
    assert [(load.low, load.high) for load in apart.loads()] == [(0, pytest.approx(9))] * 3
