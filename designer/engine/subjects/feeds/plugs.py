"""What plugs of rack PDUs are rated for, read from their names. Formulas on plain numbers."""

import re
from typing import Final

from designer.catalog.part import PduFigures
from designer.engine.electric import circuit_kva

_NAMED: Final = re.compile(r"\b([0-9]{1,3}) A\b")
_NEMA: Final = re.compile(r"\bL[0-9]{1,2}-([0-9]{2,3})")
_CALIFORNIA: Final = re.compile(r"\bCS8[0-9]65")
_ALIKE: Final = 0.03
"""How far a rating may lie from a product and be it: makers round (34.5 of 34.502 kVA)."""


def plug_amps(plug: str) -> float | None:
    """Return the rating of a plug in A: NEMA L6-30, CS8365C (50 A), IEC 60309 60 A; else None."""
    found = _NAMED.search(plug) or _NEMA.search(plug)
    if found:
        return float(found[1])
    return 50.0 if _CALIFORNIA.search(plug) else None


def hidden_kva(pdu: PduFigures, derate: float) -> float:
    """Return what is hidden by derating a rating that its maker has derated already, kVA.

    Either its amperes are those of the plug times the derate, and are derated again; or its
    nameplate is the plug's kVA times the derate, twice.
    """
    plug = plug_amps(pdu.plug)
    if plug is None or pdu.standard != "nec" or derate >= 1:
        return 0.0
    if pdu.rated_kva is None:
        again = _is_about(pdu.amps, plug * derate)
        return circuit_kva(pdu.volts, pdu.amps, pdu.phases, 1 - derate) if again else 0.0
    full = circuit_kva(pdu.volts, plug, pdu.phases)
    again = _is_about(pdu.rated_kva, full * derate * derate)
    return full * derate * (1 - derate) if again else 0.0


def _is_about(rating: float, product: float) -> bool:
    return abs(rating - product) <= _ALIKE * product
