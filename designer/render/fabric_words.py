"""What is said of a fabric beside its drawing: bisection, cuts, losses, in TB/s each way.

Nothing is computed here. May import the engine's report, and `model`. No Qt.
"""

from collections import Counter
from math import inf
from typing import Final

from designer.engine.fabric_map import FabricCut, FabricCuts, FabricProof
from designer.engine.network_report import FabricReport
from designer.model.figure_words import UNKNOWN, number, words
from designer.model.figures import Figure, exact, within
from designer.model.plural import plural
from designer.render.fabric_things import FabricIndex, Thing

GBPS_PER_TB_S: Final = 8000.0
"""Gb/s in a TB/s: eight bits to a byte."""
ENDS_LEFT: Final = "ends left"
"""Of what halves are after a loss that takes endpoints: what is left is of fewer than before."""
_BY_FORM: Final = {"rack": "by rack", "leaf": "by leaf", "group": "by group"}
_FOLLOWS: Final = {"unit": "by scalable unit", "rail": "by rail", "pod": "by spines above",
                   "free": "the worst known"}  # fmt: skip


def tb_s(gbps: Figure) -> Figure:
    """Return a rate in Gb/s as one in TB/s."""
    return gbps.times(1 / GBPS_PER_TB_S, "TB/s")


def target_in_tb_s(report: FabricReport, target_pct: float) -> float:
    """Return what of a fabric's bisection is to be kept, in TB/s: a mark on an axis."""
    return tb_s(_full_bisection(report).times(target_pct / 100, "Gb/s")).low


def part_of_full(report: FabricReport, left: Figure) -> Figure:
    """Return what is left over a full bisection of the intact fabric."""
    return left.per(_full_bisection(report), "")


def _full_bisection(report: FabricReport) -> Figure:
    return report.figure("injection_gbps").times(0.5, "Gb/s")


def of_target(ratio: Figure | None, target_pct: float) -> tuple[str, str]:
    """Return whether what is left keeps the target, in words, and as a state.

    Parameters
    ----------
    ratio
        What is left over a full bisection; None where it is not worked out.
    """
    asked = f"the target, {target_pct:g} % of a full bisection"
    if ratio is None or ratio.unknown:
        return f"whether that keeps {asked}, is not known", "unknown"
    answer = within(exact(target_pct, "%"), ratio.times(100.0, "%")).answer
    words_of = {
        "yes": (f"keeps {asked}", "ok"), "no": (f"below {asked}", "error"),
        "open": (f"may fall below {asked}", "unknown"),
    }  # fmt: skip
    return words_of[answer]


def span_of(gbps: Figure) -> tuple[float, float] | None:
    """Return between what a rate in Gb/s lies in TB/s; None where nobody can say."""
    shown = tb_s(gbps)
    return None if shown.unknown or shown.high == inf else (shown.low, shown.high)


def in_tb_s(gbps: Figure, unit: str = "TB/s") -> str:
    """Return a rate in Gb/s in words: `25.4 TB/s`, `23.8–24.6 TB/s`; small ones with two digits."""
    shown = tb_s(gbps)
    decimals = 1 if shown.high >= 10 else 2 if shown.high > 0 else 0
    return words(shown, decimals, unit)


def bisection_left(left: Figure, before: Figure, *, fewer_ends: bool) -> str:
    """Return what a loss leaves of a bisection: `bisection left: 23.8 of 25.4 TB/s each way`.

    Parameters
    ----------
    left, before
        In Gb/s.
    fewer_ends
        Whether endpoints are lost as well: halves are of those that are left.
    """
    halves = f", between halves of the {ENDS_LEFT}" if fewer_ends else ""
    if left.low >= before.low and left.high >= before.high:
        return f"bisection left: {in_tb_s(left)} each way{halves}, no less than before"
    return f"bisection left: {in_tb_s(left, '')} of {in_tb_s(before)} each way{halves}"


def bisection_of(report: FabricReport) -> Figure:
    """Return the bisection of a fabric in Gb/s; 0 where its parts are islands."""
    low, high = report.bisection_lower_gbps, report.bisection_upper_gbps
    figure = report.figure("bisection_gbps")
    if figure.unknown and low is not None and high is not None:
        return Figure(low, high, None, "Gb/s")
    return figure


