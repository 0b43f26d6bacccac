"""Importing a library of device types, against loading the same YAML with PyYAML's C loader.

The files are made here, in the mix of the public library: many small devices, switches with ports
in the dozens, a few chassis, PDUs, servers with bays, racks, and supplies among the module types.
Import is all of it: find, read, check, guess, build and validate the parts, report.
"""

import random
import tempfile
from pathlib import Path

import yaml

from tests.bench.measure import in_turn, seconds
from tests.bench.row import Row

FILES = 1200
FILES_A_SECOND = 300
MAKERS = ("Acme", "Borealis", "Cobalt", "Dynamo", "Elm Street")


def switch(maker: str, n: int, draw: random.Random) -> str:
    ports, medium = draw.choice(
        [
            (48, "25gbase-x-sfp28"),
            (32, "100gbase-x-qsfp28"),
            (64, "400gbase-x-osfp"),
            (24, "1000base-t"),
        ]
    )
    return head(maker, f"SW-{n}", draw) + (
        "console-ports:\n  - name: con0\n    type: rj-45\n"
        + power(2, draw)
        + "interfaces:\n  - name: eth0\n    type: 1000base-t\n    mgmt_only: true\n"
        + "".join(f"  - name: Ethernet{i}\n    type: {medium}\n" for i in range(1, ports + 1))
    )


def server(maker: str, n: int, draw: random.Random) -> str:
    bays = "".join(f"  - name: PSU {i}\n    position: PSU{i}\n" for i in (1, 2))
    slots = "".join(
        f"  - name: PCIe {i}\n    position: '{i}'\n    description: Full height, x16\n"
        for i in range(1, draw.randint(3, 12))
    )
    return head(maker, f"SRV-{n}", draw) + (
        f"comments: '[Data sheet](https://example.com/srv-{n}.pdf), supplies PWS-{n % 5}K70A'\n"
        "interfaces:\n  - name: BMC\n    type: 1000base-t\n    mgmt_only: true\n"
        "  - name: eth0\n    type: 25gbase-x-sfp28\n  - name: eth1\n    type: 25gbase-x-sfp28\n"
        "module-bays:\n" + bays + slots
    )


def pdu(maker: str, n: int, draw: random.Random) -> str:
    outlets = "".join(
        f"  - name: '{i}'\n    type: iec-60320-c{19 if i % 6 == 0 else 13}\n"
        f"    power_port: Inlet\n    feed_leg: {'ABC'[i % 3]}\n"
        for i in range(1, draw.choice((8, 24, 42)) + 1)
    )
    return head(maker, f"PDU-{n}", draw, units="0", full="false") + (
        "power-ports:\n  - name: Inlet\n    type: nema-l21-30p\npower-outlets:\n" + outlets
    )


def small(maker: str, n: int, draw: random.Random) -> str:
    return (
        head(maker, f"BOX-{n}", draw)
        + power(1, draw)
        + (
            "interfaces:\n"
            + "".join(f"  - name: ge{i}\n    type: 1000base-t\n" for i in range(draw.randint(1, 9)))
        )
    )


def chassis(maker: str, n: int, draw: random.Random) -> str:
    return head(maker, f"CH-{n}", draw, units="10") + (
        "subdevice_role: parent\nmodule-bays:\n"
        + "".join(f"  - name: Line card {i}\n    position: '{i}'\n" for i in range(1, 17))
        + "device-bays:\n"
        + "".join(f"  - name: Bay {i}\n" for i in range(1, 17))
        + "interfaces:\n"
        + "".join(
            f"  - name: Eth{c}/{i}\n    type: 100gbase-x-qsfp28\n"
            for c in range(4)
            for i in range(36)
        )
    )


