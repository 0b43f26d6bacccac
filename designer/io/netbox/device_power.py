"""What takes power in a device, or gives it: supplies, GPUs, outlets, batteries, or nothing."""

from designer.catalog.part_bounds import EFFICIENCY
from designer.io.netbox.draft import Draft, Origin
from designer.io.netbox.gpus import Gpus
from designer.io.netbox.inlets import label_of
from designer.io.netbox.modules import ModuleLibrary
from designer.io.netbox.pdus import Pdu
from designer.io.netbox.roles import ups_rating
from designer.io.netbox.safe_yaml import Items, Scalar, Table
from designer.io.netbox.schema import Fields
from designer.io.netbox.supplies import Answers, Power, power_bays, power_of


def take_supplies(
    fields: Fields, draft: Draft, origin: Origin, modules: ModuleLibrary, answers: Answers
) -> None:
    """Read the supplies of what draws IT power."""
    bays = fields.items("module-bays")
    in_bays = bays and not fields.items("power-ports")
    supply = power_of(
        fields,
        power_bays(bays, fields.notes),
        modules.of(origin.folder) if in_bays else (),
        answers.get(draft.fields["id"], ""),
        _everything_said(fields.table),
    )
    _power(supply, draft, origin)


def take_ups(fields: Fields, spoken: str, draft: Draft, origin: Origin) -> None:
    """Read what a UPS is rated at; what it draws is what it feeds."""
    notes, place = fields.notes, fields.table
    kinds = {Fields(port, notes).text("type").lower() for port in fields.items("power-ports")}
    inlets = sorted(label for kind in kinds if (label := label_of(kind)))
    if inlets:
        draft.remarks.append(f"Inlet {' or '.join(inlets)}.")
    rating = ups_rating(spoken)
    if not rating:
        notes.add("ups", "its text names no rating, or several: unknown",
                  "fill in ups.rated_kva from the maker's sheet", place)  # fmt: skip
        return
    draft.fields["ups"] = rating
    draft.provenance.append(origin.record([f"ups.{name}" for name in rating], by="by its text"))
    words = ", ".join(f"{value:g} {name[6:].replace('kva', 'kVA').replace('kw', 'kW')}"
                      for name, value in rating.items())  # fmt: skip
    notes.add("ups", f"rated {words} by its text", at=place)


def state_passive(fields: Fields, draft: Draft, origin: Origin) -> None:
    """State the draw of a panel of front and rear ports: it has nothing that takes power."""
    draft.fields["power_max_w"] = 0
    by = "front and rear ports only, no inlet, no interface"
    draft.provenance.append(origin.record(["power_max_w"], "derived", by=by))
    fields.notes.add("passive", f"{by}: it draws nothing", at=fields.table)


def _power(power: Power, draft: Draft, origin: Origin) -> None:
    psu = power.psu
    draft.fields["psu"] = psu or None
    draft.remarks += power.remarks
    if power.source:
        names = [f"psu.{name}" for name in ("rating_w", "inlet") if name in psu]
        draft.provenance.append(origin.record(names, file=power.source))
    if psu.get("redundancy"):
        by = "needed and spare supplies by its text"
        draft.provenance.append(origin.record(["psu.redundancy"], "derived", by=by))
    if power.draw_w is not None:
        draft.fields["power_max_w"] = power.draw_w
        draft.provenance.append(origin.record(["power_max_w"], by="by its text"))
    elif power.together_w is not None:
        most = round(power.together_w / EFFICIENCY.low)
        draft.fields["unpublished"] = [{
            "fields": ["power_max_w"], "looked_in": origin.cited(), "high": float(most),
            "bound": f"its supplies deliver {power.together_w:,.0f} W together, over an efficiency "
                     f"of {EFFICIENCY.low:g} at least",
        }]  # fmt: skip


def take_pdu(pdu: Pdu, draft: Draft) -> None:
    """Take over a rack PDU's figures: volts and amps follow from its inlet."""
    draft.remarks += pdu.remarks
    if pdu.figures:
        draft.fields["pdu"] = pdu.figures
        draft.provenance.append({
            "fields": ["pdu.volts", "pdu.amps", "pdu.phases", "pdu.standard"],
            "source": f"{pdu.standard}, by the inlet {pdu.figures['plug']}{pdu.basis}",
            "kind": "derived", "note": "the file has no fields for volts and amps",
        })  # fmt: skip


def take_gpus(fields: Fields, gpu_bays: int, gpus: Gpus, draft: Draft, origin: Origin) -> None:
    """Read a node's GPUs, for which the library has no field: by its text, else by its bays.

    A number that the text names without a model is told, not taken: it may be the most that fit.
    """
    notes, said = fields.notes, draft.fields
    said["nodes"] = 1
    if gpus.count is not None:
        said |= {"gpus": gpus.count, "gpu": gpus.model}
        said["compute"] = {"gpu": gpus.part} if gpus.part else None
        which = f", {gpus.part} of the catalogue" if gpus.part else ""
        notes.add("gpus-said", f"{gpus.count} x {gpus.model} by its text{which}",
                  "see that they are fitted", fields.table)  # fmt: skip
        draft.provenance.append(origin.record(["gpus", "gpu"], "derived", by="by its text"))
        if gpu_bays and gpu_bays != gpus.count:
            notes.add("gpu-bays", f"{gpu_bays} GPU bays, but its text names {gpus.count}",
                      "see how many are fitted", fields.at("module-bays"))  # fmt: skip
    elif gpu_bays:
        said["gpus"] = gpu_bays
        draft.provenance.append(origin.record(["gpus"], "derived", by="one for each GPU bay"))
        notes.add("gpu-bays", f"{gpu_bays} GPU bays counted as {gpu_bays} GPUs",
                  "see how many are fitted", fields.at("module-bays"))  # fmt: skip
    else:
        named = f"; its text names {gpus.named}" if gpus.named else ""
        notes.add("gpus-unknown", f"how many GPUs it holds is not filed{named}",
                  "fill in gpus from the maker's sheet", fields.table)  # fmt: skip


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
