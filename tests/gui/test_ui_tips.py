"""What hovering says: of a rack, of a device, of a figure; and what the engine is doing."""

from PySide6.QtCore import QCoreApplication

from designer.catalog.catalog import Catalog
from designer.document.edits import set_fields
from designer.engine.limit_report import Limit
from designer.engine.network_report import Cables, SwitchesDrawn
from designer.engine.report import Report
from designer.model.design import Device, Fabric, Note
from designer.model.figures import Figure, Gap, exact, missing
from designer.model.layout import Layout
from designer.model.measured import fields_of
from designer.ui.state.engine_state import EngineState
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.tips import device_tip, rack_tip
from designer.ui.state.workspace import Workspace
from tests.helpers.canvas_space import (
    LEAF,
    NODE,
    PARTS,
    rack_report,
    report_of,
    small_design,
    space_of,
)
from tests.helpers.ui_desk import Desk, SilentClient


def publish(space: Workspace, report: Report) -> None:
    space.report_store.expect(space.document.revision)
    space.report_store.accept(space.document.revision, report)
    QCoreApplication.processEvents()


def limit(name: str, state: str) -> Limit:
    return Limit.model_validate(
        {"name": name, "label": name, "unit": "kW", "used": 9.0, "limit": 10.0, "state": state,
         "text": f"{name} is {state}"}
    )  # fmt: skip


def test_a_rack_is_named_with_its_remarks_before_it_is_sized(space: Workspace) -> None:
    assert rack_tip(space, "nowhere") == ""
    assert rack_tip(space, "A01") == "A01 · Rack 48U\nnot sized yet"
    notes = (Note(id="n1", text="leaks", target="A01"), Note(id="n2", text="no", target="A02"))
    space.apply("Notes", lambda design: design.evolve(notes=notes))
    assert rack_tip(space, "A01").splitlines()[1:] == ["not sized yet", "note: leaks"]
    space.apply("Part", set_fields("racks", "A01", part="gone"))
    assert rack_tip(space, "A01").splitlines()[0] == "A01 · gone"


def test_a_rack_says_what_its_switches_draw_as_cabled(space: Workspace) -> None:
    watts = fields_of({"cabled_kw": exact(11.2, "kW"), "most_kw": exact(20.6, "kW")})
    drawn = SwitchesDrawn(rack="A01", name="A01", number=12, **watts)
    report = report_of(rack_report("A01", 20.6, "air")).evolve(cables=Cables(switches=(drawn,)))
    publish(space, report)
    assert "switches with their cables 11.2 kW of 20.6 kW at most" in rack_tip(space, "A01")
    counted = rack_report("A01", 20.6, "air", power_cabled_kw=11.2, power_typical_kw=10.9)
    publish(space, report.evolve(racks=(counted,)))
    told = rack_tip(space, "A01").splitlines()
    assert "11.2 kW as cabled, at most 20.6 kW · typical 10.9 kW" in told
    assert not [line for line in told if line.startswith("switches with")]


def test_a_sized_rack_says_its_figures_and_what_is_wrong_or_open(space: Workspace) -> None:
    space.apply(
        "Note",
        lambda design: design.evolve(notes=(Note(id="n1", text="leaks", target="A01"),)),
    )
    limits = tuple(limit(state, state) for state in ("ok", "warning", "error", "unknown"))
    found = rack_report(
        "A01", 20.4, "in-row", power_typical_kw=16.0, limits=limits, summary="two nodes"
    )
    publish(space, report_of(found, rack_report("A02", 1.0, "")))
    assert rack_tip(space, "A01").splitlines() == [
        "A01 · Rack 48U", "two nodes", "maximum 20.4 kW · typical 16.0 kW", "In-row, contained",
        "warning: warning is warning", "error: error is error", "unknown: unknown is unknown",
        "note: leaks",
    ]  # fmt: skip
    assert rack_tip(space, "A02").splitlines()[1:] == ["maximum 1.0 kW · typical —"]


def test_a_rack_says_which_limits_may_bind_and_what_leaves_that_open(space: Workspace) -> None:
    limits = tuple(
        Limit(name=name, label=name.capitalize(), state="ok") for name in ("mass", "floor", "power")
    )
    fields = {"limits": limits, "binding_open": ("floor", "mass"), "binding_because": "it is open"}
    publish(space, report_of(rack_report("A01", 20.4).evolve(**fields)))
    assert rack_tip(space, "A01").splitlines()[-1] == "may bind: Floor; or Mass, because it is open"


