"""Tooltips: the figures of a rack and of a device, in words."""

from designer.catalog.catalog import Catalog
from designer.catalog.comment_words import thing_in_words
from designer.catalog.depth import half_of
from designer.catalog.fact_words import origin_lines
from designer.catalog.inside import span_words
from designer.catalog.inside_layout import InsideBox
from designer.catalog.kinds import kind_of
from designer.catalog.lost_parts import not_in_catalogue
from designer.catalog.part import Part
from designer.catalog.plant_places import loop_of, node_of
from designer.document.element_plans import CALLED, element_with
from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.reasons import names_of
from designer.engine.report import RackReport
from designer.model.comments import Comment
from designer.model.cooling_words import SHOWN_NAMES
from designer.model.figure_words import cabled_first, quantity
from designer.model.figures import Figure, total
from designer.model.layout import Layout, Placed
from designer.model.units import place_text, u_text
from designer.render.failing import why_not_lost
from designer.ui.kit.line_card import Line
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.workspace import Workspace


def comment_tip(comment: Comment, workspace: Workspace) -> str:
    """Return a comment with what it is about, who wrote it, and its answers, a line each."""
    signed = ", ".join(filter(None, (comment.author, comment.day)))
    thing = thing_in_words(comment, workspace.layout(), workspace.catalog)
    head = f"{comment.number} · {thing} · {comment.state}"
    answers = [f"↳ {reply.author or 'somebody'}: {reply.text}" for reply in comment.replies]
    return "\n".join(filter(None, (head, comment.text, signed, *answers)))


def rack_tip(workspace: Workspace, rack_id: str) -> str:
    """Return a rack's name, figures and what is wrong with it; empty for an unknown rack."""
    return "\n".join(line.text for line in rack_lines(workspace, rack_id))


def rack_lines(workspace: Workspace, rack_id: str) -> list[Line]:
    """Return the same line by line, as they stand on a card.

    While an overlay shades the rack also what it reads, and what the worst loss does to it.
    """
    rack = workspace.layout().racks.get(rack_id)
    if rack is None:
        return []
    part = workspace.catalog.get(rack.part)
    first = [Line(f"{rack.name} · {part.name if part else rack.part}", "title")]
    remarks = [
        f"note: {note.text}" for note in workspace.document.design.notes if note.target == rack_id
    ]
    report = workspace.rack_report(rack_id)
    if report is None:
        why = workspace.stage.why_not_sized(rack_id) or "not sized yet"
        return [*first, *map(Line, (why, *remarks))]
    shaded = workspace.overlay.shown
    if shaded is not None and not kind_of(report).is_cooling_unit:
        first.append(Line(f"{shaded.title}: {shaded.reading(report).text}"))
        from designer.ui.state.rack_loss_words import loss_lines  # not before one is shaded

        first += loss_lines(workspace, report)
    rest = "\n".join((*_figures(workspace, rack_id, report, part), *remarks))
    return [*first, *map(Line, rest.splitlines())]


def _figures(
    workspace: Workspace, rack_id: str, report: RackReport, part: Part | None
) -> list[str]:
    """Return what a rack holds and draws, and what is wrong with it or not known."""
    lines: list[str] = []
    lost = workspace.what_if.shown
    if lost is not None:
        fate = lost.fates.get(rack_id)
        lines.append(f"{lost.title} lost: {fate.text if fate else 'not touched'}")
    if report.summary:
        lines.append(report.summary)
    power, typical = report.figure("power_max_kw"), report.figure("power_typical_kw")
    cabled = tells_cabled(report)
    if part is not None and part.traits.draws == "building":
        # What it draws is the building's: its IT power of nothing would read as its own.
        drawn = workspace.catalog.figures(estimates=workspace.document.design.site.estimates)
        lines.append(f"draws: {building_power(drawn.of(part.id, 'power_max_w'))}")
    elif power.high:
        most = cabled_first(cabled_kw(report), power) if cabled else f"maximum {quantity(power)}"
        lines.append(f"{most} · typical {quantity(typical)}")
    whole = workspace.report_store.report
    switches = whole.cables.switches if whole is not None else ()
    if not cabled:
        lines += [f"switches with their cables {it.words}" for it in switches if it.rack == rack_id]
    if report.cooling_shown:
        lines.append(SHOWN_NAMES.get(report.cooling_shown, report.cooling_shown))
    lines += [
        f"{limit.label}: {limit.text}"
        for limit in report.limits
        if limit.state in ("warning", "error", "unknown")
    ]
    if report.binding_open:
        lines.append(_may_bind(report))
    if power.gaps:
        lines.append(figure_tip("", power, workspace.part_name))
    return lines


