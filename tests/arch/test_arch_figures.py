"""Figures are computed with in one place: what is unknown is never taken for 0 beside it."""

from pathlib import Path

import pytest

from tests.helpers.figure_gate import (
    FORMULAS,
    HANDED,
    Place,
    computing,
    figure_arithmetic,
    unused_places,
)
from tests.helpers.gates import REPOSITORY
from tests.helpers.zero_gate import filled_up, unused_exceptions, zeros_for_unknown

DESIGNER = REPOSITORY / "designer"


@pytest.fixture(scope="module")
def places() -> list[Place]:
    """Where the program computes with figures, exceptions included: read once."""
    return list(computing(DESIGNER))


@pytest.fixture(scope="module")
def zeros() -> list[Place]:
    """Where it fills up with 0, exceptions included: read once."""
    return filled_up(DESIGNER)


def test_nothing_computes_with_figures_beside_their_module(places: list[Place]) -> None:
    assert figure_arithmetic(places) == []


def test_every_exception_is_still_there(places: list[Place]) -> None:
    for name in FORMULAS:
        assert (DESIGNER / name).is_file(), name
    assert unused_places(places) == []
    for name, functions in HANDED.items():
        text = (DESIGNER / name).read_text()
        assert [one for one, _ in functions if f"def {one}(" not in text] == []


def plant(root: Path, place: str, text: str) -> None:
    """Write a module below a folder."""
    (root / place).parent.mkdir(parents=True)
    (root / place).write_text(text)


@pytest.mark.parametrize(
    "line",
    [
        "x = part.power_max_w + other.power_max_w",
        "x = rack.load_kw - 3",
        "x = 2 * part.mass_kg",
        "x = part.price_cents / 100",
        "total_ += part.power_typical_w",
        "x = sum(part.mass_kg for part in parts)",
        "x = sum([rack.air_kw, rack.liquid_kw])",
        "x = math.fsum(f.value for f in figures)",
        "x = figure.value * 3",
        "x = a.used / a.limit",
        "shares = {one.name: one.used / one.limit for one in limits}",
        "def f(one):\n    used, most = one.used, one.limit\n    return used / most",
        "x = part.gpus * 2",
        "x = run.length_m + 3",
        "x = part.gpus or 0",
        "x = (part.power_max_w or 0.0) / 1000",
        "x = 0.0 if part.mass_kg is None else part.mass_kg",
        "x = part.mass_kg if part.mass_kg is not None else 0",
        "x = getattr(part, 'power_max_w') * 2",
        "w = part.power_max_w\nx = w * 2",
        "def f(part):\n    w = part.power_max_w\n    return sum([w, 3])",
        "x = load.low + other.low",
        "x = load.high + other.high",
        "x = part.power_max_w if part.power_max_w else 0",
        "x = watts if watts else 0.0",
        "x = 0 if not watts else watts",
        "x = row.get('power_max_w', 0)",
        "x = getattr(part, 'power_max_w', 0)",
        "if w is None: w = 0",
        "if w is not None: kw = w / 1000\nelse: w = 0",
        "x = np.nan_to_num(watts)",
        "def f(figures):\n    sizes = [f.low for f in figures]\n    return sum(sizes)",
        "sizes = [f.low if f.value is None else f.high for f in figures]\nx = math.fsum(sizes)",
        "x = load.low - limit.high",
        "x = load_kw.value % 10",
        "from math import fsum as whole\nx = whole(part.mass_kg for part in parts)",
        "whole = sum\nx = whole(part.mass_kg for part in parts)",
        "x = statistics.fmean([part.mass_kg for part in parts])",
        "x = reduce(lambda a, b: a + b, (f.value for f in figures))",
        "x = sum(map(attrgetter('mass_kg'), parts))",
        "x = sum(map(lambda part: part.mass_kg, parts))",
        "x = np.array([part.mass_kg for part in parts]).sum()",
        "x = operator.add(part.power_max_w, other.power_max_w)",
        "from operator import mul as times\nx = times(part.power_max_w, 3)",
        "x = part.mass_kg ** 2",
        "x = replace(air, value=air.high)",
        "x = copy.replace(air, value=0.0)",
        "def f(load):\n    w: float = load.power_max_w\n    return w * 2",
        "def f(load):\n    a, b = load.power_max_w, 3\n    return a * b",
        "def f(load):\n    a = load.power_max_w\n    b = a\n    return b * 2",
        "x = round(part.power_max_w) * 2",
        "x = math.ceil(part.mass_kg) / 3",
        "x = sum(float(part.mass_kg) for part in parts)",
        "x = (a.load_kw if k else b.load_kw) - 3",
        "x = [part.mass_kg][0] * 2",
        "x = statistics.median([part.mass_kg for part in parts])",
        "for w in (p.power_max_w for p in parts):\n    t += w",
        "def f(parts):\n    for w in [p.mass_kg for p in parts]:\n        x = w * 2",
        "def f(parts):\n    ws = [p.mass_kg for p in parts]\n    for w in ws:\n        t += w",
    ],
)
def test_planted_arithmetic_is_found(tmp_path: Path, line: str) -> None:
    plant(tmp_path, "engine/subjects/power/rules.py", f"{line}\n")
    assert figure_arithmetic(computing(tmp_path))