def test_a_cooling_unit_says_what_it_draws_of_the_building() -> None:
    cdu = LEAF.evolve(id="cdu", name="CDU", kind="cdu", power_max_w=28_800)
    unstated = LEAF.evolve(id="crah", name="CRAH", kind="crah", power_max_w=None)
    design = small_design()
    stand = (
        design.racks[0].evolve(id="U1", name="U1", part="cdu"),
        design.racks[0].evolve(id="U2", name="U2", part="crah"),
        design.racks[0].evolve(id="E1", name="E1"),
    )
    space = space_of(design.evolve(racks=(*design.racks, *stand)), (*PARTS, cdu, unstated))
    none = {"power_typical_kw": 0.0}
    publish(space, report_of(*(rack_report(rack.id, 0.0, "", **none) for rack in stand)))
    assert rack_tip(space, "U1").splitlines() == [
        "U1 · CDU", "draws: at most 28.8 kW of the building's power",
    ]  # fmt: skip
    assert rack_tip(space, "U2").splitlines() == ["U2 · CRAH", "draws: power not stated"]
    assert rack_tip(space, "E1").splitlines() == ["E1 · Rack 48U"]


def test_a_rack_whose_power_is_open_says_by_what(space: Workspace) -> None:
    open_ = fields_of({"power_max_kw": missing("leaf.power_max_w", "kW", 20.4)})
    publish(space, report_of(rack_report("A01", 0.0).evolve(**open_)))
    last = rack_tip(space, "A01").splitlines()[-1]
    assert last.startswith("left open by: ")
    assert "Leaf 1U" in last


def tip(catalog: Catalog, *, estimates: bool = True, key: str = "d", **fields: object) -> list[str]:
    """Return the lines of the tip of a device, or of one of a copy of an assembly."""
    device = Device.model_validate(
        {"id": "d", "name": "dev", "part": "node", "rack": "A01", "half_u": 36, **fields}
    )
    design = small_design()
    design = design.evolve(devices=(device,), fabrics=(Fabric(id="ib", name="Compute"),))
    layout = Layout(design)
    placed = layout.find(key)
    assert placed is not None
    return device_tip(placed, layout, catalog, estimates=estimates).splitlines()


def test_a_device_says_where_it_is_and_what_it_takes() -> None:
    catalog = Catalog(PARTS)
    assert tip(catalog) == [
        "dev", "Node 8U · U18–U25 · front",
        "maximum 10.2 kW · typical 8.0 kW · mass 130 kg",
    ]  # fmt: skip
    assert tip(catalog, face="rear")[1] == "Node 8U · U18–U25 · rear"
    assert tip(catalog, part="cable")[1] == "Cable · 0U · front"
    assert tip(catalog, part="gone")[0] == "dev"
    assert "gone" in tip(catalog, part="gone")[1]
    assert len(tip(catalog, part="gone")) == 2


def test_a_device_that_draws_nothing_says_nothing_of_power() -> None:
    idle = NODE.evolve(power_max_w=0, power_typical_w=0)
    assert tip(Catalog((idle, *PARTS[:1])))[2] == "mass 130 kg"


def test_a_device_whose_figures_are_open_says_what_is_missing() -> None:
    lines = tip(Catalog(PARTS), part="leaf", estimates=False)
    assert lines[2].startswith("maximum — · typical —")
    assert lines[3].startswith("left open by: ")
    known = LEAF.evolve(power_max_w=500, mass_kg=9)
    (said,) = tip(Catalog((known,)), part="leaf", estimates=False)[3:]
    assert said == "left open by: typical power of Leaf 1U"


def test_a_device_says_its_fabric_and_that_an_assembly_brings_it() -> None:
    catalog = Catalog(PARTS)
    assert tip(catalog, fabric="ib", tier="leaf")[-1] == "Compute leaf"
    assert tip(catalog, fabric="ib")[-1] == "Compute"
    assert tip(catalog, key="B01/n1")[-1] == (
        "from the rack's assembly: an edit here detaches this rack"
    )
    assert not any("assembly" in line for line in tip(catalog))


def name_of(ref: str) -> str:
    return ref.upper()


def resting_on(*basis: str, gaps: tuple[str, ...] = ()) -> Figure:
    return Figure(1.0, 1.0, 1.0, "kW", basis=basis, gaps=tuple(Gap(ref, 1.0) for ref in gaps))


