"""The figures of a workload in words: all of them in rows, and the five that lead."""

from collections.abc import Callable
from typing import Final, NamedTuple

from designer.engine.workload_report import WorkloadReport
from designer.model.duration_text import duration
from designer.model.figure_words import UNKNOWN, amount, percent, quantity, words
from designer.model.figures import Figure
from designer.model.workload import Workload

_FIGURES: Final = (
    ("Run, with failures", "days", 1, "days"),
    ("Iteration", "iteration_s", 2, "s"),
    ("Tokens a second", "tokens_per_s", 0, ""),
    ("For each GPU", "tflops_per_gpu", 0, "TFLOP/s"),
    ("Energy", "energy_mwh", 0, "MWh"),
    ("Between two tokens", "token_ms", 1, "ms"),
    ("First token, at least", "first_token_ms", 0, "ms"),
    ("Requests it answers", "requests_per_s", 1, "/s"),
    ("Checkpoints write", "write_gb_s", 1, "GB/s"),
)
_MONEY: Final = (("Cost", "cost"), ("Cost of its energy", "energy_cost"))
_PRICES: Final = (
    ("A million in, full servers", "cost_per_million_input"),
    ("A million out, full servers", "cost_per_million_output"),
    ("A million tokens, at the load", "cost_per_million_at_load"),
)
NO_GPU_HOUR: Final = "cost of a GPU-hour not known"
_SIZES: Final = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


class Row(NamedTuple):
    """One figure: what it is called, in words, and the name of its field."""

    label: str
    value: str
    field: str


def told(one: WorkloadReport, name: str) -> bool:
    """Return whether anything is known of a figure."""
    return getattr(one, name) is not None or one.bound(name) is not None


def figure_rows(one: WorkloadReport) -> list[Row]:
    """Return all that is known of a workload."""
    rows = [
        Row(label, words(one.figure(name, unit), decimals, unit), name)
        for label, name, decimals, unit in _FIGURES
        if told(one, name)
    ]
    if told(one, "mfu"):
        rows.append(Row("MFU", percent(one.figure("mfu")), "mfu"))
    rows += [Row(label, quantity(one.figure(name, one.currency)), name)
             for label, name in _MONEY if told(one, name)]  # fmt: skip
    rows += [Row(label, f"{amount(one.figure(name), 2)} {one.currency}", name)
             for label, name in _PRICES if told(one, name)]  # fmt: skip
    return rows


class Leading(NamedTuple):
    """One of the five figures that lead.

    Attributes
    ----------
    value, band
        In words; the band is empty where the figure is exact.
    beside
        What stands below it, or why it is not known.
    figure
        None where the report has none.
    """

    label: str
    value: str
    band: str
    beside: str
    figure: Figure | None
    field: str

    def said(self) -> str:
        """Return it in one line."""
        return ", ".join(filter(None, (f"{self.label} {self.value}", self.band, self.beside)))


def leading(one: WorkloadReport, asked: Workload) -> tuple[Leading, ...]:
    """Return the five figures that lead, in the order in which they are asked for."""
    return _of_service(one, asked) if one.kind == "inference" else _of_run(one, asked)


def _of_run(one: WorkloadReport, asked: Workload) -> tuple[Leading, ...]:
    why = one.missing or ("it does not fit" if one.fits is False else "")
    no_run = why or ("tokens of the run not stated" if asked.tokens is None else "")
    mfu = percent(one.figure("mfu")).partition(" (")[0] if told(one, "mfu") else ""
    saved = f"saved every {duration(one.interval_s)}" if one.interval_s else ""
    step = _value(one, "iteration_s", 2, "s")
    use = f"MFU {mfu}" if mfu else f"{_value(one, 'tflops_per_gpu', 0, 'TFLOP/s')} a GPU"
    bought = quantity(one.figure("energy_cost", one.currency)).partition(" (")[0]
    return (
        _lead(one, "Duration", "days", _in(1, "days"), f"{step} an iteration", no_run),
        _lead(one, "Energy", "energy_mwh", quantity, f"costs {bought}",
              no_run or "power not known", "MWh"),
        _lead(one, "Money", "cost", quantity, "cost of owning",
              no_run or NO_GPU_HOUR, one.currency),
        _lead(one, "Tokens/s", "tokens_per_s", letters, use, why),
        _lead(one, "Goodput", "goodput_pct", _in(1, "%"), saved, why),
    )  # fmt: skip


def _of_service(one: WorkloadReport, asked: Workload) -> tuple[Leading, ...]:
    why = one.missing or ("it does not fit" if one.fits is False else "")
    why = why or ("no server keeps the times" if one.tokens_per_s is None else "")
    limit, first, load = asked.token_ms, asked.first_token_ms, asked.requests_per_s
    able = _value(one, "requests_per_s", 1, "requests/s")
    ends = [_value(one, f"cost_per_million_{end}", 2, "") for end in ("input", "output")]
    at_load = _value(one, "cost_per_million_at_load", 2, "")
    at_load = f", at the load {at_load}" if told(one, "cost_per_million_at_load") else ""
    return (
        _lead(one, "First token", "first_token_ms", _in(0, "ms"),
              f"asked: {first:g} ms" if first else "floor: queues add to it", why),
        _lead(one, "Between tokens", "token_ms", _in(1, "ms"),
              f"asked: {limit:g} ms" if limit else "no limit stated", why),
        _lead(one, "Tokens/s", "tokens_per_s", letters, able, why),
        _lead(one, "GPUs needed", "needed_gpus", _in(0, ""),
              f"for {load:g} requests/s" if load else "", why or "load not stated"),
        _lead(one, "A million tokens", "cost_per_million_tokens", _in(2, one.currency),
              f"full servers{at_load}: in {ends[0]}, out {ends[1]}", why or NO_GPU_HOUR),
    )  # fmt: skip


def _lead(
    one: WorkloadReport, label: str, name: str, said: Callable[[Figure], str], beside: str,
    why: str, unit: str = "",
) -> Leading:  # fmt: skip
    if not told(one, name):
        return Leading(label, UNKNOWN, "", why, None, name)
    figure = one.figure(name, unit)
    head, _, band = said(figure).partition(" (")
    below = why if head == UNKNOWN else beside
    return Leading(label, head, band.removesuffix(")"), below, figure, name)


def _in(decimals: int, unit: str) -> Callable[[Figure], str]:
    return lambda figure: words(figure, decimals, unit)


def _value(one: WorkloadReport, name: str, decimals: int, unit: str) -> str:
    """Return a figure without its band, to stand beside another."""
    return words(one.figure(name, unit), decimals, unit).partition(" (")[0]


def letters(figure: Figure) -> str:
    """Return a number with the letter that its size asks for."""
    for size, letter in _SIZES:
        if figure.likely >= size:
            return words(figure.times(1 / size), 1, letter)
    return words(figure, 0, "")


def short(number: float) -> str:
    """Return a number of three digits with the letter of its size, for an axis."""
    for size, letter in _SIZES:
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.3g}"