@pytest.mark.parametrize("folder", ["app", "engine", "io/export", "planning", "render", "ui"])
@pytest.mark.parametrize(
    "line",
    [
        "x = used.low / limit.high",
        "x = heat_kw * share.high",
        "x = 1 - share.low",
        "x = load.low - capacity.high",
        "x = -power.low",
        "x = power.likely * 2",
        "x = f.low if f.value is None else f.value",
        "x = min(f.low for f in figures)",
        "x = max(load.high, after.high)",
        "x = min(1.0, share.low)",
        "x = sum(part.mass_kg for part in parts)",
        "x = part.power_max_w + other.power_max_w",
        "x += part.airflow_m3h",
        "x = abs(load.low)",
        "x = pow(load.low, 2)",
        "x = round(load.low) + round(other.low)",
        "x = int(load.low) + 1",
        "x = replace(load, low=0.0)",
        "x = copy.replace(load, high=inf)",
        "def f(load):\n    least = load.low\n    return least + 1",
        "def f(load):\n    least = most = load.high\n    return most / 2",
        "def f(load):\n    least, most = load.low, load.high\n    return most - least",
        "def f(load):\n    least = load.low if load.exact else 3\n    return max(least, 1)",
        "def f(load):\n    if (least := load.low) > 1:\n        return 2 * least",
        "def f(load):\n    least = round(load.low)\n    other = least\n    return -other + 1",
        "x = (a.low if k else a.high) - 3",
        "x = np.maximum(f.low, 1)",
        "x = np.clip(f.low, 0, 1)",
        "x = statistics.median([f.low for f in figures])",
        "x = getattr(f, 'low') * 2",
        "x = [f.low][0] * 2",
        "x = sum(sorted(f.low for f in figures))",
        "for w in (p.power_max_w for p in parts):\n    t += w",
        "def f(parts):\n    t = 0\n    for w in [p.high for p in parts]:\n        t += w",
        "def f(figures):\n    lows = [f.low for f in figures]\n    return sum(lows)",
        "def f(parts):\n    ws = [p.power_max_w for p in parts]\n    return sum(ws)",
        "def f(a, b):\n    low, high = sorted((a.low, b.high))\n    return high - low",
    ],
)
def test_planted_arithmetic_on_bounds_is_found(tmp_path: Path, folder: str, line: str) -> None:
    plant(tmp_path, f"{folder}/bar.py", f"{line}\n")
    assert figure_arithmetic(computing(tmp_path))


