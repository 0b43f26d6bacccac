"""What an evaluator keeps of cables from edit to edit says what one says that has kept nothing."""

from collections.abc import Iterator

import numpy as np

from designer.catalog.load import load_shipped
from designer.engine.assumptions import assumptions_of
from designer.engine.evaluate import Evaluator
from designer.engine.optics import Modules, RackOptics, Span
from designer.model.design import Design, PriceOverride, Tray
from designer.model.figures import exact
from designer.planning.templates import build
from designer.wiring.cable_places import PLACED, rack_places

SHIPPED = load_shipped()


def pod() -> Design:
    trays = (
        Tray(id="a", name="Near", corners=((3000, 1500), (9000, 1500))),
        Tray(id="b", name="Up", corners=((9000, 1500), (9000, 6000))),
    )
    plain = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    return plain.evolve(trays=trays)


def with_rack(design: Design, at: int, **fields: object) -> Design:
    racks = list(design.racks)
    racks[at] = racks[at].evolve(**fields)
    return design.evolve(racks=tuple(racks))


def edits(design: Design) -> Iterator[tuple[str, Design]]:
    """Yield what is done, and a design with it, each from the one before."""
    leaf = next(at for at, rack in enumerate(design.racks) if not rack.assembly.startswith("dgx"))
    for number, at in enumerate((0, leaf, len(design.racks) - 1)):
        rack = design.racks[at]
        design = with_rack(design, at, x_mm=rack.x_mm + 7000 * (number + 1))
        yield f"{rack.id} moved", design
        yield f"{rack.id} back", with_rack(design, at, x_mm=rack.x_mm)
    design = with_rack(design, 1, rotation=90)
    yield "turned", design
    design = with_rack(design, leaf, name="Leaves")
    yield "renamed", design
    bought = Evaluator(SHIPPED).report(design).cables.bill
    prices = tuple(
        PriceOverride(id=part, amount_cents=700, currency=design.site.currency)
        for part in sorted({line.part for line in bought})[:2]
    )
    design = design.evolve(prices=prices)
    yield "priced", design
    design = design.evolve(site=design.site.evolve(switch_power="as-cabled"))
    yield "switches as cabled", design
    design = design.evolve(racks=design.racks[1:])
    yield "without a rack", design


def test_cables_after_each_edit_are_those_of_a_design_that_was_never_edited() -> None:
    design = pod()
    kept = Evaluator(SHIPPED)
    kept.report(design)
    media = set()
    for what, after in edits(design):
        cables = kept.report(after).cables
        assert cables == Evaluator(SHIPPED).report(after).cables, what
        media.add(tuple((line.medium, line.count) for line in cables.media))
    assert len(media) > 1, "no edit had another medium chosen"


def test_places_that_are_mended_are_those_that_are_read_anew() -> None:
    design = pod()
    places = rack_places(design, SHIPPED)
    assert rack_places(design, SHIPPED, (places, design)) is places
    for what, after in edits(design):
        mended, anew = rack_places(after, SHIPPED, (places, design)), rack_places(after, SHIPPED)
        assert mended.number == anew.number, what
        for name in PLACED:
            assert np.array_equal(getattr(mended, name), getattr(anew, name)), (what, name)
        design, places = after, mended


def test_what_is_told_of_modules_stands_by_the_same_figures_alone() -> None:
    figures = assumptions_of(pod(), SHIPPED).figures
    others = figures.with_power({"qm9700": {"power_max_w": exact(9.0, "W")}})
    span = Span(1.0, 1.0, 1.0, 1.0)
    optics, racks = (Modules("qm9700", 1, span, span),), RackOptics()
    racks.told_by(figures)[optics] = "so much"
    assert racks.told_by(figures) == {optics: "so much"}
    assert others is not figures
    assert racks.told_by(others) == {}
    assert racks.told_by(figures) == {}