def rack(maker: str, n: int, draw: random.Random) -> str:
    return (
        f"---\nmanufacturer: {maker}\nmodel: R{n}\nslug: {slug(maker)}-r{n}\n"
        "form_factor: 4-post-cabinet\n"
        f"width: 19\nu_height: {draw.choice((42, 48))}\nstarting_unit: 1\nouter_width: 600\n"
        "outer_depth: 1200\nouter_unit: mm\nmax_weight: 1020\nweight: 134.5\nweight_unit: kg\n"
    )


def slug(maker: str) -> str:
    return maker.lower().replace(" ", "-")


def head(maker: str, model: str, draw: random.Random, units: str = "", full: str = "true") -> str:
    weight = f"weight: {draw.uniform(2, 40):.1f}\nweight_unit: {draw.choice(('kg', 'lb'))}\n"
    air = f"airflow: {draw.choice(('front-to-rear', 'rear-to-front', 'passive'))}\n"
    return (
        f"---\nmanufacturer: {maker}\nmodel: {model}\nslug: {slug(maker)}-{model.lower()}\n"
        f"part_number: {model}-00\nu_height: {units or draw.choice(('1', '2', '1.0', '4'))}\n"
        f"is_full_depth: {full}\n"
        + (weight if draw.random() < 0.54 else "")
        + (air if draw.random() < 0.5 else "")
    )


def power(count: int, draw: random.Random) -> str:
    draws = f"    maximum_draw: {draw.choice((450, 650, 1100))}\n" if draw.random() < 0.7 else ""
    return "power-ports:\n" + "".join(
        f"  - name: PSU{i}\n    type: iec-60320-c14\n{draws}" for i in range(1, count + 1)
    )


MIX = ((switch, 30), (server, 20), (pdu, 5), (small, 40), (chassis, 2), (rack, 3))


def library(folder: Path, files: int) -> list[Path]:
    """Write a library of made-up devices; return its files of devices and racks."""
    draw = random.Random(20261121)
    makes, weights = zip(*MIX, strict=True)
    paths = []
    for n in range(files):
        make = draw.choices(makes, weights)[0]
        maker = draw.choice(MAKERS)
        inside = folder / ("rack-types" if make is rack else "device-types") / maker
        inside.mkdir(parents=True, exist_ok=True)
        paths.append(inside / f"{make.__name__}-{n}.yaml")
        paths[-1].write_text(make(maker, n, draw), encoding="utf-8")
    for maker in MAKERS:
        inside = folder / "module-types" / maker
        inside.mkdir(parents=True)
        for n in range(5):
            (inside / f"PWS-{n}K70A.yaml").write_text(
                f"---\nmanufacturer: {maker}\nmodel: PWS-{n}K70A\npower-ports:\n"
                f"  - name: PSU\n    type: iec-60320-c20\n    maximum_draw: {n + 1}700\n",
                encoding="utf-8",
            )
    return paths


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on importing."""
    from designer.io.netbox.safe_yaml import FAST
    from designer.io.netbox.walk import import_path

    loader = yaml.CSafeLoader if FAST else yaml.SafeLoader
    files = 60 if tiny else FILES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = library(folder, files)

        def import_it() -> None:
            assert len(import_path(folder).parts) == files

        def load_it() -> None:
            for path in paths:
                yaml.load(path.read_bytes(), Loader=loader)

        imported, loaded = in_turn(
            lambda: seconds(import_it), lambda: seconds(load_it), 2 if tiny else 7
        )
        size = sum(path.stat().st_size for path in paths) / files
    speed = files / imported
    return [
        Row(
            "import of device types",
            imported / loaded,
            2,
            against="loading the same YAML with PyYAML's C loader",
            detail=f"{imported * 1e3:.0f} ms against {loaded * 1e3:.0f} ms, {files} files of "
            f"{size / 1e3:.1f} kB on average",
        ),
        Row(
            "import, time a file",
            1e3 / speed,
            round(1e3 / FILES_A_SECOND, 2),
            unit="ms",
            detail=f"{speed:.0f} files a second on one core; at least {FILES_A_SECOND}",
        ),
    ]
