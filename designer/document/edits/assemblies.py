"""Edits of assemblies: fillings that racks share, as blocks in CAD.

A rack becomes the pattern of an assembly, an assembly is copied into racks, and what was changed in
one copy is given to all of them. Cables and remarks follow the devices to their new keys.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.calls import named, of_several
from designer.document.document import Edit
from designer.document.edits.naming import after_rack, slug
from designer.document.edits.unfold import all_detached, detached, with_other_keys
from designer.document.errors import EditError
from designer.document.placement import can_place
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Rack, Slot
from designer.model.layout import Layout, Placed

RACK = "{rack}"
"""Becomes the rack's name in the name of a slot."""
LONGEST_NAME: Final = 60
"""Characters of a name told by contents; from there on its middle is left out."""


@named
def detach_assembly(rack_id: str) -> Edit:
    """Turn what an assembly brings to a rack into devices of its own.

    Raises
    ------
    EditError
        From the edit, if there is no such rack or it has no assembly.
    """

    def edit(design: Design) -> Design:
        loose, renamed = detached(design, rack_id)
        if loose is design or not renamed:
            raise EditError(f"{rack_id} is no copy of an assembly")
        return loose

    return edit


def detach_assemblies(rack_ids: Sequence[str]) -> Edit:
    """Turn what assemblies bring to some racks into devices of their own, all in one go.

    It is told as a call for each, and does what these do one after another.

    Raises
    ------
    EditError
        From the edit, if there is no such rack or it has no assembly.
    """

    def edit(design: Design) -> Design:
        copies = {rack.id for rack in design.racks if rack.assembly}
        other = next((key for key in rack_ids if key not in copies), "")
        return detach_assembly(other)(design) if other else all_detached(design, rack_ids)[0]

    return of_several(edit, tuple(map(detach_assembly, rack_ids)))


@named
def edit_assembly(catalog: Catalog, assembly_id: str, slots: tuple[Slot, ...]) -> Edit:
    """Give an assembly other slots: every rack that copies it follows, and a name by contents.

    Raises
    ------
    EditError
        From the edit, if there is no such assembly or two slots collide.
    """

    def edit(design: Design) -> Design:
        known = _assembly(design, assembly_id)
        slotted = tuple(sorted(slots, key=lambda slot: slot.id))
        fresh = known.evolve(slots=slotted, name=name_after(design, catalog, known, slotted))
        _check_slots(catalog, fresh)
        return apply(design, Change(put=(("assemblies", (fresh,)),)))

    return edit


def filling_name(catalog: Catalog, part_ids: Iterable[str]) -> str:
    """Return what an assembly is called by its contents: `4 × DGX H100 + 1 × DGX B200`.

    Nodes come first, then what there is most of. What feeds and cools the rest counts only where
    there is nothing else. A long name is shortened in the middle; it is empty for no part.
    """
    counts = Counter(part_ids)
    known = {key: catalog.get(key) for key in counts}
    served = [key for key, part in known.items() if part is None or part.traits.draws_it_power]
    words = _counted(catalog, {key: counts[key] for key in served or counts})
    kept = len(words)
    while kept > 2 and len(" + ".join(_ends(words, kept))) > LONGEST_NAME:
        kept -= 1
    return " + ".join(_ends(words, kept))


def _ends(words: list[str], kept: int) -> list[str]:
    """Return the first and the last words, `…` for those between that are left out."""
    return words if kept >= len(words) else [*words[: kept - 1], "…", words[-1]]


def _node_name(catalog: Catalog, part_ids: Iterable[str], *, first_only: bool = False) -> str:
    """Return the nodes alone, or what there is most of where there is none."""
    counts = Counter(part_ids)
    nodes = [key for key in counts if (part := catalog.get(key)) and part.traits.computes]
    words = _counted(catalog, {key: counts[key] for key in nodes or counts})
    return " + ".join(words[:1] if first_only or not nodes else words)


def _counted(catalog: Catalog, counts: Mapping[str, int]) -> list[str]:
    """Return parts in words with their numbers, nodes first, then what there is most of."""

    def rank(key: str) -> tuple[bool, int]:
        part = catalog.get(key)
        return not (part and part.traits.computes), -counts[key]

    ordered = sorted(counts, key=rank)
    return [f"{counts[k]} × {part.name if (part := catalog.get(k)) else k}" for k in ordered]


def name_after(design: Design, catalog: Catalog, known: Assembly, slots: tuple[Slot, ...]) -> str:
    """Return the name of an assembly with other slots: another one only if it told its contents."""
    was, now = [slot.part for slot in known.slots], [slot.part for slot in slots]
    whole, after = filling_name(catalog, was), filling_name(catalog, now)
    told = next((text for text in (
        whole, _node_name(catalog, was), _node_name(catalog, was, first_only=True)
    ) if text and _tells(known.name, text)), "")  # fmt: skip
    if not told or Counter(was) == Counter(now):
        return known.name
    # A name that told the nodes alone goes on to tell the nodes, all of them.
    after = after if told == whole else _node_name(catalog, now)
    taken = {other.name for other in design.assemblies if other.id != known.id}
    name = f"{after}{known.name.removeprefix(told)}"
    return name if name not in taken else f"{name} ({known.id})"


