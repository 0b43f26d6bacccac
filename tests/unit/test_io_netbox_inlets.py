"""Inlets by type: volts, amps, phases and the most they carry, written down from the standards.

IEC 60320-1 (2.5, 10 and 16 A inlets), IEC 60309-2 (clock positions), ANSI/NEMA WD 6. A type that
leaves the volts open, or is rated 250 V, carries 250 V times its amps; one for 120 V 130 V; one of
IEC 60309, which names no amps, 125 A; three phases √3 times that.
"""

import pytest

from designer.io.netbox.inlets import IEC_60309, IEC_60320, NEMA, Inlet, inlet_of, label_of
from designer.io.netbox.inlets import plausible_w as carried_w

CS = "CS6365C/CS8365C series"


@pytest.mark.parametrize(
    ("name", "label", "volts", "amps", "phases", "delta", "standard", "watts"),
    [
        ("iec-60320-c6", "C6", None, 2.5, 1, False, IEC_60320, 625),
        ("iec-60320-c8", "C8", None, 2.5, 1, False, IEC_60320, 625),
        ("iec-60320-c14", "C14", None, 10, 1, False, IEC_60320, 2500),
        ("iec-60320-c16", "C16", None, 10, 1, False, IEC_60320, 2500),
        ("iec-60320-c18", "C18", None, 10, 1, False, IEC_60320, 2500),
        ("iec-60320-c20", "C20", None, 16, 1, False, IEC_60320, 4000),
        ("iec-60320-c22", "C22", None, 16, 1, False, IEC_60320, 4000),
        ("iec-60309-p-n-e-4h", "IEC 60309 P+N+E 4h", 120, None, 1, False, IEC_60309, 16_250),
        ("iec-60309-2p-e-4h", "IEC 60309 2P+E 4h", 120, None, 1, False, IEC_60309, 16_250),
        ("iec-60309-p-n-e-6h", "IEC 60309 P+N+E 6h", 230, None, 1, False, IEC_60309, 31_250),
        ("iec-60309-2p-e-6h", "IEC 60309 2P+E 6h", 230, None, 1, False, IEC_60309, 31_250),
        ("iec-60309-p-n-e-9h", "IEC 60309 P+N+E 9h", 400, None, 1, False, IEC_60309, 50_000),
        ("iec-60309-2p-e-9h", "IEC 60309 2P+E 9h", 400, None, 1, False, IEC_60309, 50_000),
        ("iec-60309-3p-e-6h", "IEC 60309 3P+E 6h", 400, None, 3, True, IEC_60309, 86_602.5),
        ("iec-60309-3p-n-e-6h", "IEC 60309 3P+N+E 6h", 400, None, 3, False, IEC_60309, 86_602.5),
        ("iec-60309-3p-e-9h", "IEC 60309 3P+E 9h", 208, None, 3, True, IEC_60309, 54_126.6),
        ("iec-60309-3p-n-e-9h", "IEC 60309 3P+N+E 9h", 208, None, 3, False, IEC_60309, 54_126.6),
        ("cs6365c", "CS6365C", 240, 50, 1, False, CS, 12_500),
        ("cs8265c", "CS8265C", 208, 50, 1, False, CS, 12_500),
        ("cs8365c", "CS8365C", 208, 50, 3, True, CS, 21_650.6),
        ("nema-1-15p", "NEMA 1-15P", 120, 15, 1, False, NEMA, 1950),
        ("nema-5-15p", "NEMA 5-15P", 120, 15, 1, False, NEMA, 1950),
        ("nema-l5-20p", "NEMA L5-20P", 120, 20, 1, False, NEMA, 2600),
        ("nema-l6-30p", "NEMA L6-30P", 208, 30, 1, False, NEMA, 7500),
        ("nema-10-30p", "NEMA 10-30P", 240, 30, 1, False, NEMA, 7500),
        ("nema-14-50p", "NEMA 14-50P", 240, 50, 1, False, NEMA, 12_500),
        ("nema-l15-30p", "NEMA L15-30P", 208, 30, 3, True, NEMA, 12_990.4),
        ("nema-l21-30p", "NEMA L21-30P", 208, 30, 3, False, NEMA, 12_990.4),
        ("nema-l22-30p", "NEMA L22-30P", 480, 30, 3, False, NEMA, 24_941.5),
    ],
)
def test_what_a_type_fixes(
    name: str,
    label: str,
    volts: float | None,
    amps: float | None,
    phases: int,
    delta: bool,
    standard: str,
    watts: float,
) -> None:
    inlet = inlet_of(name)
    assert inlet is not None
    assert (inlet.label, inlet.volts, inlet.amps) == (label, volts, amps)
    assert (inlet.phases, inlet.delta, inlet.standard) == (phases, delta, standard)
    assert inlet_of(name.upper()) == inlet
    assert label_of(name) == label
    assert carried_w(name) == pytest.approx(watts, abs=0.1)


@pytest.mark.parametrize(
    ("connector", "label"),
    [("c5", "C6"), ("c7", "C8"), ("c13", "C14"), ("c15", "C16"), ("c19", "C20"), ("c21", "C22")],
)
def test_a_connector_stands_for_the_inlet_it_goes_into(connector: str, label: str) -> None:
    """IEC 60320-1, IEC 60320-3."""
    assert label_of(f"iec-60320-{connector}") == label


@pytest.mark.parametrize(
    ("name", "watts"),
    [
        ("usb-c", 240),
        ("usb-a", 240),
        ("hardwired", None),
        ("dc-terminal", 12_000),
        ("nema-7-15p", 12_000),
        ("nema-l6-3p", 12_000),
        ("iec-60309-p-n-e-5h", 12_000),
        ("", 12_000),
    ],
)
def test_a_type_that_fixes_nothing_keeps_its_own_name(name: str, watts: float | None) -> None:
    """USB Power Delivery 3.1 carries 240 W; beyond 12 kW no single supply is plausible."""
    assert inlet_of(name) is None
    assert label_of(name) == name
    assert carried_w(name) == watts


@pytest.mark.parametrize(
    ("volts", "phases", "watts"),
    [
        (None, 1, 2500),
        (120, 1, 1300),
        (130, 1, 1300),
        (131, 1, 2500),
        (208, 1, 2500),
        (250, 1, 2500),
        (277, 1, 2770),
        (480, 3, 8313.8),
    ],
)
def test_the_most_ten_amps_carry(volts: float | None, phases: int, watts: float) -> None:
    assert Inlet("X", volts, 10, phases).limit_w() == pytest.approx(watts, abs=0.1)
    assert Inlet("X", volts, None, phases).limit_w() is None
