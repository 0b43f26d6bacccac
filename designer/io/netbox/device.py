"""A device type becomes a part; what the file lacks stays unknown."""

import re
from typing import Any, Final

from designer.catalog.kinds import kind_named
from designer.io.netbox.device_power import (
    state_passive,
    take_gpus,
    take_pdu,
    take_supplies,
    take_ups,
)
from designer.io.netbox.draft import Draft, Origin
from designer.io.netbox.gpus import GpuNames, Gpus, gpus_in
from designer.io.netbox.groups import Interfaces
from designer.io.netbox.kinds import Guess, Looks, guess
from designer.io.netbox.modules import ModuleLibrary
from designer.io.netbox.patching import take_patch
from designer.io.netbox.pdus import pdu_of
from designer.io.netbox.ports import port_groups, read_interfaces
from designer.io.netbox.report import Notes
from designer.io.netbox.safe_yaml import Table
from designer.io.netbox.schema import DEVICE_KEYS, Fields
from designer.io.netbox.supplies import Answers, power_bays
from designer.model.ranges import problem

_KG: Final = {"kg": 1.0, "g": 0.001, "lb": 0.45359237, "oz": 0.028349523125}
"""Kilograms in a unit, exact by definition (International Yard and Pound Agreement, 1959)."""

_LONGEST_COMMENT: Final = 2000
_TALL_HALF_U: Final = 84
_AIRFLOW: Final = {
    "front-to-rear": "front-to-rear", "rear-to-front": "rear-to-front",
    "left-to-right": "left-to-right", "right-to-left": "right-to-left",
    "side-to-rear": "side-to-rear", "rear-to-side": "rear-to-side",
    "bottom-to-top": "bottom-to-top", "top-to-bottom": "top-to-bottom",
    "mixed": "mixed", "passive": "none",
}  # fmt: skip
_DRIVE_BAY: Final = re.compile(r"drive|disk|(?<![a-z])(?:hdd|ssd|sff|lff|nvme)", re.IGNORECASE)
_MOST_SERVER_PORTS: Final = 20
_ACTIVE: Final = (
    "power-ports", "power-outlets", "interfaces", "console-ports", "console-server-ports",
    "device-bays",
)  # fmt: skip
"""Components of which a panel of passive ports has none."""

_GPU_BAY: Final = re.compile(r"gpu[\s_#-]*\d{0,2}", re.IGNORECASE)


def device_fields(
    table: Table,
    notes: Notes,
    origin: Origin,
    modules: ModuleLibrary,
    answers: Answers,
    names: GpuNames,
) -> dict[str, Any] | None:
    """Return the fields of the part that a device type describes.

    Parameters
    ----------
    names
        The GPUs that its text may name.

    Returns
    -------
    dict or None
        None if something is missing that nothing can stand for; the notes say what.
    """
    fields = Fields(table, notes)
    fields.check_keys(DEVICE_KEYS)
    draft = Draft()
    if not identity(fields, origin, draft) or not _height(fields, draft):
        return None
    said = draft.fields
    said["mass_kg"] = mass_kg(fields)
    _airflow(fields, draft)
    spoken = " ".join((said["name"], fields.text("part_number"), fields.text("description")))
    comments = fields.text("comments", _LONGEST_COMMENT)
    interfaces = read_interfaces(fields, said["vendor"], said["name"])
    gpus = gpus_in(f"{spoken}. {comments}", names)
    looks = _looks(fields, said, spoken, comments, interfaces, gpus)
    found = guess(looks)
    said["kind"], traits = found.kind, kind_named(found.kind)
    _tell_kind(fields, found)
    said["ports"] = port_groups(fields, interfaces, traits)
    if traits.hosts_adapters:
        _doubt_ports(fields, interfaces.data_ports, found.kind)
    if traits.computes:
        take_gpus(fields, looks.gpu_bays, gpus, draft, origin)
    if traits.patches:
        take_patch(fields, draft, origin)
    if traits.feeds_devices:
        outlets = fields.items("power-outlets")
        take_pdu(pdu_of(fields, outlets, f"{spoken} {comments}"), draft)
    elif traits.feeds == "hall":
        take_ups(fields, f"{spoken} {comments}", draft, origin)
    elif not traits.draws_it_power:
        pass
    elif found.passive:
        state_passive(fields, draft, origin)
    else:
        take_supplies(fields, draft, origin, modules, answers)
    _family(fields, looks.role, draft)
    _patching(fields)
    _words(fields, draft, found.role)
    return draft.finished(origin)


