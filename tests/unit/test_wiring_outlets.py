"""Outlets of rack PDUs: their numbers, what is free, and what nobody states."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.wiring.power_outlets import (
    Outlets,
    not_stated,
    of_either,
    outlet_counts,
    outlets_of,
    socket_of,
    takes_plug,
)


def strip(**figures: int | None) -> Part:
    """Return a rack PDU of two C13 and three C19, with other numbers where they are given."""
    part = load_shipped().require("pdu-415v-60a-3ph")
    assert part.pdu is not None
    counts: dict[str, int | None] = {"outlets_c13": 2, "outlets_c19": 3}
    return part.evolve(pdu=part.pdu.evolve(**(counts | figures)))


def test_c13_come_before_c19() -> None:
    assert list(outlets_of(strip())) == [(1, "C13"), (2, "C13"), (3, "C19"), (4, "C19"), (5, "C19")]


def test_numbers_are_known_where_all_before_them_are_counted() -> None:
    assert list(outlets_of(strip(outlets_c19=None))) == [(1, "C13"), (2, "C13")]
    assert list(outlets_of(strip(outlets_c13=None))) == []
    assert list(outlets_of(strip().evolve(pdu=None))) == []
    assert list(outlets_of(None)) == []


@pytest.mark.parametrize(
    ("hidden", "socket", "by_number", "ref"),
    [
        ("", "C19", True, ""),
        ("outlets_c13", "C19", False, ""),
        ("outlets_c13", "C19", True, "pdu-415v-60a-3ph.pdu.outlets_c13"),
        ("outlets_c13", "C13", False, "pdu-415v-60a-3ph.pdu.outlets_c13"),
        ("outlets_c19", "", False, ""),
        ("outlets_c19", "", True, "pdu-415v-60a-3ph.pdu.outlets_c19"),
    ],
)
def test_what_is_not_stated_of_outlets(hidden: str, socket: str, by_number: bool, ref: str) -> None:
    part = strip(**({hidden: None} if hidden else {}))
    assert not_stated(part, socket, by_number=by_number) == ref


def test_a_pdu_without_figures_states_nothing() -> None:
    part = strip().evolve(pdu=None)
    assert not_stated(part, "C13", by_number=False) == "pdu-415v-60a-3ph.pdu"


def test_outlets_are_taken_once_and_run_out() -> None:
    outlets = Outlets((strip(),))
    assert [outlets.take(0, "C19") for _ in range(4)] == [3, 4, 5, None]
    assert outlets.used == {0: 3}


@pytest.mark.parametrize(
    ("number", "socket", "why"),
    [
        (5, "C19", ""),
        (6, "C19", "Rack PDU 415 V 60 A 3-phase has 5 outlets, not 6"),
        (1, "C19", "outlet 1 is a C13, the plug needs a C19"),
        (1, "", ""),
    ],
)
def test_an_outlet_is_taken_by_its_number(number: int, socket: str, why: str) -> None:
    assert Outlets((strip(),)).take_number(0, number, socket) == why


def test_an_outlet_of_a_number_is_there_once() -> None:
    outlets = Outlets((strip(),))
    assert outlets.take_number(0, 3, "C19") == ""
    assert outlets.take_number(0, 3, "C19") == "outlet 3 is taken already"
    assert outlets.take(0, "C19") == 4


def test_where_a_kind_is_not_counted_no_number_after_it_is_known() -> None:
    outlets = Outlets((strip(outlets_c13=None),))
    assert outlets.take_number(0, 99, "C19") == ""
    assert [outlets.take(0, "C19") for _ in range(4)] == [0, 0, 0, None]
    assert outlets.take(0, "C13") == 0


@pytest.mark.parametrize(
    ("counts", "number", "socket", "why"),
    [
        ((0, None), 7, "C13", "outlet 7 can only be a C19, the plug needs a C13"),
        ((0, None), 7, "C19", ""),
        ((None, 0), 7, "C19", "outlet 7 can only be a C13, the plug needs a C19"),
        ((None, 0), 7, "C13", ""),
        ((6, None), 6, "C19", "outlet 6 can only be a C13, the plug needs a C19"),
        ((6, None), 7, "C13", "outlet 7 can only be a C19, the plug needs a C13"),
        ((None, 1), 7, "C13", ""),
        ((None, 1), 7, "C19", ""),
        ((None, None), 7, "C13", ""),
        ((0, None), 7, "", ""),
    ],
)
def test_a_number_is_refused_where_no_count_gives_it_an_outlet_of_the_kind(
    counts: tuple[int | None, int | None], number: int, socket: str, why: str
) -> None:
    """By every count that may be hidden: C13 come first, so that some numbers have one kind."""
    outlets = Outlets((strip(outlets_c13=counts[0], outlets_c19=counts[1]),))
    assert outlets.take_number(0, number, socket) == why
    truths = [
        Outlets((strip(outlets_c13=c13, outlets_c19=c19),)).take_number(0, number, socket)
        for c13 in (range(12) if counts[0] is None else (counts[0],))
        for c19 in (range(12) if counts[1] is None else (counts[1],))
    ]
    assert all(truths) == bool(why)


def test_what_a_plug_needs_follows_from_the_inlet() -> None:
    catalog = load_shipped()
    assert socket_of(catalog.require("dgx-h100")) == "C19"
    assert socket_of(catalog.require("rack-48u")) == ""
    assert socket_of(None) == ""
    part = strip()
    assert part.pdu is not None
    assert outlet_counts(part.pdu) == {"C13": 2, "C19": 3}


def test_outlets_for_either_plug_take_what_finds_none_of_its_own() -> None:
    """Vertiv, Server Technology, APC, Lenovo: a combination outlet takes a plug C14 or C20."""
    part = strip(outlets_either=2)
    assert list(of_either(part)) == [4, 5]
    outlets = Outlets((part,))
    assert [outlets.take(0, "C13") for _ in range(5)] == [1, 2, 4, 5, None]
    assert [outlets.take(0, "C19") for _ in range(2)] == [3, None]
    others = Outlets((part,))
    assert [others.take(0, "C19") for _ in range(2)] == [3, 4], "those for one plug go first"
    assert [others.take(0, "C13") for _ in range(4)] == [1, 2, 5, None]
    assert part.pdu is not None
    assert (takes_plug(part.pdu, "C13"), takes_plug(part.pdu, "C19")) == (4, 3)


def test_a_strip_with_nothing_but_outlets_for_either_feeds_both() -> None:
    part = strip(outlets_c13=0, outlets_either=3)
    outlets = Outlets((part,))
    assert outlets.take(0, "C13") == 1
    assert outlets.take(0, "C19") == 2
    assert outlets.take_number(0, 3, "C13") == ""
    assert outlets.takes(0, 3, "C13")
    assert not outlets.takes(0, 1, "C15")


def test_outlets_for_either_are_some_of_the_long_ones() -> None:
    part = strip(outlets_c19=3, outlets_either=4)
    assert part.pdu is not None
    assert [field for field, _ in part.pdu.own_problems()] == ["outlets_either"]