def test_a_figure_says_what_it_rests_on_each_once() -> None:
    assert figure_tip("IT power", resting_on(), name_of) == "IT power"
    assert figure_tip("", resting_on(), name_of) == ""
    words = figure_tip("IT power", resting_on("a.power_max_w", "a.power_max_w"), name_of)
    assert words.splitlines()[0] == "IT power"
    assert words.splitlines()[1].startswith("rests on: ")
    assert words.count("A") == 1


def test_a_figure_names_the_first_inputs_and_counts_the_others() -> None:
    four = figure_tip("", resting_on(gaps=tuple(f"p{n}.mass_kg" for n in range(4))), name_of)
    assert four.startswith("left open by: ")
    assert (four.count("P"), "more" in four) == (4, False)
    six = figure_tip("", resting_on(gaps=tuple(f"p{n}.mass_kg" for n in range(6))), name_of)
    assert six == four + " and 2 more"


def test_a_rule_goes_before_what_it_was_applied_to() -> None:
    both = resting_on("rule typical share", "a.power_max_w", "default pue", gaps=("b.mass_kg",))
    first, second = figure_tip("", both, name_of).splitlines()
    assert first.startswith("left open by: ")
    assert second == "estimated by: rule typical share; DEFAULT PUE"
    many = resting_on(*(f"rule {number}" for number in range(6)))
    assert figure_tip("", many, name_of).endswith("rule 0; rule 1; rule 2; rule 3")
    open_ = resting_on("a.power_max_w", gaps=("b.mass_kg",))
    assert len(figure_tip("", open_, name_of).splitlines()) == 1, "what is open says enough"


def test_the_state_of_the_engine_is_words(desk: Desk) -> None:
    state = EngineState(desk.workspace)
    heard: list[tuple[str, str, str]] = []
    state.changed.connect(lambda *said: heard.append(said))
    client = desk.client
    assert isinstance(client, SilentClient)
    client.state_changed.emit("starting", "starting the engine")
    client.state_changed.emit("idle", "ready when you are")
    client.state_changed.emit("busy", "on revision 1")
    client.state_changed.emit("restarting", "again in 2 s")
    assert heard == [
        ("starting", "starting the engine", "starting the engine"),
        ("idle", "ready", "ready when you are"),
        ("busy", "sizing…", "on revision 1"),
        ("restarting", "engine restarting…", "again in 2 s"),
    ]
    assert desk.messages == []


def test_a_failure_is_said_once_and_a_restart_each_time(desk: Desk) -> None:
    state = EngineState(desk.workspace)
    heard: list[tuple[str, str, str]] = []
    state.changed.connect(lambda *said: heard.append(said))
    client = desk.client
    for _ in range(2):
        client.state_changed.emit("failed", "it ended three times")
    assert desk.messages == [("it ended three times", "error")]
    assert heard[-1] == ("failed", "engine failed", "it ended three times")
    client.restarted.emit("the engine runs again")
    assert desk.messages[1:] == [("the engine runs again", "warning")]


def test_the_time_is_of_the_report_that_holds_the_last_edit(desk: Desk) -> None:
    state = EngineState(desk.workspace)
    words: list[str] = []
    state.changed.connect(lambda _state, said, _detail: words.append(said))
    client, document = desk.client, desk.session.document
    client.state_changed.emit("idle", "")
    client.reported.emit(document.revision)
    assert words == ["ready"], "nothing was edited, and nothing else is told"
    document.apply("Call it", set_fields("design", name="other"))
    client.reported.emit(document.revision - 1)
    assert words[-1] == "ready", "of an earlier edit"
    client.reported.emit(document.revision)
    assert words[-1].startswith("sized in ")
    assert words[-1].endswith(" ms")
    after = words[-1]
    client.reported.emit(document.revision)
    assert words[-1] == after, "sized anew for no edit: the time is that of the edit"


def test_a_planning_default_is_named_with_its_source(catalog: Catalog) -> None:
    space = space_of(small_design())
    space.catalog = catalog
    doors = catalog.default("pue-rear-door")
    assert doors is not None
    tip = figure_tip("", doors.figure, space.part_name)
    assert "default " not in tip
    named = "PUE, rear doors (Planning default, from memory (1.25–1.35))"
    assert tip.splitlines() == [f"left open by: {named}", f"estimated by: {named}"]
    assert space.part_name("default gone") == "default gone"
    assert space.part_name("pue-rear-door") == "pue-rear-door"
