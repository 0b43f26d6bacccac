"""What a GPU-hour costs in a hall with GPUs of several kinds, and what one of a kind draws.

Nodes of a kind have their own price and power. What all kinds share (network, storage, racks,
people, sums of the site) is at least in none of their hours and at most all in those of one kind:
these are the bounds, whatever way it is split. The value splits it by the power of the nodes, so
that what all kinds cost adds up to what owning costs.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from designer.engine.ownership_report import KindOfGpu
from designer.engine.subject import Facts
from designer.engine.subjects.bill.bill import Piece, parts_bought
from designer.engine.subjects.carbon.embodied import gpus_by_part
from designer.engine.subjects.ownership import answers
from designer.engine.subjects.ownership.answers import BOUGHT, Input, figure_of
from designer.engine.subjects.ownership.inputs import counted_idle
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figure_parts import beside, falling_to, shared, shares
from designer.model.figures import Figure, exact, repeated, total
from designer.model.measured import fields_of

_POWER: Final = {
    "typical_kw": "power_typical_w", "idle_kw": "power_idle_w", "contract_kw": "power_max_w",
}  # fmt: skip
_SHARED: Final = ("people", "other_running", "software_at_first", "land_and_design")


@dataclass(frozen=True)
class _Kind:
    """Nodes of one kind of GPU: what they cost by category, and draw by input."""

    gpu: str
    gpus: int
    pieces: tuple[Piece, ...]
    power: Mapping[str, Figure]


def kinds_of(facts: Facts, inputs: tuple[Input, ...]) -> Iterator[KindOfGpu]:
    """Yield each kind of GPU with what its hour costs; nothing where all are of one kind.

    Nor where nobody says of which kind some are, which may be of any, how many they are, or what
    stands there.
    """
    counts = {gpu: number for gpu, number in gpus_by_part(facts).items() if number}
    if len(counts) < 2 or "" in counts or not facts[TOTALS].figure("gpus").exact:
        return
    kinds = tuple(_kind(facts, gpu, number) for gpu, number in sorted(counts.items()))
    money = facts.design.site.currency
    for kind, share in zip(kinds, shares([one.power["typical_kw"] for one in kinds]), strict=True):
        own, most = (_inputs(facts, inputs, kinds, kind, rest=rest) for rest in (False, True))
        number = _named(own, "gpus")
        hours = [figure_of(answers.own_hour, of, money) for of in (own, most)]
        power = [_named(of, "typical_kw").per(number, "kW") for of in (own, most)]
        figures = {
            "gpu_hour": shared(hours[0], hours[1], share),
            "typical_kw": shared(power[0], power[1], share),
        }  # fmt: skip
        if not facts.design.site.utilisation:
            del figures["gpu_hour"]
        yield KindOfGpu(id=kind.gpu, gpus=kind.gpus, **fields_of(figures))


def _kind(facts: Facts, gpu: str, number: int) -> _Kind:
    pieces = []
    for piece in parts_bought(facts):
        part = facts.catalog.get(piece.part)
        if part is not None and part.gpu_count and _gpu(facts, piece) == gpu:
            pieces.append(piece)
    figures = facts.site.figures
    power = {
        name: repeated(
            [(figures.of(piece.part, of), piece.number) for piece in pieces], "W"
        ).times(0.001, "kW")
        for name, of in _POWER.items()
    }  # fmt: skip
    power["idle_kw"] = counted_idle(facts.design.site, power["idle_kw"])
    return _Kind(gpu, number, tuple(pieces), power)


def _gpu(facts: Facts, piece: Piece) -> str | None:
    """Return the GPU in a part; None where there is none."""
    part = facts.catalog.get(piece.part)
    if part is None or not part.gpu_count:
        return None
    return part.compute.gpu if part.compute else ""


def _inputs(
    facts: Facts, inputs: tuple[Input, ...], kinds: tuple[_Kind, ...], kind: _Kind, *, rest: bool
) -> tuple[Input, ...]:
    """Return the inputs of owning for one kind, with nothing or all of what is shared."""
    found = []
    whole = _named(inputs, "contract_kw")
    for one in inputs:
        figure = one.figure
        if one.name.startswith(BOUGHT):
            figure = _bought(facts, one, kind, rest=rest)
        elif one.name in _POWER:
            figure = _power(one, kinds, kind, rest=rest)
        elif one.name == "gpus":
            figure = exact(float(kind.gpus), figure.unit)
        elif one.name in _SHARED and not rest:
            figure = exact(0.0, figure.unit)
        elif one.name == "building":
            contract = next(each for each in inputs if each.name == "contract_kw")
            figure = falling_to(figure, _power(contract, kinds, kind, rest=rest), whole)
        found.append(replace(one, figure=figure))
    return tuple(found)


def _named(inputs: Iterable[Input], name: str) -> Figure:
    return next(one.figure for one in inputs if one.name == name)


def _bought(facts: Facts, one: Input, kind: _Kind, *, rest: bool) -> Figure:
    """Return what is bought of a category for one kind, with what is of no kind."""
    category = one.name.removeprefix(BOUGHT)
    own = [piece for piece in kind.pieces if piece.category == category]
    figure = repeated([(piece.price, piece.number) for piece in own], one.figure.unit)
    if not rest:
        return figure
    every = [piece for piece in parts_bought(facts) if piece.category == category]
    others = [piece for piece in every if _gpu(facts, piece) not in (None, kind.gpu)]
    if not others:
        return one.figure
    free = [piece for piece in every if _gpu(facts, piece) is None]
    kept = repeated([(piece.price, piece.number) for piece in free], one.figure.unit)
    return total((figure, kept), one.figure.unit)


def _power(one: Input, kinds: tuple[_Kind, ...], kind: _Kind, *, rest: bool) -> Figure:
    """Return the power of a kind's nodes, with what else draws."""
    own = kind.power[one.name]
    if not rest:
        return own
    nodes = total([each.power[one.name] for each in kinds])
    return total((own, beside(one.figure, nodes)), one.figure.unit)
