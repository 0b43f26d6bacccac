"""What the report has of cords at their outlets, in the state that is worst for them."""

from math import isclose, sqrt

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.power_report import OutletReport
from designer.model.design import Design
from tests.unit.test_engine_feeds import design_of, nodes, pdus

CATALOG = load_shipped()
PDU = "pdu-415v-60a-3ph"
DGX = CATALOG.require("dgx-h100")


def outlets_of(design: Design, catalog: Catalog = CATALOG) -> tuple[OutletReport, ...]:
    (rack,) = evaluate(design, catalog).racks
    return rack.outlets


def four_nodes(feeds: str = "ABC") -> Design:
    return design_of(*nodes(4), *pdus(feeds, PDU))


def test_a_cord_carries_its_share_of_the_supplies_that_a_lost_feed_leaves() -> None:
    """10.2 kW on 4 of 6 supplies, line to neutral of 415 V, by the power factor of the site."""
    (one,) = outlets_of(four_nodes())
    assert (one.part, one.pdu, one.socket, one.state) == ("dgx-h100", PDU, "C19", "ok")
    factor = four_nodes().site.power_factor or 0.95
    assert DGX.power_max_w is not None
    assert one.load_a is not None
    volts = 415 / sqrt(3)
    assert isclose(one.load_a, DGX.power_max_w / 4 / (volts * factor), rel_tol=2e-3)
    assert one.limit_a == 16.0


def test_it_is_what_a_breaker_with_that_cord_alone_carries() -> None:
    design = design_of(*nodes(1), *pdus("ABC", "pdu-apc-apdu11590sm"))
    (rack,) = evaluate(design, CATALOG).racks
    loads = {one.load_after_loss_a for feed in rack.feeds for one in feed.breakers} - {0.0}
    assert loads == {rack.outlets[0].load_a}


def test_nothing_is_said_where_a_device_may_not_outlive_the_loss() -> None:
    """Of a power that nobody states, whether four supplies carry it cannot be said."""
    hidden = CATALOG.overlay([DGX.evolve(power_max_w=None)])
    assert outlets_of(four_nodes())
    assert outlets_of(four_nodes(), hidden) == ()


def test_nothing_is_said_where_nobody_can_say_on_which_feed_a_pdu_hangs() -> None:
    assert outlets_of(four_nodes("AB-")) == ()
