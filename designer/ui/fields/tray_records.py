"""The list of cable trays."""

from collections.abc import Callable
from typing import Any, Final

from designer.document.document import Edit
from designer.document.edits import drop, put
from designer.document.edits.naming import fresh_id, slug
from designer.document.errors import EditError
from designer.engine.network_report import PER_BUNDLE
from designer.engine.report import Report
from designer.model.design import Design, Tray
from designer.model.network_keys import tray_key
from designer.model.plural import plural
from designer.ui.fields.field import Field
from designer.ui.fields.holding_fields import holding_fields
from designer.ui.fields.record_kind import RecordKind

KINDS: Final = (("overhead", "overhead"), ("under the floor", "underfloor"))


def trays() -> RecordKind:
    """Return the list of cable trays."""
    return RecordKind(
        title="Cable trays",
        one="cable tray",
        lead="Trays, ladders and ducts that cables between racks run along. Those of a kind are "
        "joined where they meet or cross. Without any, lengths of cables are estimated by "
        "straight ways.",
        lines=lambda design: [(tray.id, " · ".join(_told(tray))) for tray in design.trays],
        fields=tray_fields,
        remove=lambda key: drop("trays", key),
        ask="Corners, mm",
        suggest=_suggested,
        add=_add,
        explain=_use,
        called=lambda design, key: f"tray {_found(design, key).name or key}",
    )


def _found(design: Design, key: str) -> Tray:
    return next(tray for tray in design.trays if tray.id == key)


def _told(tray: Tray) -> tuple[str, ...]:
    size = (
        (f"{tray.width_mm:,} × {tray.depth_mm:,} mm",)
        if tray.width_mm is not None and tray.depth_mm is not None
        else ()
    )
    where = () if tray.kind == "overhead" else ("under the floor",)
    return (tray.name or tray.id, *size, *where)


def corners_text(corners: tuple[tuple[int, int], ...]) -> str:
    """Return corners as people type them: `600, 1200; 6000, 1200`."""
    return "; ".join(f"{x}, {y}" for x, y in corners)


def corners_of(text: str) -> tuple[tuple[int, int], ...]:
    """Return the corners that a text means.

    Raises
    ------
    EditError
        If a corner is no pair of whole numbers.
    """
    found = []
    for corner in filter(None, (one.strip() for one in text.split(";"))):
        x, _, y = corner.partition(",")
        try:
            found.append((int(x), int(y)))
        except ValueError:
            raise EditError(f"{corner!r} is no corner: give x, y in mm, as 600, 1200") from None
    return tuple(found)


def tray_fields(design: Design, key: str) -> list[Field]:
    """Return the fields of one tray."""
    tray = _found(design, key)

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: put("trays", tray.evolve(**{name: value}))

    def size(name: str, label: str, **more: Any) -> Field:  # noqa: ANN401 - Field checks them
        return Field(
            f"tray_{name}", label, "integer", getattr(tray, name), setter(name), unit="mm",
            low=1, optional=True, **more,
        )  # fmt: skip

    return [
        Field("tray_name", "Name", "text", tray.name, setter("name")),
        Field("tray_kind", "Runs", "choice", tray.kind, setter("kind"), choices=KINDS),
        Field("tray_corners", "Corners", "text", corners_text(tray.corners),
              lambda text: put("trays", tray.evolve(corners=corners_of(text))),
              hint="x, y of each in mm, with semicolons"),
        size("height_mm", "Height", source="0.5 m above the racks, or 0.3 m below the floor",
             hint="above the floor, or below it"),
        size("width_mm", "Width", source="its fill is not known without it", hint="inside"),
        size("depth_mm", "Depth", source="its fill is not known without it", hint="inside"),
        Field("fill_pct", "Fill at most", "number", tray.fill_pct, setter("fill_pct"), unit="%",
              record="Tray", optional=True, source="50 % of the section",
              hint="part of the section that cables may take"),
        Field("carries_kg_per_m", "Carries", "number", tray.carries_kg_per_m,
              setter("carries_kg_per_m"), unit="kg/m", record="Tray", optional=True,
              source="its load is not checked without it"),
        *holding_fields((tray,), (tray_key(tray.id),)),
    ]  # fmt: skip


def _suggested(design: Design) -> str:
    """Return a tray along the middle of the room."""
    width, depth = design.room.size_mm()
    x, y = (min(corner[at] for corner in design.room.outline) for at in (0, 1))
    return corners_text(((x, y + depth // 2), (x + width, y + depth // 2)))


def _add(design: Design, _choice: str, text: str) -> tuple[str, Edit]:
    number = len(design.trays) + 1
    taken = {tray.id for tray in design.trays}
    key = fresh_id(taken, slug(f"tray-{number}"))
    tray = Tray(id=key, name=f"Tray {number}", corners=corners_of(text))
    for _, problem in tray.own_problems():
        raise EditError(problem)
    return key, put("trays", tray)


def _use(_design: Design, report: Report | None, key: str) -> str:
    if report is None:
        return ""
    found = next((tray for tray in report.cables.trays if tray.id == key), None)
    if found is None or not found.cables:
        return "No cable runs along it."
    held = plural(found.cables, "cable")
    return (
        f"{held} at its fullest place, {plural(found.bundles, 'bundle')} of {PER_BUNDLE} at most."
    )