@pytest.mark.parametrize(
    "line",
    [
        "x = price.figure_cents / 100",
        "x = event.value() + 1",
        "x = slider.value + step.value",
        "x = load.low <= capacity.high",
        "x = round(load.low, 1)",
        "x = replace(field, value=value)",
        "def f(load):\n    least = load.low\n    return f'{least:.1f}'",
        "def f(load):\n    low = load.low\ndef g(low):\n    return low + 1",
        "def f(part):\n    cents = part.price_cents\n    return cents / 100",
        "def f(figures):\n    return [f'{low:g}' for low in sorted(f.low for f in figures)]",
        "def f(figures):\n    for low in [f.low for f in figures]:\n        say(low > 3)",
    ],
)
def test_words_in_another_unit_are_left_alone(tmp_path: Path, line: str) -> None:
    plant(tmp_path, "ui/words.py", f"{line}\n")
    assert figure_arithmetic(computing(tmp_path)) == []


@pytest.mark.parametrize(
    "line",
    [
        "x = part.mass_kg.times(3)",
        "x = load.minus(limit).low",
        "x = rack.x_mm + part.width_mm",
        "x = fabric.leaf + 3",
        "x = name or ''",
        "x = sum(core.devices * n for core, n in numbers.items())",
        "x = total((rack.air, rack.liquid))",
        "x = found or (0, 0)",
        "x = counts.get(part_id, 0)",
        "x = part.power_max_w\ndef f(x):\n    return x * 2",
        "if w is None: w = other",
        "x = 1 if found else 0",
        "x = rack.low_u + other.low_u",
        "seen.add(part.mass_kg)",
        "x = sum(map(len, parts))",
    ],
)
def test_counts_lengths_and_the_functions_of_figures_are_left_alone(
    tmp_path: Path, line: str
) -> None:
    plant(tmp_path, "engine/subjects/power/rules.py", f"{line}\n")
    assert figure_arithmetic(computing(tmp_path)) == []


def test_only_the_listed_modules_of_formulas_may_compute(tmp_path: Path) -> None:
    for folder in ("floor", "totals"):
        plant(tmp_path, f"engine/subjects/{folder}/calc.py", "x = v.load_kw * 2\n")
    assert figure_arithmetic(computing(tmp_path)) == [
        "engine/subjects/totals/calc.py:1: v.load_kw * 2"
    ]


def test_unknown_is_taken_for_none_nowhere(zeros: list[Place]) -> None:
    assert zeros_for_unknown(zeros) == []


def test_every_place_where_nothing_means_none_is_still_there(zeros: list[Place]) -> None:
    assert unused_exceptions(zeros) == []


@pytest.mark.parametrize("folder", ["engine", "planning", "wiring", "io/export", "render", "ui"])
@pytest.mark.parametrize(
    "line",
    [
        "x = part.power_max_w or 0",
        "x = sum((part.power_max_w or 0.0) / 1000 for part in parts)",
        "x = load.kw or other.kw or 0",
        "x = part.power_max_w if part.power_max_w else 0",
        "x = watts if watts else 0.0",
        "x = 0 if not watts else watts",
        "x = row.get('power_max_w', 0)",
        "x = getattr(part, 'power_max_w', 0)",
        "if w is None: w = 0",
        "if w is not None: kw = w / 1000\nelse: w = 0",
        "x = np.nan_to_num(watts)",
    ],
)
def test_planted_zero_for_unknown_is_found(tmp_path: Path, folder: str, line: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "hall.py").write_text(f"{line}\n")
    (hit,) = zeros_for_unknown(filled_up(tmp_path))
    assert hit.startswith(f"{folder}/hall.py:1: ")


@pytest.mark.parametrize(
    "line",
    [
        "x = name or ''",
        "x = found or False",
        "x = low or 10",
        "x = found or (0, 0)",
        "x = counts.get(name, 0)",
        "x = a if b else 0",
        "if w is None: n = 0",
    ],
)
def test_other_defaults_are_left_alone(tmp_path: Path, line: str) -> None:
    (tmp_path / "planning").mkdir()
    (tmp_path / "planning" / "hall.py").write_text(f"{line}\n")
    assert zeros_for_unknown(filled_up(tmp_path)) == []
