"""What would settle it: inputs that nobody states, ranked by the verdicts that wait for them."""

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.findings import Finding
from designer.engine.patch import apply_patch, report_patch
from designer.engine.reasons import cannot_be_said, names_of
from designer.engine.report import Facility, RackReport
from designer.engine.settle import MOST, Settled
from designer.model.design import Assembly, Design, PowerNode, Rack, Slot
from designer.model.measured import Bound
from designer.planning.templates import build
from tests.helpers.engine_designs import BANDS, DEFAULTS, PARTS

SILENT = Part(id="silent", kind="node", name="Silent", height_half_u=4, power_typical_w=700)
CATALOG = Catalog((*PARTS, SILENT), BANDS, DEFAULTS)
NAMES = names_of(CATALOG)


def open_one(ref: str, rule: str, *where: str) -> Finding:
    return cannot_be_said(rule, "x", where, "it", [ref], NAMES)


def test_the_input_that_most_verdicts_wait_for_comes_first() -> None:
    findings = [
        open_one("a.mass_kg", "F01", "r1"),
        open_one("silent.power_max_w", "C01", "r1", "r2"),
        open_one("silent.power_max_w", "P01"),
        Finding("C01", "error", "y", ("r3",), "certain"),
    ]
    first, second = Settled().of(findings, {}, CATALOG.figures(), NAMES)
    assert (first.ref, first.verdicts, first.rules) == ("silent.power_max_w", 3, ("C01", "P01"))
    assert first.what == "highest power of Silent"
    assert (first.part, first.field) == ("silent", "power_max_w")
    assert (first.low, first.high, first.unit) == (700, None, "W")
    assert (second.ref, second.part, second.verdicts) == ("a.mass_kg", "", 1)


def test_figures_that_an_input_leaves_open_are_named_after_all_verdicts() -> None:
    facility = Facility(
        bounds=(
            Bound(name="pue", low=1.1, high=1.8, gaps=("default pue-in-row",)),
            Bound(name="it_kw", low=1.0, gaps=("silent.power_max_w",)),
        )
    )
    found = Settled().of(
        [open_one("z.mass_kg", "F01")], {"facility": facility, "rows": ()}, CATALOG.figures(), NAMES
    )
    assert [one.ref for one in found] == ["z.mass_kg", "silent.power_max_w", "site.pue"]
    assert found[2].affects == ("facility.pue",)
    assert found[2].what == "PUE of the site"


def test_a_long_list_is_cut() -> None:
    findings = [open_one(f"p{n}.mass_kg", "F01") for n in range(40)]
    assert len(Settled().of(findings, {}, CATALOG.figures(), NAMES)) == MOST


def test_the_report_lists_what_would_settle_a_rack_of_no_known_power() -> None:
    slots = (Slot(id="a", part="silent", half_u=2), Slot(id="b", part="dgx-h100", half_u=8))
    filling = Assembly(id="a", rack_part="rack-48u", slots=slots)
    racks = tuple(
        Rack(id=f"r{n}", name="R", part="rack-48u", x_mm=2000 * n, y_mm=0, assembly="a")
        for n in range(3)
    )
    design = Design(assemblies=(filling,), racks=racks)
    first = evaluate(design, CATALOG).settle[0]
    assert first.ref == "silent.power_max_w"
    assert first.verdicts >= 3
    assert "C01" in first.rules
    told = evaluate(design, CATALOG.overlay([SILENT.evolve(power_max_w=900)]))
    assert "silent.power_max_w" not in {one.ref for one in told.settle}


def test_what_would_settle_it_goes_over_the_pipe() -> None:
    shipped = load_shipped()
    evaluator = Evaluator(shipped)
    empty = evaluator.report(Design())
    racks = (Rack(id="r", name="R", part="gb200-nvl72", x_mm=0, y_mm=0),)
    after = evaluator.report(Design(racks=racks))
    assert apply_patch(empty, report_patch(empty, after).data()).settle == after.settle != ()


def test_of_two_inputs_the_one_that_leaves_more_open_comes_first() -> None:
    facility = Facility(bounds=(Bound(name="it_kw", low=1.0, gaps=("z.power_max_w", "a.mass_kg")),))
    found = Settled().of([], {"facility": facility}, CATALOG.figures(), NAMES)
    assert [one.ref for one in found] == ["z.power_max_w", "a.mass_kg"]


def test_what_leaves_open_which_limit_binds_is_listed_with_how_many_racks() -> None:
    """No rule waits for the load rating, and eight racks may be limited by it or by the floor."""
    shipped = load_shipped()
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, shipped)
    report = evaluate(design, shipped)
    rating = "gb200-nvl72.rack.static_kg"
    waits = [rack for rack in report.racks if rating in rack.binding_on]
    assert len(waits) == 8
    assert all(rack.binding_open for rack in waits)
    (found,) = (entry for entry in report.settle if entry.ref == rating)
    assert (found.binding, found.what) == (8, "load rating of GB200 NVL72")
    racks = [rack for rack in report.racks if not rack.binding_open]
    assert racks
    assert not any(rack.binding_on for rack in racks)


def test_inputs_of_verdicts_come_before_those_of_binding_limits_and_these_before_figures() -> None:
    racks = (
        RackReport(id="a", binding_on=("m.rack.static_kg", "n.mass_kg")),
        RackReport(id="b", binding_on=("m.rack.static_kg",)), RackReport(id="c"),
    )  # fmt: skip
    cost = Facility(bounds=(Bound(name="it_kw", low=1.0, gaps=("silent.power_max_w",)),))
    kept = Settled()
    sections = {"racks": racks, "facility": cost}
    verdict = [open_one("z.mass_kg", "F01")]
    found = kept.of(verdict, sections, CATALOG.figures(), NAMES)
    assert [(one.ref, one.verdicts, one.binding) for one in found] == [
        ("z.mass_kg", 1, 0), ("m.rack.static_kg", 0, 2), ("n.mass_kg", 0, 1),
        ("silent.power_max_w", 0, 0),
    ]  # fmt: skip
    fewer = kept.of(verdict, {**sections, "racks": racks[1:]}, CATALOG.figures(), NAMES)
    assert [one.binding for one in fewer] == [0, 1, 0]


def test_an_entry_is_called_by_the_name_of_now() -> None:
    kept, finding = Settled(), open_one("feed w.capacity_kw", "P14")

    def what(name: str) -> str:
        names = names_of(CATALOG, (PowerNode(id="w", name=name),))
        (entry,) = kept.of([finding], {}, CATALOG.figures(), names)
        return entry.what

    assert what("Feed West") == "capacity of feed West"
    assert what("East") == "capacity of feed East"