def over_nvlink(report: FabricReport | None) -> str:
    """Return what goes between islands by way of the nodes; empty where nothing does."""
    if report is None or not report.meets_over_nvlink:
        return ""
    joined = report.figure("bisection_with_nvlink_gbps")
    return f"Over NVLink inside the nodes: {in_tb_s(joined)} each way"


def islands_in_words(report: FabricReport | None) -> str:
    """Return how many islands a fabric is, and what goes between them; empty for one."""
    islands = report.islands if report is not None else None
    if report is None or islands is None or islands <= 1:
        return ""
    said = f"0 TB/s: {plural(islands, 'island')} that no link of this network joins"
    return ". ".join(filter(None, (said, over_nvlink(report))))


def proof_of(report: FabricReport, known: Figure) -> str:
    """Return what is proven of a bisection: `proven`, or what is left open."""
    if known.unknown:
        return "not known"
    if report.islands is not None and report.islands > 1:
        return plural(report.islands, "island")
    return "proven" if known.exact else "not proven"


def cut_figure(cuts: FabricCuts, cut: FabricCut) -> Figure:
    """Return what goes over the links of a cut each way, in Gb/s."""
    return exact(float(cut.links), "links").times(cuts.rate_gbps, "Gb/s")


def state_of_proof(cuts: FabricCuts, cut: FabricCut) -> tuple[str, bool]:
    """Return what is proven of a cut in words, and whether it is proven to be the worst."""
    bisection, mine = cuts.figure("bisection_gbps"), cut_figure(cuts, cut)
    if bisection.unknown:
        return "nobody can say whether another halving cuts fewer links", False
    if bisection.low >= mine.low:
        return "proven: no halving cuts fewer links", True
    if bisection.high < mine.low:
        return f"a halving that follows no unit cuts less: {in_tb_s(bisection)}", False
    return f"between {in_tb_s(bisection)}, not proven", False


def proof_in_words(proof: FabricProof, seconds: float) -> str:
    """Return what the exact program says: `exact, in 0.2 s`, or what it leaves open."""
    took = f"{number(seconds, 1 if seconds < 10 else 0)} s"
    found = proof.figure("bisection_gbps")
    if proof.working:
        return f"proving for {took}"
    if found.unknown:
        return proof.why or "nothing is known"
    if found.exact:
        return f"exact, in {took}"
    return f"still between {in_tb_s(found)} after {took}"


def cut_in_words(index: FabricIndex, cut: FabricCut) -> str:
    """Return what a cut is made of: `15 leaves × 32 = 480, and 28 links of nodes of Leaf 2·8`."""
    said = []
    called = "uplinks" if any(index.map.unit_spine.links) else "links between leaves"
    for links, kind in ((cut.leaf_links, "leaf"), (cut.spine_links, "spine")):
        for each, many in sorted(Counter(n for _, n in links).items(), reverse=True)[:2]:
            what = plural(many, kind, "leaves" if kind == "leaf" else "")
            said.append(f"{what} × {number(each, 0)} = {number(many * each, 0)} {called}")
    parted = [one for one in cut.nodes if one[1]]
    if len(parted) == 1:
        leaf, number_there = parted[0]
        said.append(
            f"{plural(number_there, 'link')} of nodes at {index.title(Thing('leaf', leaf))}"
        )
    elif parted:
        every = sum(n for _, n in parted)
        said.append(f"{plural(every, 'link')} of nodes at {len(parted)} leaves")
    return ", ".join(said)


def sides_in_words(index: FabricIndex, cut: FabricCut) -> str:
    """Return how many endpoints stand on each side."""
    what = "GPU" if index.map.ends_are_gpus else "endpoint"
    one, other = cut.ends
    if one == other:
        return f"{plural(one, what)} on each side"
    return f"{number(one, 0)} and {plural(other, what)}"


def which_cut(index: FabricIndex, cuts: FabricCuts, at: int) -> str:
    """Return which of several cuts is drawn: `cut 1 of 2 equal: by rail`."""
    follows = _FOLLOWS[cuts.cuts[at].by]
    if cuts.cuts[at].by == "unit":
        follows = _BY_FORM.get(index.map.units[0].form, follows)
    return f"cut {at + 1} of {len(cuts.cuts)} equal: {follows}" if len(cuts.cuts) > 1 else follows


def worst_ratio(report: FabricReport) -> str:
    """Return the worst oversubscription of a fabric: `1.00 : 1`."""
    if not report.oversubscription:
        return UNKNOWN if report.tiers is None else "no uplinks"
    return f"{max(report.oversubscription):.2f} : 1"
