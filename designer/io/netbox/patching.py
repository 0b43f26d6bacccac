"""Ports of patch panels: what the front ports of a device type say of them."""

from collections import Counter

from designer.io.netbox.draft import Draft, Origin
from designer.io.netbox.schema import Fields


def take_patch(fields: Fields, draft: Draft, origin: Origin) -> None:
    """State the ports of a patch panel, as far as its front ports are filed.

    Those for MPO are counted. Of those for LC the file does not say whether each is one fibre or
    two, so that they stay unknown; where it lists ports and none of a sort, there are 0 of it.
    """
    ports = [Fields(port, fields.notes) for port in fields.items("front-ports")]
    types = Counter(port.text("type").partition("-")[0] for port in ports)
    if not types:
        return
    stated = {"mpo_ports": types["mpo"]}
    if not types["lc"]:
        stated["lc_ports"] = 0
    else:
        what = f"{types['lc']} front ports for LC, of one fibre or of two: that is not filed"
        fields.notes.add("lc-ports", what, "give patch.lc_ports, those for two fibres",
                         at=fields.at("front-ports"))  # fmt: skip
    draft.fields["patch"] = stated
    by = "as many front ports as are filed"
    names = [f"patch.{name}" for name in stated]
    draft.provenance.append(origin.record(names, "derived", by=by))