def plant_tip(workspace: Workspace, key: str) -> str:
    """Return what of the room's power a key selects, and what it carries; empty of no such key."""
    design, node_id = workspace.document.design, node_of(key)
    if loop_id := loop_of(key):
        loop = next((one for one in design.loops if one.id == loop_id), None)
        return f"pipes of {loop.name or loop.id}: supply full, return dashed" if loop else ""
    node = next((one for one in design.power if one.id == node_id), None)
    if node is None:
        return ""
    part = workspace.catalog.get(node.part) if node.part else None
    lines = [" · ".join(filter(None, (node.name or node.id, part.name if part else "")))]
    report = workspace.report_store.report
    known = (*report.power.feeds, *report.power.upstream) if report else ()
    carried = next((one for one in known if one.id == node_id), None)
    if carried is not None:
        load, most = carried.figure("load_kw"), carried.figure("capacity_kw")
        lines.append(f"carries {quantity(load)} of {quantity(most)}")
    fed = [one.name or one.id for one in design.power if node_id in one.parents]
    lines.append(f"feeds {', '.join(fed)}" if fed else "feeds nothing yet")
    return "\n".join(lines)


def element_tip(workspace: Workspace, key: str) -> str:
    """Return what a column, wall or zone is, its size and its place; empty of no such key."""
    one = element_with(workspace.document.design, key)
    if one is None:
        return ""
    more = [f"{one.clearance_mm:,} mm kept free around it"] if one.clearance_mm else []
    if one.height_mm is not None:
        more.append(f"{one.height_mm:,} mm clear below it")
    lines = (
        one.called, f"{CALLED[one.kind]} · {one.width_mm:,} × {one.depth_mm:,} mm",
        f"{one.x_mm:,} mm from the left, {one.y_mm:,} mm from the top", *more,
    )  # fmt: skip
    return "\n".join(lines)


def _may_bind(report: RackReport) -> str:
    """Return which limits may bind, and what leaves it open."""
    labels = {limit.name: limit.label for limit in report.limits}
    named = "; or ".join(labels.get(name, name) for name in report.binding_open)
    return f"may bind: {named}, because {report.binding_because}"


def building_power(power: Figure) -> str:
    """Return what a part of the building draws: `at most 28.8 kW of the building's power`."""
    if power.unknown:
        return "power not stated"
    return f"at most {quantity(power)} of the building's power"


def device_tip(placed: Placed, layout: Layout, catalog: Catalog, *, estimates: bool = True) -> str:
    """Return a device's name, place and figures with their bounds.

    Parameters
    ----------
    layout
        Knows what people call the fabric that the device belongs to.
    estimates
        Whether the design lets named estimates fill in for what nobody states.
    """
    part, of = catalog.get(placed.part), catalog.figures(estimates=estimates).of
    if part is None:
        return f"{placed.name}\n{not_in_catalogue(placed.part)}"
    span = (
        place_text(placed.half_u, part.height_half_u, half_of(part, placed.side))
        if part.height_half_u
        else "0U"
    )
    lines = [placed.name, f"{part.name} · {span} · {placed.face}"]
    power, typical, mass = (
        of(part.id, name) for name in ("power_max_w", "power_typical_w", "mass_kg")
    )
    said = [] if power.high == 0 else [f"maximum {quantity(power)}", f"typical {quantity(typical)}"]
    lines.append(" · ".join([*said, f"mass {quantity(mass)}"]))
    open_ = figure_tip("", total((power, typical)), names_of(catalog))
    if typical.estimated or power.gaps or typical.gaps:
        lines.append(open_)
    if placed.fabric:
        lines.append(f"{layout.fabric_name(placed.fabric)} {placed.tier}".strip())
    if placed.from_assembly:
        lines.append("from the rack's assembly: an edit here detaches this rack")
    return "\n".join(lines)


def inside_tip(box: InsideBox, part: Part | None) -> str:
    """Return what a unit inside a filled rack is, its connections, and where its place is from.

    Parameters
    ----------
    part
        The filled rack.
    """
    unit = box.unit
    place = u_text(box.half_u, box.top_half_u - box.half_u)
    lines = [f"{box.name} · {place}", f"{unit.words}: {span_words(unit.spans)}"]
    lines += [unit.connections] if unit.connections else []
    lines.append("power and mass are within those of the rack")
    why = why_not_lost(box)
    lines.append(f"its loss cannot be tried: {why}" if why else "a click: what if it is lost")
    record = part.source_of(f"inside.{unit.name}.spans") if part else None
    return "\n".join([*lines, *(origin_lines(record) if record else ())])
