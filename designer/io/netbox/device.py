"""A device type becomes a part; what the file lacks stays unknown."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

from designer.catalog.kinds import kind_named
from designer.io.netbox.kinds import Looks, gpus_said, guess
from designer.io.netbox.modules import ModuleLibrary
from designer.io.netbox.pdus import Pdu, pdu_of
from designer.io.netbox.ports import Interfaces, port_groups, read_interfaces
from designer.io.netbox.report import Notes
from designer.io.netbox.safe_yaml import Items, Scalar, Table
from designer.io.netbox.schema import DEVICE_KEYS, Fields
from designer.io.netbox.supplies import Answers, Power, power_bays, power_of
from designer.model.ranges import problem

LIBRARY: Final = "netbox-community/devicetype-library"
CAUTION: Final = "community library; check against the maker's sheet"
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
_GPU_BAY: Final = re.compile(r"gpu[\s_#-]*\d{0,2}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a file stands.

    Attributes
    ----------
    folder
        Name of its folder: the maker's.
    file
        Its own name.
    commit
        Of its checkout, empty if unknown.
    """

    folder: str
    file: str
    commit: str = ""

    def cited(self, file: str = "") -> str:
        """Return the citation of this file, or of another file of the same checkout."""
        commit = f", commit {self.commit[:12]}" if self.commit else ""
        return f"{LIBRARY}, {file or f'{self.folder}/{self.file}'}{commit}"


@dataclass(slots=True)
class Draft:
    """The fields of a part in the making, and sentences for its note."""

    fields: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    provenance: list[dict[str, Any]] = field(default_factory=list)

    def finished(self, cited: str) -> dict[str, Any]:
        """Return the fields of a `Part`; unknown ones are left out."""
        said = {name: value for name, value in self.fields.items() if value not in (None, "", [])}
        said["provenance"] = [
            *self.provenance,
            {"fields": ["*"], "source": cited, "kind": "guide", "note": CAUTION},
        ]
        said["note"] = " ".join(self.remarks)
        return said


def device_fields(
    table: Table, notes: Notes, origin: Origin, modules: ModuleLibrary, answers: Answers
) -> dict[str, Any] | None:
    """Return the fields of the part that a device type describes.

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
    bays = fields.items("module-bays")
    outlets = fields.items("power-outlets")
    spoken = " ".join((said["name"], fields.text("part_number"), fields.text("description")))
    comments = fields.text("comments", _LONGEST_COMMENT)
    interfaces = read_interfaces(fields, said["vendor"], said["name"])
    role = fields.text("subdevice_role").lower()
    looks = _looks(fields, said, spoken, comments, interfaces)
    kind, why = guess(looks)
    said["kind"], traits = kind, kind_named(kind)
    article = "an" if kind[0] in "aeiou" else "a"
    notes.add("kind", f"taken for {article} {kind}: {why}", "change kind if it is not", table)
    said["ports"] = port_groups(fields, interfaces, switch=traits.switches)
    if traits.hosts_adapters:
        _doubt_ports(fields, interfaces.data_ports, kind)
    if traits.computes:
        _gpus(fields, looks.gpu_bays, gpus_said(f"{spoken}. {comments}"), draft)
    if traits.feeds_devices:
        _pdu(pdu_of(fields, outlets, f"{spoken} {comments}"), draft)
    else:
        supply = power_of(
            fields,
            power_bays(bays, notes),
            modules.of(origin.folder) if bays and not fields.items("power-ports") else (),
            answers.get(said["id"], ""),
            _everything_said(table),
        )
        _power(supply, draft, origin)
    _family(fields, role, draft)
    _patching(fields)
    _words(fields, draft)
    return draft.finished(origin.cited())


def _words(fields: Fields, draft: Draft) -> None:
    """Keep what the file says in words: part number and description."""
    part_number = fields.exact_text("part_number")
    if part_number:
        draft.remarks.insert(0, f"Part number {part_number}.")
    draft.fields["summary"] = fields.text("description", 120)


def _looks(
    fields: Fields, said: dict[str, Any], words: str, comments: str, interfaces: Interfaces
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
    )


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


def _everything_said(table: Table) -> str:
    """Return the text in which a file may name its supplies, in small letters."""
    words = [table.get(key) for key in ("description", "comments", "part_number")]
    for key in ("module-bays", "inventory-items"):
        items = table.get(key)
        if isinstance(items, Items):
            for item in items:
                if isinstance(item, Table):
                    words += [item.get(k) for k in ("name", "label", "description", "part_id")]
    return " ".join(word.text for word in words if isinstance(word, Scalar)).lower()


def _power(power: Power, draft: Draft, origin: Origin) -> None:
    draft.fields["psu"] = power.psu or None
    draft.remarks += power.remarks
    if power.source:
        draft.provenance.append({
            "fields": [f"psu.{name}" for name in ("rating_w", "inlet") if name in power.psu],
            "source": origin.cited(power.source), "kind": "guide", "note": CAUTION,
        })  # fmt: skip


def _pdu(pdu: Pdu, draft: Draft) -> None:
    draft.remarks += pdu.remarks
    if pdu.figures:
        draft.fields["pdu"] = pdu.figures
        draft.provenance.append({
            "fields": ["pdu.volts", "pdu.amps", "pdu.phases", "pdu.standard"],
            "source": f"{pdu.standard}, by the inlet {pdu.figures['plug']}{pdu.basis}",
            "kind": "derived", "note": "the file has no fields for volts and amps",
        })  # fmt: skip


def _doubt_ports(fields: Fields, ports: int, kind: str) -> None:
    """Doubt many network ports on what sends its own traffic only."""
    if ports > _MOST_SERVER_PORTS:
        what, mend = f"{ports} network ports on a {kind}", "check the list; it may be a switch's"
        fields.notes.add("many-ports", what, mend, fields.at("interfaces"))


def _gpus(fields: Fields, gpu_bays: int, gpus_named: int | None, draft: Draft) -> None:
    """Count a node's GPUs by their bays, for which the library has no field.

    A number that the text names is told, not taken: it may be the most that fit.
    """
    notes = fields.notes
    draft.fields["nodes"] = 1
    if gpu_bays:
        draft.fields["gpus"] = gpu_bays
        notes.add("gpu-bays", f"{gpu_bays} GPU bays counted as {gpu_bays} GPUs",
                  "see how many are fitted", fields.at("module-bays"))  # fmt: skip
    else:
        named = f"; its text names {gpus_named}" if gpus_named else ""
        notes.add("gpus-unknown", f"how many GPUs it holds is not filed{named}",
                  "fill in gpus from the maker's sheet", fields.table)  # fmt: skip


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