def _tells(name: str, contents: str) -> bool:
    """Return whether a name begins with contents: `4 × DGX H1000` is of others than an H100."""
    rest = name.removeprefix(contents)
    return rest != name and not rest[:1].isalnum() and not rest.startswith(" + ")


@named
def make_assembly(catalog: Catalog, rack_id: str, name: str = "") -> Edit:
    """Make an assembly of what a rack holds; the rack becomes its first copy.

    Slots keep part, position, face, side, fabric, tier, feed and note. A name that holds
    the rack's name follows the rack's name in every copy; any other is put behind it, so that
    names stay apart.

    Parameters
    ----------
    name
        Name of the assembly; that of the rack if empty.

    Raises
    ------
    EditError
        From the edit, if there is no such rack, it is a copy already, it is empty, or the name is
        taken.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        rack = _rack(layout, rack_id)
        if rack.assembly:
            known = layout.assemblies.get(rack.assembly)
            of = (known.name or known.id) if known else rack.assembly
            raise EditError(f"{rack.name} is a copy of {of} already; detach it first")
        called = name.strip() or f"{rack.name} filling"
        if any((known.name or known.id) == called for known in design.assemblies):
            raise EditError(f"an assembly is called {called} already")
        slots, renamed = _slots_of(layout, rack)
        if not slots:
            raise EditError(f"{rack.name} is empty: nothing to make an assembly of")
        key = _free(layout.assemblies, slug(called))
        fresh = Assembly(id=key, name=called, rack_part=rack.part, slots=slots)
        return _as_copy(design, layout, rack, fresh, renamed)

    return edit


@named
def apply_to_copies(catalog: Catalog, rack_id: str, assembly_id: str) -> Edit:
    """Give what one rack holds to an assembly and to every copy of it; the rack is a copy then.

    The rack may have been detached by an edit, or hold devices beside those of the assembly. Slots
    that stay keep their ids, so that cables of other copies stay where they are; cables at slots
    that are gone go with them. A name that told what the assembly held tells what it holds now.

    Raises
    ------
    EditError
        From the edit, if the rack is empty or a copy of another assembly, or if a copy has no room
        for it: the message names the copy.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        rack, known = _rack(layout, rack_id), _assembly(design, assembly_id)
        if rack.assembly not in ("", assembly_id):
            raise EditError(f"{rack.name} is a copy of another assembly")
        slots, renamed = _slots_of(layout, rack)
        if not slots:
            raise EditError(f"{rack.name} is empty: an assembly needs a device")
        fresh = known.evolve(slots=slots, name=name_after(design, catalog, known, slots))
        made = _as_copy(design, layout, rack, fresh, renamed)
        _check_copies(catalog, made, fresh)
        return _without_dangling_cables(made, fresh)

    return edit


