"""Units in the rails of two racks that are lost together take these racks, and no other."""

from designer.engine.evaluate import Evaluator
from designer.engine.together_report import LossAsked, UnitLost
from tests.unit.test_engine_units_in_racks import CATALOG, hall


def test_two_units_lost_take_their_two_racks() -> None:
    design, evaluator = hall(4), Evaluator(CATALOG)
    report = evaluator.report(design)
    (loss,) = [one for one in report.cooling.losses if one.kind == "CDU"]
    units = tuple(UnitLost(id=loss.id, where=where) for where in ("R1", "R3"))
    found = evaluator.together(1, design, LossAsked(units=units))
    assert found.cooling is not None
    assert found.cooling.state == "error"
    assert found.cooling.gpus == 64
    racks = [
        report.racks[at].id for first, n in found.cooling.warm for at in range(first, first + n)
    ]
    assert racks == ["R1", "R3"]