def _tell_kind(fields: Fields, found: Guess) -> None:
    article = "an" if found.kind[0] in "aeio" else "a"
    role = f" ({found.role})" if found.role and found.role.lower() != found.kind else ""
    what = f"taken for {article} {found.kind}{role}: {found.why}"
    fields.notes.add("kind", what, "change kind if it is not", fields.table)


def _words(fields: Fields, draft: Draft, role: str) -> None:
    """Keep what the file says in words: part number and description; say its role first."""
    part_number = fields.exact_text("part_number")
    if part_number:
        draft.remarks.insert(0, f"Part number {part_number}.")
        if _letters(part_number) != _letters(draft.fields["name"]):
            draft.fields["aliases"] = [part_number]
    said = fields.text("description", 120)
    first = f"{role[0].upper()}{role[1:]}" if role and role not in said.lower() else ""
    draft.fields["summary"] = ". ".join(word for word in (first, said) if word)[:120]


def _looks(
    fields: Fields,
    said: dict[str, Any],
    words: str,
    comments: str,
    interfaces: Interfaces,
    gpus: Gpus,
) -> Looks:
    """Return what the guess of a device's kind goes by."""

    def texts(items: str, key: str) -> list[str]:
        return [Fields(item, fields.notes).text(key) for item in fields.items(items)]

    inlets, fed_by = texts("power-ports", "name"), texts("power-outlets", "power_port")
    return Looks(
        maker=said["vendor"],
        words=words,
        comments=" ".join((comments, *inlets)),
        role=fields.text("subdevice_role").lower(),
        half_u=said["height_half_u"],
        outlets=len(fed_by),
        loose=len(inlets) > 1 and not any(fed_by),
        consoles=len(fields.items("console-server-ports")),
        gpu_bays=sum(bool(_GPU_BAY.fullmatch(name)) for name in texts("module-bays", "name")),
        interfaces=interfaces,
        gpus=gpus.count or 0,
        passive=_is_passive(fields),
        panel=all(fields.items(key) for key in ("front-ports", "rear-ports")),
    )


def _is_passive(fields: Fields) -> bool:
    """Return whether a device has nothing that takes power, nor bays for supplies."""
    powered = fields.switch("is_powered") if "is_powered" in fields.table else None
    bays = power_bays(fields.items("module-bays"), fields.notes)
    return not powered and not bays and not any(map(fields.items, _ACTIVE))


def identity(fields: Fields, origin: Origin, draft: Draft) -> bool:
    """Read id, vendor and name; return whether the file has what it takes."""
    notes = fields.notes
    maker, model = fields.exact_text("manufacturer"), fields.exact_text("model")
    slug = fields.exact_text("slug")
    if not maker or not model:
        missing = "manufacturer" if not maker else "model"
        notes.add("required", f"has no {missing}", f"add {missing}: …", fields.table)
        return False
    part_id = made_id(slug or f"{maker}-{model}")
    if not part_id:
        notes.add("required", f"neither slug nor model makes an id ({slug or model!r})",
                  "add slug: in small letters", fields.at("slug"))  # fmt: skip
        return False
    if part_id != slug:
        said = f"slug {slug!r} became" if slug else "no slug: made"
        notes.add("slug", f"{said} {part_id}", at=fields.at("slug"))
    stem = _letters(origin.file.rpartition(".")[0] or origin.file)
    if stem not in _letters(model) + _letters(slug) and _letters(model) not in stem:
        notes.add("file-name", f"{origin.file} holds {model}", at=fields.at("model"))
    draft.fields |= {"id": part_id, "vendor": maker, "name": model}
    return True


def mass_kg(fields: Fields) -> float | None:
    """Return the weight in kilograms; None, with a note, where it is not known."""
    notes, weight = fields.notes, fields.number("weight")
    if weight is None:
        if not fields.text("weight"):
            notes.add("weight", "no weight: unknown, not zero", at=fields.table)
        return None
    unit = fields.text("weight_unit").lower()
    kilogram = _KG.get(unit)
    if kilogram is None or problem("DeviceType", "mass_kg", weight * kilogram):
        reason = "in no known unit" if kilogram is None else "cannot be"
        notes.add("bad-value", f"weight {weight:g} {unit or 'without unit'} {reason}; unknown",
                  "write weight_unit: kg, g, lb or oz", fields.at("weight"))  # fmt: skip
        return None
    return round(weight * kilogram, 3)


