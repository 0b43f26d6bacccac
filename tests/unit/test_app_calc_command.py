"""`calc`: lists, explains, calculates; wrong values are one line."""

import json

import pytest

from designer.app.main import main
from designer.engine.calc import CALCULATIONS, CalcError, Calculation, Parameter


def test_alone_it_lists_the_subjects(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name}" in shown for name in CALCULATIONS)


@pytest.mark.parametrize("name", CALCULATIONS)
def test_every_subject_explains_its_parameters(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calc", name, "--help"]) == 0
    shown = capsys.readouterr().out
    subject = CALCULATIONS[name]
    assert all(f"\n  {parameter.name} " in shown for parameter in subject.parameters)
    assert all(f"\n  {result}" in shown for result, _ in subject.results)
    assert f"source: {subject.sources[0]}" in shown


def test_a_feed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["feed", "volts=415", "amps=60", "phases=3", "derate=0.8", "power_factor=0.95"]
    assert main(["calc", *words, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    # 415 V, 60 A, three phases, 80 %: 34.5 kVA (Raritan PX3-5878I2R data sheet).
    assert shown["results"]["kva"] == pytest.approx(34.5, abs=0.05)
    assert shown["inputs"]["amps"] == 60
    assert shown["formula"]
    assert shown["sources"]


def test_a_result_says_unit_formula_inputs_and_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "feed"]) == 0
    shown = capsys.readouterr().out
    assert "kva = 34.5" in shown
    assert "\nformula: " in shown
    assert "\ninputs: volts=415, amps=60" in shown
    assert "\nsource: " in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fed"], "no subject 'fed'"),
        (["feed", "volt=415"], "did you mean volts?"),
        (["feed", "volts=much"], "volts=much: it must be a number in V"),
        (["feed", "volts"], "'volts' is no key=value"),
        (["feed", "volts=1", "volts=2"], "volts is given twice"),
        (["feed", "phases=2"], "choose 1 or 3"),
        (["feed", "volts=nan"], "it must be a finite number"),
        (["feed", "volts=415", "--jsn"], "unrecognized arguments: --jsn"),
    ],
)
def test_a_wrong_value_is_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calc", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["chain"], "loss_kw       = 190.18 kW (106.056–190.18)"),
        (["carbon", "gpus=8"],
         "embodied_kg    = 328–1150.18 kg (Boavizta, bottom-up; "
         "NVIDIA, HGX H100 PCF Summary, second-hand)"),
        (["carbon", "kwh=1000000", "zone=us"],
         "operational_kg = 384000 kg (370000–384000: Boavizta, 2019–2020; Ember, 2025)"),
        (["pue", "it_kw=800"], "loss_kw     = ≥ 0 kW"),
        (["derate", "altitude_m=1800", "inlet_c=32.1"],
         "headroom_k         = -0.1 K (-0.1 to 0.0666667)"),
        (["derate", "altitude_m=1800", "inlet_c=32.1"], "allowed            = unknown"),
    ],
)  # fmt: skip
def test_what_is_not_exact_shows_its_bounds_and_what_they_rest_on(
    words: list[str], shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calc", *words]) == 0
    assert shown in capsys.readouterr().out.splitlines()


def test_bounds_stand_in_json_under_the_name_of_their_figure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["calc", "pue", "it_kw=800", "ups_kw=80", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["results"]["pue"] is None
    assert told["bounds"]["pue"] == [pytest.approx(1.1), None]


HUGE = ("9" * 400, "-" + "9" * 309, "9" * 5000, "-" + "9" * 5000, "1" + "0" * 400)


@pytest.mark.parametrize(
    ("subject", "parameter"),
    [(c, p) for c in CALCULATIONS.values() for p in c.parameters if p.kind != "text"],
    ids=lambda item: item.name,
)
def test_no_number_is_too_long_to_be_refused(subject: Calculation, parameter: Parameter) -> None:
    for text in (*HUGE, "1e400", "-1e400", "nan", "inf", "²", ""):
        with pytest.raises(CalcError, match=parameter.name):
            parameter.read(text)


def test_an_exponent_of_twenty_digits_is_zero() -> None:
    assert Parameter("feeds", "numbers").read("1e-99999999999999999999,3") == (0.0, 3.0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fabric", "nodes=400"], "nodes cannot be a number of hundreds of digits: give"),
        (["fabric", "nodes=-400"], "nodes cannot be a number of hundreds of digits: give"),
        (["fabric", "nodes=5000"], "nodes cannot be a number of hundreds of digits: give"),
        (["psu", "count=400"], "count cannot be a number of hundreds of digits: give"),
        (["psu", "redundancy=400+2"], "does not add up to count=6"),
        (["psu", "redundancy=5000+2"], "does not add up to count=6"),
        (["feed", "phases=400"], "phases cannot be a number of hundreds of digits: give"),
        (["feed", "phases=X400"], "it must be a whole number"),
        (["ups", "load_kw=100", "module_kw=50", "redundancy=N+400"], "spare_units cannot be"),
        (["cdu", "liquid_kw=100", "unit_kw=50", "redundancy=N+400"], "spare_units cannot be"),
        (["cdu", "liquid_kw=100", "unit_kw=50", "redundancy=N+5000"], "spare_units cannot be"),
        (["cdu", "liquid_kw=100", "unit_kw=50", "redundancy=N+²"], "is not N, N+1, N+2"),
    ],
)
def test_hundreds_of_digits_are_one_short_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    long = [w.replace("5000", "9" * 5000).replace("400", "9" * 400) for w in words]
    assert main(["calc", *long]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 400


@pytest.mark.parametrize(
    "words",
    [
        ["calc", "9" * 400],
        ["calc", "fabric", "9" * 400],
        ["calc", "fabric", "9" * 400 + "=1"],
        ["templates", "9" * 400],
        ["report", "9" * 400],
        ["check", "x", "--format", "9" * 400],
        ["new", "9" * 400, "-o", "-"],
        ["catalog", "show", "9" * 400],
        ["9" * 400, "x"],
        ["--" + "9" * 400],
        ["9" * 400],
        ["new", "empty-room", "-o", "9" * 400],
        ["catalog", "list", "--folder", "9" * 400],
        ["catalog", "validate", "9" * 400],
        ["catalog", "import-netbox", "9" * 400],
    ],
    ids=lambda words: " ".join(words)[:20],
)
def test_a_word_of_hundreds_of_letters_is_cut_in_its_middle(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr().err
    assert captured.count("\n") == 1
    assert "9…9" in captured
    # The word is short, whatever there is to choose from beside it.
    assert len(captured) < 250 + len(", ".join(CALCULATIONS))


def test_options_may_stand_between_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "feed", "volts=415", "--json", "amps=60", "phases=3"]) == 0
    said = capsys.readouterr().out
    assert main(["calc", "feed", "volts=415", "amps=60", "phases=3", "--json"]) == 0
    assert capsys.readouterr().out == said
