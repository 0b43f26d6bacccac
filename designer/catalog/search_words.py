"""Words of a search: what else people mean by one, and which say nothing of what is looked for."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from designer.catalog.stems import stems

STOP_WORDS: Final = frozenset(
    stem
    for stem in stems(
        "a an and are as at by can do does for from happen how i if in into is it many much of on"
        " or per than that the their to versus via vs what when where which why with"
    )
)
"""Left out, unless nothing else is looked for."""

ALTERNATIVES: Final = frozenset({"/", "|", "or", "versus", "vs", "vs."})
"""Between things of which an entry need not say more than one."""

_SMALL: Final = 2
_OF_THE_ASKER: Final = frozenset(
    stems(
        "about answer approach best block card case caveat comparison con conclusion definition"
        " description detail difference effect example feature general guide guideline important"
        " info information introduction key kind list meaning note official other overview"
        " practical pro question recommendation recommended remark requirement row rule sample"
        " setting spec specification support table technology thumb tip total typical"
        " use using value you"
    )
)

UNITS: Final = frozenset(
    stems(
        "a b c cm g gb gbps gbe ghz gw h hz k kb kg km kpa kv kva kw kwh l lb lpm m mb mbps mhz min"
        " mm mpps ms mva mw mwh ns ou pb pflops pph ru s t tb tbps tflops tops u us v va vac vdc w"
        " wh"
    )
)
"""Stems of units that stand after a number, with a blank or without; not those of whole words."""

_SAID_AS: Final = (
    "acc, active copper",
    "adapter, hca, nic",
    "advantage, benefit, pro, strength",
    "aec, active electrical",
    "amazon, aws",
    "aoc, active optical",
    "ats, transfer switch",
    "bf, bluefield",
    "breakeven, break even",
    "cfm, airflow, m3h",
    "challenge, con, disadvantage, drawback",
    "chassis, enclosure",
    "checkpointing, checkpoint",
    "clos, fat tree, leaf spine, spine leaf",
    "colo, colocation",
    "consumption, draw, power max, tdp, thermal design power, watt, wattage",
    "cost, price, pricing",
    "cp, context parallel",
    "crac, crah, air handler",
    "cx, connectx",
    "d2c, dlc, dtc, direct to chip, cold plate, liquid cooled",
    "dac, direct attach, passive copper",
    "decibel, db, dba, noise",
    "dimension, width mm, depth mm",
    "dp, data parallel",
    "ep, expert parallel",
    "flop, tflop, pflop",
    "gcp, google cloud",
    "gen, generation",
    "generator, genset",
    "hdd, hard disk",
    "ib, infiniband",
    "itl, tpot, inter token latency, time per output token",
    "k8, k8s, kubernetes",
    "kilowatt, kw",
    "llm, language model",
    "locking, lock",
    "lustre, exascaler",
    "mass, weight, heavy",
    "megawatt, mw",
    "mmf, multimode",
    "moe, mixture of expert",
    "mtbf, mean time between failure, failure rate",
    "networking, network",
    "oci, oracle",
    "optic, transceiver",
    "os, operating system",
    "oversubscription, oversubscribed, non blocking, blocking",
    "param, parameter",
    "petaflop, pflop",
    "pipelining, pipeline",
    "power capping, power cap, power limit",
    "pp, pipeline parallel",
    "prem, premise",
    "psu, power supply",
    "qps, rps, request per second, query per second, queries s, request s",
    "quantization, quantized",
    "rdhx, rear door",
    "server, node",
    "sizing, size",
    "sku, part number, model number",
    "smf, single mode, singlemode",
    "subsystem, system",
    "tco, cost of ownership",
    "tensor core, tensorcore",
    "teraflop, tflop",
    "tor, top of rack",
    "tp, tensor parallel",
    "ttft, time to first token",
    "ups, uninterruptible",
    "volt, voltage",
    "vram, accelerator memory, gpu memory, hbm",
)
"""Each line names one thing; every word of it finds what the others find."""


def said_as(stem: str) -> tuple[str, ...]:
    """Return the lines of stems that a stem stands for beside itself; none for most."""
    return _BY_STEM.get(stem, ())


def telling(line: Iterable[str]) -> list[str]:
    """Return the stems of a text that are no stop words."""
    return [stem for stem in line if stem not in STOP_WORDS]


def may_be_missing(stem: str) -> bool:
    """Return whether a word says more of who asks than of what is looked for.

    Such are `use cases` and `overview`, and a number of one or two digits, which counts things.
    """
    return stem in _OF_THE_ASKER or (stem.isdecimal() and len(stem) <= _SMALL)


def _by_stem() -> Mapping[str, tuple[str, ...]]:
    lines: dict[str, tuple[str, ...]] = {}
    for names in _SAID_AS:
        spelt = [" ".join(stems(name)) for name in names.split(",")]
        for one in spelt:
            if " " not in one:
                lines[one] = (*lines.get(one, ()), *(other for other in spelt if other != one))
    return MappingProxyType(lines)


_BY_STEM: Final = _by_stem()
