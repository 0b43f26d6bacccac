"""Owning and renting as a reader sees them."""

from collections.abc import Iterator

from designer.catalog.fact_words import number_text
from designer.engine.ownership_report import Rented, Swing
from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.model.figure_words import money, words
from designer.model.figures import Figure

_RENTED: tuple[tuple[str, Align], ...] = (
    ("Rented", "left"), ("GPU-hour", "right"), ("Over the years", "right"),
    ("GPU-hour used", "right"), ("Owning costs less from month", "right"),
    ("Owning is worth more by", "right"), ("Billed", "left"), ("Rates", "left"),
)  # fmt: skip
_PAID: tuple[tuple[str, Align], ...] = (
    ("Paid", "left"), ("Cost", "right"), ("Contains", "left"), ("By", "left"),
)  # fmt: skip
_SWINGS: tuple[tuple[str, Align], ...] = (
    ("Input", "left"), ("Now", "right"), ("From", "right"), ("To", "right"),
    ("Answer from", "right"), ("Answer to", "right"),
)  # fmt: skip


def written(report: Report) -> Iterator[Section]:
    """Yield the sections of owning and renting; none where there is nothing to own."""
    owned = report.ownership
    if not owned.is_computed:
        return
    m = owned.currency
    years = f"{owned.years:g}" if owned.years_stated else f"{owned.years:g}, planning default"
    facts = (
        ("Years", years),
        ("Hours that are used", f"{owned.used:.0%}"),
        ("Hall", owned.hall),
        ("Capital", money(owned.figure("capital", m))),
        ("Running cost a year", money(owned.figure("running", m))),
        ("Written off a year, in equal parts", money(owned.figure("depreciation", m))),
        ("Owning, over the years", money(owned.figure("tco", m))),
        ("Owning, each GPU-hour that is used", words(owned.figure("gpu_hour", m), 2)),
        *(
            (
                f"of {one.id} ({one.gpus:,})",
                words(one.figure("gpu_hour", m), 2),
            )
            for one in owned.kinds
        ),
        ("Verdict", owned.verdict),
        *((("By budget", owned.budget),) if owned.budget else ()),
        ("In no sum", "; ".join(owned.not_counted)),
        *((("Counted once the site states", ", ".join(owned.left_to)),) if owned.left_to else ()),
    )
    table = Table(_RENTED, tuple(_rented(one, m) for one in owned.rented))
    yield Section("Owning and renting", facts, table if owned.rented else None, (
        "Nothing is discounted but present values. Estimates are planning ranges of their sources.",
    ))  # fmt: skip
    rows = tuple(
        (
            f"{one.name}{when}", money(one.figure("amount", m)), one.scope,
            one.source or "prices of its parts",
        )
        for of, when in ((owned.bought, ""), (owned.each_year, ", a year"))
        for one in of
    )  # fmt: skip
    yield Section("What owning consists of", (), Table(_PAID, rows))
    if owned.swings:
        lines = (f"The answer: {owned.answer}. Each input alone, the others as they are.",)
        table = Table(_SWINGS, tuple(_swing(one) for one in owned.swings))
        yield Section("What moves the answer most", (), table, lines)


def _worth(value: Figure) -> str:
    """Return an amount that may be below 0: a dash before it must not look like a range."""
    return money(value).replace("–", " to ").replace("-", "−")


def _rented(one: Rented, m: str) -> tuple[str, ...]:
    months = "never" if one.never else words(one.figure("break_even_months"), 0)
    return (
        one.term, words(one.figure("rate", m), 2), money(one.figure("total", m)),
        words(one.figure("gpu_hour", m), 2), months,
        _worth(one.figure("present_value", m)), one.billed, one.source,
    )  # fmt: skip


def _swing(one: Swing) -> tuple[str, ...]:
    ends = [
        "never" if one.never(end) else words(one.figure(end), 2) for end in ("at_low", "at_high")
    ]
    unit = f" {one.unit}" if one.unit else ""
    inputs = (one.input_value, one.input_low, one.input_high)
    said = (UNKNOWN if it is None else number_text(float(f"{it:.3g}")) for it in inputs)
    return f"{one.name},{unit}", *said, *ends
