"""Fields of the library's files: misspelt keys, YAML 1.1, texts that are no numbers."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.part import Part
from designer.catalog.vetting import entry_problems
from designer.io.netbox.report import (
    CLASSES,
    MOST_FINDINGS,
    FileReport,
    Finding,
    Imported,
    Notes,
    as_text,
    as_toml,
    counts,
)
from designer.io.netbox.safe_yaml import Table, parse
from designer.io.netbox.schema import DEVICE_KEYS, RACK_KEYS, Fields, cleaned, other_reading
from designer.io.netbox.walk import import_path
from tests.helpers.netbox_types import BODY, HEAD, Read, reader, supplies


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


@pytest.mark.parametrize("key", ["maxium_draw", "maximum-draw", "Maximum_draw"])
def test_quirk_11_misspelt_keys_are_not_ignored_in_silence(read, key: str):
    found = read(HEAD + BODY + supplies(2, 650).replace("maximum_draw", key))
    finding = found.one("unknown-key")
    assert (finding.what, finding.mend) == (
        f"nobody reads {key!r} in power-ports (2 times)", "did you mean maximum_draw?"
    )  # fmt: skip
    assert finding.where == "Box-1.yaml:13:5"
    assert found.only.psu is not None
    assert found.only.psu.rating_w is None


def test_quirk_11_other_misspelt_keys(read):
    text = (
        "interfaces:\n  - name: a\n    type: 1000base-t\n    poe-mode: pd\nweigth: 3\n"
        + "x" * 90
        + ": 1\n"
    )
    mends = {f.mend for f in read(HEAD + BODY + text).said("unknown-key")}
    assert mends == {"did you mean poe_mode?", "did you mean weight?", "remove it"}


def test_quirk_14_patch_mappings_of_the_old_form(read):
    text = (
        "front-ports:\n  - name: '1'\n    type: lc\n    rear_port: A\n    rear_port_position: 1\n"
    )
    found = read(HEAD + BODY + text)
    assert "1 front ports" in found.one("front-ports").what
    assert not found.said("unknown-key")


def test_quirk_15_a_part_number_stays_as_it_is_written(read):
    found = read(HEAD + "part_number: 0123\n" + BODY)
    assert "Part number 0123." in found.only.note
    finding = found.one("yaml-number")
    assert "YAML 1.1 reads 83" in finding.what
    assert finding.where == "Box-1.yaml:5:1"


def test_quirk_15_names_that_are_words_of_yaml(read):
    text = (HEAD + BODY).replace("Box 1", "NO").replace("Acme", "1:30", 1)
    part = read(text, folder="x").only
    assert (part.name, part.vendor) == ("NO", "1:30")


def test_quirk_15_a_leading_zero_in_a_number_is_decimal_and_said(read):
    found = read(HEAD + BODY.replace("u_height: 1", "u_height: 010"))
    assert found.only.height_half_u == 20
    assert "YAML 1.1 reads 8" in found.one("yaml-number").what


@pytest.mark.parametrize(
    ("text", "other"),
    [
        *(("0123", "83"), ("1:30", "90"), ("-1:30", "-90"), ("on", "true"), ("No", "false")),
        *(("~", "nothing"), ("09", None), ("123", None), ("X1", None), ("", None)),
    ],
)
def test_quirk_15_what_others_read(text: str, other: str | None):
    assert other_reading(text) == other


def test_what_is_no_list_or_no_table_is_said(read):
    found = read(HEAD + BODY + "interfaces: many\npower-ports:\n  - text\nmodule-bays: {a: b}\n")
    assert len(found.said("bad-value")) == 3
    assert found.only.ports == ()


@pytest.mark.parametrize("word", ["perhaps", "2", "true", "No"])
def test_a_switch_that_is_neither_is_unknown_and_said(read, word: str):
    found = read(HEAD + BODY.replace("is_full_depth: true", f"is_full_depth: {word}"))
    wrong = [finding.what for finding in found.said("bad-value")]
    is_neither = word in ("perhaps", "2")
    assert wrong == ["is_full_depth is neither true nor false; left out"] * is_neither


def test_a_key_written_twice(read):
    found = read(HEAD + BODY + "weight: 11\n")
    assert found.only.mass_kg == 11
    assert found.one("repeated-key").where == "Box-1.yaml:10:1"


def test_texts_cannot_break_lines_terminals_or_files(read):
    text = HEAD.replace("Box 1", '"Box\\e[31m\\n1\\0 ☃ ' + "x" * 5000 + '"') + BODY
    name = read(text).only.name
    assert name.startswith("Box [31m 1 ☃ xxx")
    assert len(name) == 200


def test_findings_of_one_file_are_bounded(read):
    text = "".join(
        f"  - name: p{n}\n    type: other\n    maximum_draw: {n + 1}x\n" for n in range(3000)
    )
    found = read(HEAD + BODY + "power-ports:\n" + text)
    assert len(found.file.problems) <= MOST_FINDINGS


def test_every_class_of_finding_has_its_words():
    assert all(
        severity in ("info", "warning", "error") and title for severity, title in CLASSES.values()
    )


VALUES = st.one_of(
    st.sampled_from(
        ["", "~", "0", "-1", "1e9", "0x1", "true", "[]", "{}", "[1, {}]", "'a'", "C14", "☃"]
    ),
    st.text("ab01:.-_ é", max_size=8).map(lambda text: f"'{text}'"),
)


KEYS = st.sampled_from(
    ["manufacturer", "model", "slug", "u_height", "weight", "weight_unit", "airflow", "is_powered",
     "width", "power-ports", "power-outlets", "interfaces", "module-bays", "device-bays",
     "front-ports", "subdevice_role", "form_factor", "outer_width", "max_weight", "comments", "xyz"]
)  # fmt: skip


PORT = st.dictionaries(
    st.sampled_from(["name", "type", "maximum_draw", "allocated_draw", "mgmt_only", "feed_leg"]),
    st.sampled_from(
        ["PSU1", "iec-60320-c14", "nema-l21-30p", "100", "-3", "true", "A", "400gbase-x-osfp"]
    ),
    max_size=4,
).map(lambda port: "{" + ", ".join(f"{k}: {v}" for k, v in port.items()) + "}")


LISTS = st.lists(PORT, max_size=4).map(lambda found: f"[{', '.join(found)}]")


@given(st.dictionaries(KEYS, st.one_of(VALUES, LISTS), max_size=14))
def test_any_fields_give_a_valid_part_or_a_reason(tmp_path_factory, fields: dict[str, str]):
    path = tmp_path_factory.mktemp("any") / "any.yaml"
    path.write_text("".join(f"{key}: {value}\n" for key, value in {"model": "M", **fields}.items()))
    imported = import_path(path)
    for part in imported.parts:
        assert Part.model_validate(part.model_dump()) == part
        assert list(entry_problems(part, lambda *_: "here")) == []
    assert imported.parts or any(p.mend or p.what for file in imported.files for p in file.problems)


def fields(text: str) -> Fields:
    table = parse(text.encode())
    assert isinstance(table, Table)
    return Fields(table, Notes("x.yaml"))


def lines(read: Fields) -> list[str]:
    return [f"{problem.where} {problem.what}" for problem in read.notes.found]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1", 1),
        ("-1", -1),
        ("+1.5", 1.5),
        (".5", 0.5),
        ("1.", 1),
        ("1e3", 1000),
        ("2.5E-1", 0.25),
        ("' 7 '", 7),
        ("123456789012345", 123456789012345),
    ],
)
def test_a_number_is_decimal(written: str, value: float):
    read = fields(f"a: {written}\n")
    assert read.number("a") == value
    assert lines(read) == []


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("1,5", "1,5"), ("0x10", "0x10"), ("1_000", "1_000"), ("nan", "nan"), (".inf", ".inf"),
        ("1e100", "1e100"), ("1234567890123456", "1234567890123456"), ("[1]", "a list or table"),
        ("{b: 1}", "a list or table"), ("x" * 40, "x" * 40), ("x" * 41, "x" * 39 + "…"),
    ],
)  # fmt: skip
def test_what_is_no_decimal_number_is_left_out(written: str, shown: str):
    read = fields(f"a: {written}\n")
    assert read.number("a") is None
    assert lines(read) == [f"x.yaml:1:1 a is {shown!r}, no number; left out"]


@pytest.mark.parametrize(
    ("written", "value", "said"),
    [
        ("010", 10, "a is 010, taken as decimal; YAML 1.1 reads 8"),
        ("08", 8, "a is 08, taken as decimal"),
        ("01.5", 1.5, "a is 01.5, taken as decimal"),
        ("0.5", 0.5, None),
        ("0", 0, None),
    ],
)
def test_a_leading_zero_changes_nothing_and_is_said(written: str, value: float, said: str | None):
    read = fields(f"a: {written}\n")
    assert read.number("a") == value
    assert lines(read) == ([f"x.yaml:1:1 {said}"] if said else [])


@pytest.mark.parametrize("written", ["", "~", "null", "Null", "NULL", "''", "' '"])
def test_null_and_empty_are_nothing(written: str):
    read = fields(f"a: {written}\n")
    assert (read.text("a"), read.number("a"), read.switch("a"), read.items("a")) == (
        "", None, None, []
    )  # fmt: skip
    assert (read.text("b"), read.number("b"), read.switch("b"), read.items("b")) == (
        "", None, None, []
    )  # fmt: skip
    assert lines(read) == []


def test_null_in_quotes_is_a_word():
    read = fields("a: 'null'\n")
    assert read.text("a") == "null"
    assert read.switch("a") is None
    assert lines(read) == ["x.yaml:1:1 a is neither true nor false; left out"]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True), ("Yes", True), ("ON", True), ("y", True), ("false", False), ("no", False),
        ("Off", False), ("n", False),
    ],
)  # fmt: skip
def test_a_switch_is_a_word_of_yaml(written: str, value: bool):
    read = fields(f"a: {written}\n")
    assert read.switch("a") is value
    assert lines(read) == []


def test_lists_of_tables_keep_what_is_a_table():
    read = fields("a: [{b: 1}, 2, [3], {c: 4}]\nd: {e: f}\ng: [{h: i}]\nj: [1]\n")
    assert [list(table) for table in read.items("a")] == [["b"], ["c"]]
    assert read.items("d") == []
    assert [list(table) for table in read.items("g")] == [["h"]]
    assert read.items("j") == []
    assert lines(read) == [
        "x.yaml:1:13 2 of a are no tables; left out",
        "x.yaml:2:1 d is no list; left out",
        "x.yaml:4:5 1 of j are no tables; left out",
    ]


@pytest.mark.parametrize("written", ["[1]", "{b: 1}"])
def test_a_list_is_no_text(written: str):
    read = fields(f"a: {written}\n")
    assert read.text("a") == ""
    assert lines(read) == ["x.yaml:1:1 a is no text"]
    assert read.switch("a") is None


@pytest.mark.parametrize(
    ("written", "text", "said"),
    [
        ("0123", "0123", "a is 0123 here; unquoted, YAML 1.1 reads 83"),
        ("'0123'", "0123", None),
        ("on", "on", "a is on here; unquoted, YAML 1.1 reads true"),
        ("true", "true", None),
        ("Box", "Box", None),
    ],
)
def test_an_exact_text_says_what_others_read(written: str, text: str, said: str | None):
    read = fields(f"a: {written}\n")
    assert read.exact_text("a") == text
    assert lines(read) == ([f"x.yaml:1:1 {said}"] if said else [])


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("0", None), ("00", "0"), ("017", "15"), ("-017", "-15"), ("0_17", "15"), ("08", None),
        ("1:0", "60"), ("1:59", "119"), ("1:60", None), ("59:59", "3599"), ("+1:30", "90"),
        ("1:02:03", "3723"), ("1_0:30", "630"), ("0:30", None),
        ("1:1:1:1:1:1:1:1", "2846806779661"),
        ("1:11:1:1:1:1:1:1", None), ("y", None), ("N", None), ("yes", "true"), ("OFF", "false"),
        ("False", "false"), ("null", "nothing"), ("NULL", "nothing"), ("~", "nothing"), ("x", None),
        ("none", None), ("offline", None),
    ],
)  # fmt: skip
def test_what_yaml_1_1_makes_of_a_text(text: str, other: str | None):
    """YAML 1.1 types `int` (octal, base 60) and `bool`; single letters stay letters in PyYAML."""
    assert other_reading(text) == other


@pytest.mark.parametrize(
    ("text", "longest", "clean"),
    [
        ("a  b\t\nc", 200, "a b c"),
        ("\x1b[31m\x07", 200, "[31m"),
        ("a\u2028b\x85c", 200, "a b c"),
        ("a" * 200, 200, "a" * 200),
        ("a" * 201, 200, "a" * 199 + "…"),
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("\ud800x", 200, "?x"),
        ("é", 200, "é"),
        # What is left of twelve letters for three.
        (" " * 11 + "bc", 3, "b"),
        (" " * 12 + "bc", 3, ""),
    ],
)
def test_a_text_is_one_line_that_can_be_printed(text: str, longest: int, clean: str):
    assert cleaned(text, longest) == clean


def test_twenty_unknown_keys_are_named():
    for count, said in ((20, []), (21, ["and 1 more such keys"]), (25, ["and 5 more such keys"])):
        read = fields("".join(f"x-{n:02}: 1\n" for n in range(count)))
        read.check_keys(DEVICE_KEYS)
        what = [problem.what for problem in read.notes.found]
        assert what[:20] == [f"nobody reads 'x-{n:02}'" for n in range(20)]
        assert what[20:] == said


@pytest.mark.parametrize(
    ("key", "mend"),
    [
        ("u-height", "did you mean u_height?"),
        ("U HEIGHT", "did you mean u_height?"),
        ("Front Image", "did you mean front_image?"),
        ("power_ports", "did you mean power-ports?"),
        ("xyz", "remove it"),
        ("exclude_from_utilization" + "_" * 16, "did you mean exclude_from_utilization?"),
        ("exclude_from_utilization" + "_" * 17, "remove it"),
    ],
)
def test_a_key_of_forty_letters_may_be_a_misspelling(key: str, mend: str):
    read = fields(f"'{key}': 1\n")
    read.check_keys(DEVICE_KEYS)
    assert [problem.mend for problem in read.notes.found] == [mend]


def test_unknown_and_repeated_keys_of_components():
    read = fields(
        "interfaces:\n- {name: a, tipe: b}\n- {name: c, tipe: d, name: e, name: f}\n"
        "power-ports: [{name: a}]\nmodel: A\nmodel: B\n"
    )
    read.check_keys(DEVICE_KEYS)
    assert lines(read) == [
        "x.yaml:2:13 nobody reads 'tipe' in interfaces (2 times)",
        "x.yaml:3:22 'name' and 1 more are written twice in interfaces; the last one counts",
        "x.yaml:6:1 'model' is written twice; the last one counts",
    ]


def test_arrays_that_a_rack_type_does_not_have_are_unknown_as_a_whole():
    read = fields("model: A\ninterfaces: [{tipe: b}]\n")
    read.check_keys(RACK_KEYS)
    assert lines(read) == ["x.yaml:2:1 nobody reads 'interfaces'"]


def test_the_same_words_are_noted_once_and_two_hundred_at_most():
    notes = Notes("x.yaml")
    notes.put("kind", "a", line=3)
    notes.put("kind", "a", line=4)
    notes.put("slug", "a")
    for number in range(300):
        notes.put("kind", f"b{number}", "do", 5, 6)
    assert len(notes.found) == MOST_FINDINGS == 200
    assert [(p.code, p.severity, p.where, p.what, p.mend) for p in notes.found[:3]] == [
        ("kind", "info", "x.yaml:3:1", "a", ""),
        ("slug", "info", "x.yaml", "a", ""),
        ("kind", "info", "x.yaml:5:6", "b0", "do"),
    ]


def test_the_report_in_text_and_toml():
    bad = Finding(code="required", severity="error", where="b:1:1", what="has no model", mend="add")
    note = Finding(code="kind", severity="info", where="a", what="taken for a node")
    files = (
        FileReport("a.yaml", ("acme-a",), (note,)),
        FileReport("b.yaml", (), (bad, note, note)),
    )
    part = Part(id="acme-a", name="A", kind="node")
    imported = Imported((part,), files, "abc")
    assert counts(files) == [("required", 1, 1), ("kind", 3, 2)]
    head = [
        "NetBox device-type library, commit abc: 2 files, 1 part",
        "error        1 in     1 files  files without a field that nothing can stand for "
        "[required]",
        "info         3 in     2 files  kinds guessed [kind]",
    ]
    assert as_text(imported).splitlines() == [
        *head,
        "",
        "a.yaml -> acme-a",
        "  info [kind] a: taken for a node",
        "",
        "b.yaml -> nothing",
        "  error [required] b:1:1: has no model; add",
        "  info [kind] a: taken for a node",
        "  info [kind] a: taken for a node",
    ]
    text = as_toml(imported)
    assert text.splitlines()[:3] == [f"# {line}" for line in head]
    assert text.endswith("\n")
    first, second = tomllib.loads(text)["file"]
    info = {"code": "kind", "severity": "info", "where": "a", "what": "taken for a node"}
    assert first == {"path": "a.yaml", "ids": ["acme-a"], "problems": [info]}
    assert second["problems"][0]["mend"] == "add"
    assert as_text(Imported((), ())) == "NetBox device-type library: 0 files, 0 parts\n"
