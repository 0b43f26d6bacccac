"""The list of the way in: doors of the room, and the lifts, ramps and corridors before them."""

from typing import Final

from designer.document.document import Edit
from designer.document.edits import put_passage, remove_passage
from designer.document.edits.naming import fresh_id, slug
from designer.document.errors import EditError
from designer.model.design import Design, Passage
from designer.model.figure_words import UNKNOWN
from designer.ui.fields.field import Field, Kind
from designer.ui.fields.record_kind import RecordKind

KINDS: Final = (("door", "door"), ("corridor", "corridor"), ("lift", "lift"), ("ramp", "ramp"))
WALLS: Final = (
    ("before the room", ""), ("top", "top"), ("right", "right"), ("bottom", "bottom"),
    ("left", "left"),
)  # fmt: skip
OPENS: Final = (
    ("not stated", ""),
    ("into the room", "in"),
    ("out of the room", "out"),
    ("slides", "slides"),
)
_CARRIES: Final = ("lift", "ramp")


def passages() -> RecordKind:
    """Return the list of doors, lifts, ramps and corridors."""
    return RecordKind(
        title="Doors and lifts",
        one="door or lift",
        lead="The way on which racks come in. A door in a wall is drawn, and from it a way to "
        "every rack is looked for; a lift, ramp, corridor or a door before the room lies on every "
        "way.",
        lines=lambda design: [(one.id, _words(one)) for one in design.room.passages],
        fields=_fields,
        remove=remove_passage,
        ask="Name",
        suggest=lambda design: f"Door {len(design.room.passages) + 1}",
        choices=lambda _design: list(KINDS),
        add=_add,
        called=lambda design, key: next(
            (one.name or one.id for one in design.room.passages if one.id == key), key
        ),
    )


def _words(one: Passage) -> str:
    sizes = (UNKNOWN if size is None else f"{size:,}" for size in (one.width_mm, one.height_mm))
    where = f" in the {one.wall} wall" if one.wall else ""
    return f"{one.name or one.id} · {one.kind}{where} · {' × '.join(sizes)} mm"


def _fields(design: Design, key: str) -> list[Field]:
    passage = next(one for one in design.room.passages if one.id == key)

    def field(name: str, label: str, kind: Kind, **more: object) -> Field:
        return Field(
            name, label, kind, getattr(passage, name),
            lambda value: put_passage(passage.evolve(**{name: value})), record="Passage", **more,  # type: ignore[arg-type]  # the record checks
        )  # fmt: skip

    def size(name: str, label: str, hint: str = "") -> Field:
        return field(name, label, "integer", unit="mm", optional=True, hint=hint,
                     source="not checked without it")  # fmt: skip

    found = [Field("passage_name", "Name", "text", passage.name,
                   lambda value: put_passage(passage.evolve(name=value)))]  # fmt: skip
    if passage.kind == "door":
        found.append(field("wall", "Wall", "choice", choices=WALLS))
        if passage.wall:
            along = "top" if passage.wall in ("left", "right") else "left"
            found.append(field("at_mm", f"From {along}", "integer", unit="mm"))
            found.append(field("opens", "Opens", "choice", choices=OPENS))
            ends = (("top", "start"), ("bottom", "end")) if along == "top" else (
                ("left", "start"), ("right", "end"))  # fmt: skip
            found.append(field("hinge", "Hinge", "choice", choices=ends))
    found += [size("width_mm", "Clear width"), size("height_mm", "Clear height")]
    if passage.kind == "lift":
        found.append(size("depth_mm", "Depth of the car"))
    if passage.kind in _CARRIES:
        found.append(field("rating_kg", "Carries", "number", unit="kg", optional=True,
                           source="not checked without it"))  # fmt: skip
    if passage.kind == "ramp":
        found.append(field("slope_pct", "Slope", "number", unit="%", optional=True,
                           source="not checked without it"))  # fmt: skip
    return found


def _add(design: Design, choice: str, text: str) -> tuple[str, Edit]:
    if not text:
        raise EditError("a door or lift needs a name")
    taken = {one.id for one in design.room.passages}
    key = slug(text) if slug(text) not in taken else fresh_id(taken, slug(text))
    made = Passage.model_validate({"id": key, "name": text, "kind": choice or "door"})
    return key, put_passage(made)
