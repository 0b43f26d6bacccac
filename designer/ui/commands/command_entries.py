"""What the command box can find: every command, every part, every rack and device, every check."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.report import Check
from designer.model.layout import Layout
from designer.model.some_names import some
from designer.model.units import place_text
from designer.ui.commands.command_search import Entry, Pool
from designer.ui.state.actions import ActionSet
from designer.ui.state.part_words import right_figure, second_line
from designer.ui.state.workspace import Workspace

Focus = Callable[[tuple[str, ...]], object]
MOST_DEVICES = 20_000
"""Devices listed at most; larger clusters are found by rack."""
_PLACES: Final = 12
"""Places of a finding that its line names: it has no room for more."""


class Findable:
    """What can be found, in pools: parts are read once for each catalogue.

    What is drawn is read once for each state of the design.

    Parameters
    ----------
    place
        Places a part at the first fit.
    show
        Shows a part that cannot be placed in the catalogue, by its id.
    """

    def __init__(
        self,
        workspace: Workspace,
        actions: ActionSet,
        place: Callable[[Part], object],
        show: Callable[[str], object] | None = None,
    ) -> None:
        self._workspace, self._actions = workspace, actions
        self._place, self._show = place, show
        self._drawn: tuple[tuple[Layout, Catalog], Pool] | None = None
        self._bought: tuple[Catalog, Pool] | None = None

    def pools(self) -> tuple[Pool, ...]:
        """Return everything that can be found now, commands first."""
        workspace = self._workspace
        of = (workspace.layout(), workspace.catalog)
        if self._drawn is None or self._drawn[0] != of:
            self._drawn = (of, Pool(self._of_design(*of)))
        if self._bought is None or self._bought[0] is not workspace.catalog:
            parts = _parts(workspace.catalog, self._place, self._show)
            self._bought = (workspace.catalog, Pool(parts))
        return (
            Pool(_commands(self._actions)),
            Pool(_overlays(workspace, self._actions)),
            self._bought[1],
            Pool(_checks(workspace)),
            self._drawn[1],
        )

    def _of_design(self, layout: Layout, catalog: Catalog) -> Iterator[Entry]:
        """Yield what stands in one state of the design, whichever is open when it is read."""
        focus = self._workspace.focus
        yield from _racks(layout, catalog, focus)
        yield from islice(_devices(layout, catalog, focus), MOST_DEVICES)


def entries(
    workspace: Workspace,
    actions: ActionSet,
    place: Callable[[Part], object],
    show: Callable[[str], object] | None = None,
) -> Iterator[Entry]:
    """Yield everything that can be found now, commands first; as `Findable`."""
    for pool in Findable(workspace, actions, place, show).pools():
        yield from pool.every()


def _parts(
    catalog: Catalog,
    place: Callable[[Part], object],
    show: Callable[[str], object] | None,
) -> Iterator[Entry]:
    for part in catalog.parts:
        words = f"{part.id} {part.vendor} {part.kind} {part.traits.singular} {part.gpu}"
        if part.placeable:
            yield Entry(
                "part", f"Place {part.name}", lambda p=part: place(p),  # type: ignore[misc] # mypy cannot infer a lambda's default
                detail=" · ".join(t for t in (second_line(part), right_figure(part)) if t),
                words=words,
            )  # fmt: skip
        elif show is not None:
            yield Entry(
                "entry", f"Show {part.name} in the catalogue",
                lambda p=part.id: show(p),  # type: ignore[misc] # as above
                detail=part.summary, words=words,
            )  # fmt: skip


def _commands(actions: ActionSet) -> Iterator[Entry]:
    for action_id, action in actions:
        if action_id == "view.command":
            continue
        yield Entry(
            "command",
            actions.plain_text(action_id),
            action.trigger,
            detail=action_id.partition(".")[0].capitalize(),
            shortcut=actions.shortcut_text(action_id),
            reason=actions.reason(action_id),
            words=actions.specs[action_id].words,
        )


def _overlays(workspace: Workspace, actions: ActionSet) -> Iterator[Entry]:
    """Yield what the racks can be shaded by, each shown on the floor."""
    for overlay in workspace.overlay.all():

        def shade(overlay_id: str = overlay.id) -> None:
            actions["view.floor_only"].trigger()
            workspace.overlay.choose(overlay_id)

        yield Entry(
            "command", f"Shade racks by: {overlay.title}", shade, detail="Overlay",
            words=f"overlay heat map {overlay.group}",
        )  # fmt: skip


def _racks(layout: Layout, catalog: Catalog, focus: Focus) -> Iterator[Entry]:
    for rack in layout.design.racks:
        part = catalog.get(rack.part)
        assembly = layout.assemblies.get(rack.assembly)
        detail = part.name if part else rack.part
        if assembly:
            detail = f"{detail} · {assembly.name or assembly.id}"
        yield Entry(
            "rack", rack.name, lambda k=rack.id: focus((k,)),  # type: ignore[misc] # as above
            detail=detail, words=rack.row,
        )  # fmt: skip


def _devices(layout: Layout, catalog: Catalog, focus: Focus) -> Iterator[Entry]:
    names = {key: rack.name for key, rack in layout.racks.items()}
    for placed in layout.every():
        part = catalog.get(placed.part)
        height = part.height_half_u if part else 0
        where = place_text(placed.half_u, height, placed.side) if height else placed.face
        yield Entry(
            "device", placed.name, lambda k=placed.key: focus((k,)),  # type: ignore[misc] # as above
            detail=f"{part.name if part else placed.part} in {names[placed.rack]} {where}",
            words=placed.key,
        )  # fmt: skip


def _checks(workspace: Workspace) -> Iterator[Entry]:
    report = workspace.report_store.report
    for check in report.checks if report else ():
        yield Entry(
            "check", f"{check.rule}: {check.message}",
            lambda where=check.where: workspace.focus(where),  # type: ignore[misc] # as above
            detail=_places(check, workspace.layout()), words=check.severity,
        )  # fmt: skip


def _places(check: Check, layout: Layout) -> str:
    """Return where a finding is, as far as a line has room."""
    return some(layout.names_of(check.where), _PLACES)
