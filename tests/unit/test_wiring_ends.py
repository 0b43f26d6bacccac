"""Addresses of ends, and the rules by which supplies spread over feeds."""

import pytest

from designer.wiring.ends import End, EndError, parse_end
from designer.wiring.power_cording import complaint, spread


@pytest.mark.parametrize(
    ("text", "bare", "end"),
    [
        ("dgx-B08-1:psu3", "port", End("dgx-B08-1", "supply", 3)),
        ("B08/n1:psu3", "outlet", End("B08/n1", "supply", 3)),
        ("pdu-B08-A:24", "outlet", End("pdu-B08-A", "outlet", 24)),
        ("pdu-B08-A", "outlet", End("pdu-B08-A")),
        ("pdu-B08-A:breaker2", "outlet", End("pdu-B08-A", "breaker", 2)),
        ("leaf-03:17", "port", End("leaf-03", "port", 17)),
        ("leaf-03:17.2", "port", End("leaf-03", "port", 17, 2)),
        ("nvl-1:shelf8", "port", End("nvl-1", "shelf", 8)),
        ("nvl-1:bus", "port", End("nvl-1", "busbar")),
        ("crah-1:whip1", "port", End("crah-1", "whip", 1)),
        ("cdu-02:secondary", "port", End("cdu-02", "secondary")),
        ("A:out", "port", End("A", "output")),
        ("odd:id:in2", "port", End("odd:id", "input", 2)),
    ],
)
def test_an_address_is_read_and_written_back(text: str, bare: str, end: End) -> None:
    assert parse_end(text, bare) == end
    assert str(end) == text


@pytest.mark.parametrize(
    ("text", "bare", "said"),
    [
        ("", "port", "names no device"),
        (":psu3", "port", "names no device"),
        ("two words:psu3", "port", "names no device"),
        ("dgx:\npsu3", "port", "names no device"),
        ("dgx:psu0", "port", "'psu0' is no end"),
        ("dgx:plug3", "port", "a port such as 17 or 17.2"),
        ("pdu:17.2", "outlet", "an outlet such as 24"),
        ("pdu:024", "outlet", "'024' is no end"),
        ("leaf:17.0", "port", "'17.0' is no end"),
        ("leaf:99999999999", "port", "is no end"),
        ("dgx:" + "x" * 500, "port", "is no end"),
    ],
)
def test_what_is_no_address_is_refused_in_one_line(text: str, bare: str, said: str) -> None:
    with pytest.raises(EndError) as refused:
        parse_end(text, bare)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_evenly_goes_round_the_feeds_from_where_the_device_below_ended() -> None:
    assert list(spread("evenly", 6, 3)) == [0, 1, 2, 0, 1, 2]
    assert list(spread("", 2, 3, start=2)) == [2, 0]


def test_by_side_gives_each_feed_a_run_of_supplies() -> None:
    assert list(spread("by-side", 6, 2)) == [0, 0, 0, 1, 1, 1]
    assert list(spread("by-side", 4, 3)) == [0, 0, 1, 2]


def test_a_declared_spread_follows_the_order_of_feeds() -> None:
    assert list(spread("2+2+2", 6, 3)) == [0, 0, 1, 1, 2, 2]
    assert list(spread("4+2", 6, 2)) == [0, 0, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("rule", "supplies", "feeds", "dealt", "said"),
    [
        ("2+2+2", 6, 2, [0, 0, 1, 1, -1, -1], "2+2+2 needs 3 feeds, the rack has 2"),
        ("3+3", 4, 2, [0, 0, 0, 1], "3+3 spreads 6 supplies, there are 4"),
        ("1+1", 4, 2, [0, 1, -1, -1], "1+1 spreads 2 supplies, there are 4"),
        ("3 + 3", 6, 2, [-1] * 6, "'3 + 3' is no rule"),
        ("3+", 6, 2, [-1] * 6, "'3+' is no rule"),
    ],
)
def test_a_rule_that_cannot_serve_every_supply_says_why(
    rule: str, supplies: int, feeds: int, dealt: list[int], said: str
) -> None:
    assert list(spread(rule, supplies, feeds)) == dealt
    assert said in complaint(rule, supplies, feeds)


def test_a_rule_that_serves_every_supply_has_no_complaint() -> None:
    for rule in ("", "evenly", "by-side", "3+3"):
        assert complaint(rule, 6, 2) == ""
        assert -1 not in spread(rule, 6, 2)