@named
def copy_assembly(catalog: Catalog, assembly_id: str, rack_ids: tuple[str, ...]) -> Edit:
    """Fill racks with an assembly. What they hold of their own stays, and must leave room.

    Raises
    ------
    EditError
        From the edit, if a rack has no room for it: the message names the rack.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        known = _assembly(design, assembly_id)
        racks = tuple(_rack(layout, key) for key in rack_ids)
        fresh = tuple(rack.evolve(assembly=assembly_id) for rack in racks)
        made = apply(design, Change(put=(("racks", fresh),)))
        _check_copies(catalog, made, known, only=frozenset(rack_ids))
        return _without_dangling_cables(made, known, only=frozenset(rack_ids))

    return edit


@named
def remove_assembly(assembly_id: str) -> Edit:
    """Remove an assembly that no rack copies.

    Raises
    ------
    EditError
        From the edit, if there is no such assembly or a rack copies it.
    """

    def edit(design: Design) -> Design:
        known = _assembly(design, assembly_id)
        copies = Layout(design).copies.get(assembly_id, 0)
        if copies:
            racks = (
                "a rack copies it; detach it"
                if copies == 1
                else (f"{copies:,} racks copy it; detach them")
            )
            raise EditError(f"{known.name or known.id}: {racks} first")
        return apply(design, Change(drop=(("assemblies", (assembly_id,)),)))

    return edit


def _slots_of(layout: Layout, rack: Rack) -> tuple[tuple[Slot, ...], dict[str, str]]:
    """Return what a rack holds as slots, and the key of each device before and after."""
    held = layout.in_rack(rack.id)
    slots: dict[str, Slot] = {}
    renamed: dict[str, str] = {}
    # Slots that stay take their ids first: a new device must not take one from them.
    for placed in sorted(held, key=lambda p: not p.from_assembly):
        key = _slot_id(placed, rack, slots)
        slots[key] = Slot(
            id=key, part=placed.part, half_u=placed.half_u, face=placed.face,
            side=placed.side,
            name=_pattern(placed, rack, layout), fabric=placed.fabric, tier=placed.tier,
            feed=placed.feed, cording=placed.cording, stage=placed.stage, note=placed.note,
        )  # fmt: skip
        renamed[placed.key] = f"{rack.id}/{key}"
    return tuple(slots[key] for key in sorted(slots)), renamed


def _slot_id(placed: Placed, rack: Rack, taken: dict[str, Slot]) -> str:
    if placed.from_assembly:
        return placed.key.partition("/")[2]
    stem = placed.key
    for prefix in (f"{rack.id}-", f"{slug(rack.name)}-"):
        if stem.startswith(prefix) and len(stem) > len(prefix):
            stem = stem.removeprefix(prefix)
            break
    return _free(taken, stem)


def _pattern(placed: Placed, rack: Rack, layout: Layout) -> str:
    """Return the name of a slot: the device's, with the rack's name left open."""
    if placed.from_assembly:
        slot_id = placed.key.partition("/")[2]
        return next(s.name for s in layout.assemblies[rack.assembly].slots if s.id == slot_id)
    name = after_rack(placed.name, rack.name, RACK)
    return name if RACK in name else f"{RACK} {name}"


def _as_copy(
    design: Design, layout: Layout, rack: Rack, assembly: Assembly, renamed: dict[str, str]
) -> Design:
    """Return the design with an assembly, and a rack that has nothing but it."""
    own = tuple(device.id for device in layout.own_devices.get(rack.id, ()))
    change = Change(
        put=(("assemblies", (assembly,)), ("racks", (rack.evolve(assembly=assembly.id),))),
        drop=(("devices", own),) if own else (),
    )
    return with_other_keys(apply(design, change), renamed)


def _check_copies(
    catalog: Catalog, design: Design, assembly: Assembly, only: frozenset[str] | None = None
) -> None:
    """Raise EditError if a copy has no room: its rack is another one, or it holds more."""
    layout = Layout(design)
    copies = [
        rack
        for rack in design.racks
        if rack.assembly == assembly.id and (only is None or rack.id in only)
    ]
    for part in dict.fromkeys(rack.part for rack in copies):
        _check_slots(catalog, assembly.evolve(rack_part=part))
    for rack in copies:
        for device in layout.own_devices.get(rack.id, ()):
            verdict = can_place(
                layout,
                catalog,
                device.part,
                rack.id,
                device.half_u,
                device.face,
                {device.id},
                side=device.side,
            )
            if not verdict.ok:
                raise EditError(f"{rack.name} holds {device.name} besides: {verdict.reason}")


def _check_slots(catalog: Catalog, assembly: Assembly) -> None:
    """Raise EditError if the slots of an assembly do not fit into its rack together."""
    rack = Rack(
        id="copy", name=assembly.name or assembly.id, part=assembly.rack_part, x_mm=0, y_mm=0,
        assembly=assembly.id,
    )  # fmt: skip
    layout = Layout(Design(assemblies=(assembly,), racks=(rack,)))
    for slot in assembly.slots:
        verdict = can_place(
            layout,
            catalog,
            slot.part,
            "copy",
            slot.half_u,
            slot.face,
            {f"copy/{slot.id}"},
            side=slot.side,
        )
        if not verdict.ok:
            raise EditError(f"{verdict.title}: {verdict.reason}")


def _without_dangling_cables(
    design: Design, assembly: Assembly, only: frozenset[str] | None = None
) -> Design:
    """Return the design without cables and cords at a slot which copies have no longer."""
    copies = {
        rack.id
        for rack in design.racks
        if rack.assembly == assembly.id and (only is None or rack.id in only)
    }
    slots = {slot.id for slot in assembly.slots}

    def is_gone(address: str) -> bool:
        rack_id, _, slot = address.partition(":")[0].partition("/")
        return bool(slot) and rack_id in copies and slot not in slots

    cables = tuple(cable.id for cable in design.cables if is_gone(cable.a) or is_gone(cable.b))
    cords = tuple(c.id for c in design.cords if is_gone(c.supply) or is_gone(c.outlet))
    drop = tuple(pair for pair in (("cables", cables), ("cords", cords)) if pair[1])
    return apply(design, Change(drop=drop)) if drop else design


def _free(taken: dict[str, Slot] | dict[str, Assembly], stem: str) -> str:
    key, number = stem, 2
    while key in taken:
        key, number = f"{stem}-{number}", number + 1
    return key


def _assembly(design: Design, assembly_id: str) -> Assembly:
    known = next((a for a in design.assemblies if a.id == assembly_id), None)
    if known is None:
        raise EditError(f"no assembly {assembly_id!r}")
    return known


def _rack(layout: Layout, rack_id: str) -> Rack:
    rack = layout.racks.get(rack_id)
    if rack is None:
        raise EditError(f"no rack {rack_id!r}")
    return rack
