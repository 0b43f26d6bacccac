"""GPUs that a text names: how many of which model, and when that is not clear enough."""

from collections.abc import Callable
from pathlib import Path

import pytest

from designer.catalog.load import load_shipped
from designer.io.netbox.gpus import GpuNames, Gpus, gpus_in
from designer.io.netbox.walk import import_path
from tests.helpers.netbox_types import BODY, HEAD, Read, reader

NAMES = GpuNames(load_shipped().parts)


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


@pytest.mark.parametrize(
    ("text", "count", "model", "part"),
    [
        ("8x H100 SXM", 8, "H100 SXM", "h100-sxm"),
        ("with 8 x NVIDIA H100 SXM5 80GB and 2 CPUs", 8, "H100 SXM", "h100-sxm"),
        ("8 × AMD Instinct MI300X OAM", 8, "MI300X OAM", "mi300x"),
        ("HGX H100 8-GPU", 8, "H100 SXM", "h100-sxm"),
        ("NVIDIA HGX B200 8-GPU", 8, "B200 SXM", "b200-sxm"),
        ("4x A100 PCIe", 4, "A100 PCIe", ""),
        ("10x L40S", 10, "L40S", "l40s"),
        ("2 NVIDIA T4", 2, "T4", "t4"),
        ("8x Gaudi 3 OAM", 8, "Gaudi 3 OAM", "gaudi-3-oam"),
        ("8x NVIDIA RTX PRO 6000", 8, "RTX PRO 6000", "rtx-pro-6000"),
        ("2x NVIDIA GeForce RTX 4090", 2, "RTX 4090", "rtx-4090"),
        # Said twice alike is said once.
        ("8x H100 SXM. HGX H100 8-GPU", 8, "H100 SXM", "h100-sxm"),
    ],
)
def test_a_text_that_names_one_number_of_one_model(text: str, count: int, model: str, part: str):
    assert gpus_in(text, NAMES) == Gpus(count, count, model, part)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("up to 8x H100 PCIe", 8),
        ("supports 8x H100 PCIe", 8),
        ("8x H100 or B200 GPUs", 8),
        ("8x MI300X / MI325X", 8),
        ("8x H100, optional", 8),
        ("4x A100 or 8x A100", None),
        ("8x H100 SXM and 2x L4", None),
        ("8x GPUs", 8),
        ("8x P4000", None),
        ("24x A10", None),
        ("SYS-8x H100", None),
        ("H100", None),
        ("", None),
    ],
)
def test_a_text_that_names_what_may_be_in_it(text: str, named: int | None):
    assert gpus_in(text, NAMES) == Gpus(named=named)


def test_a_catalogue_without_accelerators_still_counts():
    assert gpus_in("8x H100 SXM", GpuNames()) == Gpus(8, 8, "H100 SXM", "")


def test_a_node_has_the_gpus_that_its_text_names(tmp_path: Path):
    path = tmp_path / "device-types" / "Acme" / "Box-1.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(HEAD + "description: GPU server, 8x H100 SXM\n" + BODY)
    (part,) = import_path(path, others=load_shipped().parts).parts
    assert (part.kind, part.gpus, part.gpu, part.nodes) == ("node", 8, "H100 SXM", 1)
    assert part.compute is not None
    assert part.compute.gpu == "h100-sxm"
    source = part.source_of("gpus")
    assert source is not None
    assert (source.kind, "by its text" in source.note) == ("derived", True)


def test_fewer_than_four_make_no_node(read):
    assert read(HEAD + "description: 3x L4\n" + BODY).only.kind == "appliance"


def test_bays_that_gainsay_the_text_are_told(read):
    bays = "module-bays:\n" + "".join(f"  - name: GPU {n}\n" for n in range(1, 11))
    found = read(HEAD + "description: 8x H100 SXM\n" + BODY + bays)
    assert found.only.gpus == 8
    assert found.one("gpu-bays").what == "10 GPU bays, but its text names 8"
