"""What two reports beside each other say in short: the gain, its price, the worst that came.

May import what stands beside each other, and the words for open inputs.
"""

from designer.engine.beside import Consequences, FigureBeside, gravest_first, standing_of
from designer.engine.preview import Foreseen
from designer.engine.reasons import OPEN, OPEN_WORDS
from designer.model.figure_words import how_many, quantity
from designer.model.figures import Figure
from designer.model.plural import plural


def verdict_of(found: Consequences) -> str:
    """Return in a sentence what is gained, at which price, and the worst that is new."""
    gained = found.figure("gpus")
    said = [_gain(gained)] if gained else []
    priced = [found.figure(name) for name in ("power_max_kw", "capex")]
    price = [f"{one.what} {one.words}" for one in priced if one is not None and one.differs]
    said.append(f"for {' and '.join(price)}" if price else "at the same power and capital")
    return f"{' '.join(said)}. {_of_findings(found)}."


def difference(was: Figure | None, now: Figure | None) -> str:
    """Return by how much a figure differs, `+56`, `−1.2 MW`; empty where that is not exact."""
    if was is None or now is None or not (was.exact and now.exact) or was.unit != now.unit:
        return ""
    if now.low == was.low:
        return "±0"
    if now.low > was.low:
        return f"+{quantity(now.minus(was))}"
    return f"−{quantity(was.minus(now))}"


def severity_words(one: Foreseen) -> str:
    """Return what a finding counts as, in words."""
    standing = standing_of(one)
    return OPEN_WORDS if standing == OPEN else standing


def finding_words(one: Foreseen) -> str:
    """Return a finding in a line: severity, rule, what it says."""
    return f"{severity_words(one)} {one.rule}, {one.message.rstrip('.')}"


def _of_findings(found: Consequences) -> str:
    """Return how many findings came and went, and the worst of those that came.

    One that was there at other places is not new, and reaches more: of infos that says nothing.
    """
    new = [one for one in found.gained if not one.elsewhere]
    gone = [one for one in found.gone if not one.elsewhere]
    wider = [one for one in found.gained if one.elsewhere and standing_of(one) != "info"]
    if not (new or gone or wider):
        return "No finding is new, and none is gone"
    told = [_new_and_gone(len(new), len(gone))]
    told += (
        [f"{plural(len(wider), 'known one reaches', 'known ones reach')} more places"]
        if wider
        else []
    )
    worst = gravest_first([*new, *wider])
    more = f"; the worst of what came: {finding_words(worst[0])}" if worst else ""
    return f"{', '.join(told)}{more}"


def _new_and_gone(new: int, gone: int) -> str:
    """Return how many findings came and went, as a sentence."""
    if not new and not gone:
        return "No finding is new and none is gone"
    if not new:
        return f"{plural(gone, 'finding is', 'findings are')} gone, none is new"
    left = f"{plural(gone, 'is', 'are')} gone" if gone else "none is gone"
    return f"{plural(new, 'finding is', 'findings are')} new, {left}"


def _gain(gpus: FigureBeside) -> str:
    was, now = gpus.before, gpus.after
    if was is None or now is None or not (was.exact and now.exact):
        return f"GPUs {gpus.words}"
    if was.low == now.low:
        return f"The same {gpus.side_words[1]} GPUs"
    if was.low < now.low:
        return f"{how_many(now.minus(was), 'GPU')} more ({gpus.words})"
    return f"{how_many(was.minus(now), 'GPU')} fewer ({gpus.words})"
