"""What hangs by hand on a part follows a map to the ports of the one that takes its place."""

from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import replace_part
from designer.document.errors import EditError
from designer.document.port_maps import PortLine, port_lines, ports_of, proposed
from designer.model.change import Change, apply
from designer.model.design import Cable, Cord, Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.wiring.network import expand_network

CATALOG = load_shipped()


@cache
def hall(port: str = "2.2", purpose: str = "compute") -> Design:
    """One pod in which a node is joined to a leaf of a fabric by hand, and a cord is laid."""
    made = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    every = tuple(Layout(made).every())
    leaf = next(one.key for one in every if one.fabric == purpose and one.tier == "leaf")
    cable = Cable(id="c1", a=node(made), b=leaf, a_port=port, b_port="1", fabric=purpose)
    cord = Cord(id="k1", supply=f"{node(made)}:psu6")
    return apply(made, Change(put=(("cables", (cable,)), ("cords", (cord,)))))


def node(made: Design) -> str:
    return next(one.key for one in Layout(made).every() if one.part == "dgx-h100")


def replaced(by: str, *pairs: tuple[str, str], design: Design | None = None) -> Design:
    return replace_part(CATALOG, "dgx-h100", by, ports=pairs)(design or hall())


def told(by: str, *pairs: tuple[str, str]) -> dict[str, PortLine]:
    bare = hall().evolve(cables=(), cords=())
    after = replaced(by, design=bare).evolve(cables=hall().cables, cords=hall().cords)
    found = port_lines(hall(), after, CATALOG, ("dgx-h100", by), pairs)
    return {line.port.key: line for line in found}


def test_ports_are_told_as_they_are_written_on_cables() -> None:
    keys = [port.key for port in ports_of(CATALOG.require("dgx-h100"))]
    assert keys[:3] == ["compute:1.1", "compute:1.2", "compute:2.1"]
    assert keys[-1] == "supply:6"
    pairs = proposed(CATALOG.require("dgx-h100"), CATALOG.require("dgx-b300"))
    assert pairs["compute:2.2"] == "compute:4", "eight cages of one port, in place of four of two"
    assert pairs["host 100G:2"] == "", "it has none of that purpose left"


def test_a_cable_by_hand_takes_the_next_port_of_its_purpose() -> None:
    now = replaced("dgx-b300")
    assert now.cables[0].a_port == "4"
    assert now.cables[0].b_port == hall().cables[0].b_port
    then = expand_network(now, CATALOG).find("compute")
    assert then is not None
    ends = [{a, b} for a, b, _ in then.cables()]
    assert {f"{now.cables[0].a}:4", f"{now.cables[0].b}:1.1"} in ends
    assert not [it for it in then.refusals if it.form == "refused"]


def test_what_is_mapped_by_hand_goes_there_as_one_step() -> None:
    document = Document(hall())
    pairs = (("compute:2.2", "compute:3.1"), ("supply:6", "supply:1"))
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-b200", ports=pairs))
    now = document.design
    assert (now.cables[0].a_port, now.cords[0].supply) == ("3.1", f"{node(hall())}:psu1")
    document.undo()
    assert document.design == hall()


def test_what_is_taken_off_is_gone_and_the_rest_stays() -> None:
    now = replaced("dgx-h200", ("compute:2.2", ""))
    assert not now.cables
    assert now.cords == hall().cords


@pytest.mark.parametrize(
    ("by", "pairs", "words"),
    [
        ("dgx-a100", (), "run at 200 Gb/s, the fabric at 400 Gb/s"),
        ("dgx-h200", (("compute:2.2", "in-band:1"),), "its in-band ports are not for"),
        ("dgx-h200", (("compute:2.2", "supply:1"),), "a cable of a network hangs on a port"),
        ("dgx-h200", (("supply:6", "compute:1.1"),), "a cord hangs on a supply"),
        ("dgx-h200", (("compute:2.2", "compute:9.1"),), "compute:9.1 is none"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(
    by: str, pairs: tuple[tuple[str, str], ...], words: str
) -> None:
    with pytest.raises(EditError, match=words):
        replaced(by, *pairs)
    crossed = [line for line in told(by, *pairs).values() if line.refusal]
    assert [words in line.refusal for line in crossed] == [True]


def test_two_cables_do_not_share_a_port() -> None:
    second = hall().cables[0].evolve(id="c2", a_port="1.1", b_port="2")
    design = apply(hall(), Change(put=(("cables", (second,)),)))
    with pytest.raises(EditError, match=r"compute 2\.2: c2 hangs there already|c1 hangs there"):
        replaced("dgx-h200", ("compute:1.1", "compute:2.2"), design=design)


def test_of_some_the_others_keep_their_cables() -> None:
    keys = [one.key for one in Layout(hall()).every() if one.part == "dgx-h100"]
    now = replace_part(CATALOG, "dgx-h100", "dgx-b300", (Layout(hall()).rack_of(keys[-1]),))(hall())
    assert now.cables == hall().cables, "its node is in another rack"
