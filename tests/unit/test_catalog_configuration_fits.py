"""What a system cannot be made of is refused: form of modules and slots, mixed GPUs, ports twice.

And what its maker measured with other GPUs is no longer said to be the maker's.
"""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.component import role_named
from designer.catalog.configuration.build import part_of
from designer.catalog.configuration.choices import Choice, read_choice, systems
from designer.catalog.configuration.derive import Configured, configured
from designer.catalog.configuration.fits import first_part
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure, mass_figure
from designer.ui.state.configure_words import verdict

NICS = "1xconnectx-7:storage,1xconnectx-7:in-band"


@pytest.fixture(name="catalog")
def fixture_catalog() -> Catalog:
    return load_shipped()


def found(system_id: str, values: dict[str, str], catalog: Catalog) -> Configured:
    system = catalog.require(system_id)
    choice = read_choice(system, values, catalog)
    return configured(system, choice.components, choice.psu, catalog)


def made(system_id: str, values: dict[str, str], catalog: Catalog) -> Part:
    system = catalog.require(system_id)
    return part_of(system, read_choice(system, values, catalog), catalog)


@pytest.mark.parametrize(
    ("system_id", "values", "words"),
    [
        ("dgx-h100", {"board": "gb300-nvl72-compute-tray"}, "belongs to a rack system"),
        # It states no form of its chips, and a domain of more than its own.
        ("dgx-h100", {"board": "rubin-ultra-compute-blade"}, "belongs to a rack system"),
        ("mi300x-8-oam-node", {"board": "helios-compute-tray"}, "belongs to a rack system"),
        ("dgx-h100", {"board": "mi300x-platform"}, "is built for a board of SXM modules"),
        ("l40s-pcie-node", {"gpus": "8xh100-sxm"}, "has the form SXM, not PCIe"),
        ("dgx-h100", {"board": "none", "gpus": "8xmi300x"}, "has the form OAM, not PCIe"),
        ("l40s-pcie-node", {"gpus": "none", "board": "hgx-h100-8gpu"}, "no place for a baseboard"),
        ("l40s-pcie-node", {"gpus": "8xl40s,2xh200-nvl"}, "8 × L40S 48 GB with 2 × H200 NVL"),
        ("dgx-h100", {"gpus": "8xl40s"}, "1 × HGX H100 8-GPU with 8 × L40S 48 GB"),
        ("dgx-h100", {"board": "hgx-b300-8gpu"}, "8 ports for compute of its own"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    system_id: str, values: dict[str, str], words: str, catalog: Catalog
) -> None:
    told = found(system_id, values, catalog)
    assert words in told.refused
    assert "\n" not in told.refused
    assert verdict(told) == (told.refused, "error")


@pytest.mark.parametrize(
    ("system_id", "values"),
    [
        ("dgx-h100", {"board": "hgx-b200-8gpu"}),
        ("dgx-h100", {"board": "hgx-b300-8gpu", "nics": NICS}),
        ("dgx-h100", {"board": "none", "gpus": "8xl40s"}),
        ("l40s-pcie-node", {"gpus": "8xh200-nvl"}),
        ("l40s-pcie-node", {"gpus": "4xl40s,2xl40s"}),
        ("mi300x-8-oam-node", {"board": "mi325x-platform"}),
    ],
)
def test_what_the_catalogue_speaks_not_against_is_made(
    system_id: str, values: dict[str, str], catalog: Catalog
) -> None:
    assert found(system_id, values, catalog).refused == ""


def test_no_system_as_sold_is_refused(catalog: Catalog) -> None:
    for system in systems(catalog):
        assert found(system.id, {}, catalog).refused == "", system.id


def test_no_two_groups_of_ports_share_a_name(catalog: Catalog) -> None:
    # The board's come before those of adapters that stay, and are called otherwise.
    ports = found("dgx-h100", {"board": "hgx-b300-8gpu"}, catalog).ports
    names = [group.name for group in ports]
    assert len(names) == len(set(names))
    assert {"compute", "compute-2"} <= set(names)


def test_what_is_added_at_first_fits(catalog: Catalog) -> None:
    gpus = role_named("gpus")
    assert first_part(gpus, (), catalog).id == "h100-pcie"
    sold = catalog.require("l40s-pcie-node").made_of
    assert first_part(gpus, sold, catalog).id == "l40s"


def test_a_share_of_heat_measured_with_another_board_is_unknown(catalog: Catalog) -> None:
    part = made("dgx-h100", {"board": "hgx-b200-8gpu"}, catalog)
    share = liquid_figure(part)
    assert (share.low, share.high) == (0, 1)
    assert not any("liquid_fraction" in one.fields for one in part.provenance)
    wet = made("hgx-b200-4u-liquid", {"board": "hgx-h200-8gpu"}, catalog)
    assert (liquid_figure(wet).low, liquid_figure(wet).high) == (0, 1)


def test_what_a_loss_of_supplies_did_with_other_gpus_is_unknown(catalog: Catalog) -> None:
    sold = catalog.require("dgx-h100")
    part = made("dgx-h100", {"board": "hgx-b200-8gpu"}, catalog)
    assert sold.psu is not None
    assert part.psu is not None
    assert (sold.psu.throttles_from, part.psu.throttles_from) == (3, None)
    assert not any("psu.throttles_from" in one.fields for one in part.provenance)
    assert part.psu.redundancy == sold.psu.redundancy
    # Of the same GPUs it holds, also where a system that was configured gets its own ones back.
    fewer = made("dgx-h100", {"memory": "16x64"}, catalog)
    assert fewer.psu == sold.psu
    choice = read_choice(part, {"board": "hgx-h100-8gpu"}, catalog)
    assert configured(sold, choice.components, choice.psu, catalog).as_sold


def test_other_cards_in_an_air_cooled_chassis_are_derived_to_be_in_air(catalog: Catalog) -> None:
    part = made("dell-xe7740-h200-nvl", {"gpus": "8xl40s"}, catalog)
    assert part.liquid_fraction == 0
    told = [one for one in part.provenance if "liquid_fraction" in one.fields]
    assert [one.kind for one in told] == ["derived"]


def test_a_mass_is_bounded_by_the_chassis_in_the_figure_as_in_the_part(catalog: Catalog) -> None:
    checked = 0
    for system in systems(catalog):
        if system.bare_kg is None:
            continue
        without = {"board": "none", "gpus": "none", "memory": "none"}
        told, part = found(system.id, without, catalog), made(system.id, without, catalog)
        bounds = mass_figure(part)
        assert told.mass.low == pytest.approx(bounds.low, abs=0.1), system.id
        assert told.mass.high == pytest.approx(bounds.high, abs=1), system.id
        checked += 1
    assert checked > 1


def test_what_a_loss_of_supplies_did_with_other_supplies_is_unknown(catalog: Catalog) -> None:
    """Three of six keep DGX H100 running, capped: of two nobody says what one does."""
    sold = catalog.require("dgx-h100")
    assert sold.psu is not None
    assert sold.psu.throttles_from == 3
    fewer = sold.psu.evolve(count=2, redundancy="")
    two = part_of(sold, Choice(sold.made_of, fewer, "Two supplies", ""), catalog)
    assert two.psu is not None
    assert (two.psu.count, two.psu.throttles, two.psu.throttles_from) == (2, None, None)
    assert not any("psu.throttles_from" in one.fields for one in two.provenance)