def made_id(text: str) -> str:
    """Return an id: small letters, digits and single hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def _height(fields: Fields, draft: Draft) -> bool:
    """Read the height in half units; refuse what does not fit a rack's grid."""
    units, notes = fields.number("u_height"), fields.notes
    place = fields.at("u_height")
    if units is None and fields.text("subdevice_role").lower() == "child":
        units = 0.0  # the parent has the space
    if units is None and (said := fields.written("u_height")):
        notes.add("required", f"u_height is {said}, no number of half units",
                  "write 0, 0.5, 1, 1.5 …", place)  # fmt: skip
        return False
    if units is None:
        notes.add("required", "has no u_height, and a height cannot be guessed",
                  "add u_height: in rack units", place)  # fmt: skip
        return False
    if problem("Part", "height_half_u", 2 * units):
        notes.add("required", f"u_height {units:g} is no number of half units",
                  "write 0, 0.5, 1, 1.5 …", place)  # fmt: skip
        return False
    draft.fields["height_half_u"] = int(2 * units)
    if 2 * units > _TALL_HALF_U:
        notes.add("tall", f"{units:g}U is taller than a 42U rack", at=place)
    depth = fields.switch("is_full_depth")
    if depth is None and units:
        notes.add("depth", "is_full_depth is not filed: full depth taken",
                  "add is_full_depth: true or false", fields.table)  # fmt: skip
    elif depth is not None:
        draft.fields["full_depth"] = depth
    return True


def _airflow(fields: Fields, draft: Draft) -> None:
    said = fields.text("airflow").lower()
    if not said:
        fields.notes.add("airflow", "no airflow: unknown", at=fields.table)
    elif said in _AIRFLOW:
        draft.fields["airflow"] = _AIRFLOW[said]
    else:
        fields.notes.add("bad-value", f"airflow {said!r} is not known; left out",
                         f"one of {', '.join(_AIRFLOW)}", fields.at("airflow"))  # fmt: skip


def _doubt_ports(fields: Fields, ports: int, kind: str) -> None:
    """Doubt many network ports on what sends its own traffic only."""
    if ports > _MOST_SERVER_PORTS:
        what, mend = f"{ports} network ports on a {kind}", "check the list; it may be a switch's"
        fields.notes.add("many-ports", what, mend, fields.at("interfaces"))


def _family(fields: Fields, role: str, draft: Draft) -> None:
    """Note parents and children: space is the parent's, ports and heat are the children's."""
    notes, place = fields.notes, fields.at("subdevice_role")
    if role == "child":
        notes.add("child", "sits in another device, which has the space; ports and heat are here",
                  "place the parent; add this one's heat and ports to it", place)  # fmt: skip
        draft.remarks.append("Child: sits in another device, takes no rack space of its own.")
        if draft.fields["height_half_u"]:
            notes.add("bad-value", "a child must have u_height 0; kept as filed",
                      "see which of the two is wrong", fields.at("u_height"))  # fmt: skip
        return
    names = [_bay_words(Fields(bay, notes)) for bay in fields.items("device-bays")]
    if names and all(_DRIVE_BAY.search(name) for name in names):
        notes.add("drive-bays", f"{len(names)} device bays are for drives, not for devices",
                  at=fields.at("device-bays"))  # fmt: skip
    elif role == "parent" and not names:
        notes.add("parent", "filed as a parent, but has no bays for devices: taken for a device of "
                  "its own", "see whether blades or nodes sit in it", place)  # fmt: skip
    elif names:
        bays = len(names)
        notes.add("parent", f"{bays} bays for other devices: ports and heat are theirs",
                  "add the figures of what sits in them", place)  # fmt: skip
        draft.remarks.append(f"Parent of {bays} bays: ports and heat of what sits in them lack.")
    elif role:
        notes.add("bad-value", f"subdevice_role {role!r} is neither parent nor child", at=place)


def _bay_words(bay: Fields) -> str:
    return " ".join(bay.text(key) for key in ("name", "label", "description"))


def _patching(fields: Fields) -> None:
    ports = fields.items("front-ports")
    old = sum("rear_port" in port for port in ports)
    if old:
        what = f"{old} front ports name their rear port, which NetBox 4.5 and later ignores"
        fields.notes.add("front-ports", f"{what}; a plan needs no patch mapping",
                         at=fields.at("front-ports"))  # fmt: skip
