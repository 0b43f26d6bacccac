"""Keys of too many steps are refused before they are parsed; nothing that is legal is."""

import tomllib
import tracemalloc

import pytest

from designer.catalog.plain_toml import read_plain
from designer.catalog.toml_keys import MOST_STEPS, DeepKeyError, require_shallow_keys

DEEP = ".".join(["a"] * 2000)
LEGAL = (
    f'note = "{DEEP}"',
    f"note = '{DEEP}'",
    f'note = """\n{DEEP} = 1\n"""',
    f"note = '''\n{DEEP} = 1\n'''",
    f'note = """"\\"""{DEEP}"""""',
    f"note = '''''{DEEP}'''''",
    f'note = "\\"{DEEP}\\\\"',
    f'"{DEEP}" = 1',
    f"x.'{DEEP}'.y = 1",
    f'["{DEEP}".x]',
    f"# {DEEP} = 1",
    f"x = 1  # it's {DEEP} = 1",
    f"# \"\"\"\nx = '''\n# {DEEP}'''",
    f'x = ["#", "{DEEP}", """\n"{DEEP}""", {{a.b = "{DEEP}"}}]',
    f'x = ""\ny = "{DEEP}"\nz = """"""',
    "x = [" + "1.5, " * 2000 + "]",
    "x = 1979-05-27T07:32:00.5\n",
    ".".join(["a"] * MOST_STEPS) + " = 1",
    "\n".join(f"a{n}.b.c.d.e.f.g.h = 1" for n in range(2000)),
)


@pytest.mark.parametrize("text", LEGAL, ids=range(len(LEGAL)))
def test_dots_of_texts_and_remarks_are_no_steps(text: str) -> None:
    assert read_plain(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"{DEEP} = 1", "line 1, column 1"),
        (f"\n[{DEEP}]", "line 2, column 2"),
        (f"[[ {DEEP} ]]", "line 1, column 4"),
        (f"x = {{{DEEP} = 1}}", "line 1, column 6"),
        (f"x = [\n 1,\n {{y = 2, {DEEP} = 1}},\n]", "line 3, column 10"),
        (DEEP.replace("a", "'a'").replace(".", " . ") + " = 1", "line 1, column 1"),
        (DEEP.replace("a", '"\\"."', 1) + " = 1", "line 1, column 1"),
        (f'x = """\n"{DEEP}\n""" \n{DEEP} = 1', "line 4, column 1"),
        (f"x = ['''\n''', {{{DEEP} = ''}}]", "line 2, column 7"),
    ],
)
def test_a_deep_key_is_told_with_its_place(text: str, place: str) -> None:
    with pytest.raises(DeepKeyError) as refused:
        read_plain(text)
    words = "a key of 2,000 steps is nested too deeply; at most 200 are read"
    assert (refused.value.words, str(refused.value)) == (words, f"{words} (at {place})")


def test_the_more_dots_a_text_has_the_fewer_steps_its_keys_may_have() -> None:
    """A header of many steps stands before every key below it, in what the parser keeps."""
    header = "[" + ".".join(["a"] * 100) + "]\n"
    require_shallow_keys(header + "b.c = 1\n" * 40_000)
    with pytest.raises(DeepKeyError, match=r"a key of 100 steps .* at most 49 are read .*line 1,"):
        require_shallow_keys(header + "b.c = 1\n" * 200_000)
    require_shallow_keys("a.b.c.d.e.f.g.h = 1\n" * 300_000)


@pytest.mark.parametrize("text", [f"{DEEP} = 1", f"[{DEEP}]", f"x = {{{DEEP} = 1}}"])
def test_a_deep_key_costs_no_memory(text: str) -> None:
    tracemalloc.start()
    with pytest.raises(DeepKeyError):
        read_plain(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 100 * len(text)


@pytest.mark.parametrize("text", ['\\"' * 200_000, '"' * 400_000, 'x = """' + '\\"\n"' * 100_000])
def test_texts_that_are_never_closed_take_no_longer(text: str) -> None:
    """Each of them is looked at once, not again from each of its marks: that would take hours."""
    require_shallow_keys(f"{'.'.join('a' * 20)} = 1\n{text}")


DEEP_HEADER = "[" + ".".join(["a"] * 200) + "]\n"
REFUSED = r"a header of 200 steps above 30,00\d lines is nested too deeply; at most 199 are read"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (DEEP_HEADER, ""),
        (DEEP_HEADER.replace("[", "[[").replace("]", "]]"), "[x]\n"),
        (DEEP_HEADER.replace("[a", ' [ "a"'), "[x]\n"),
        (DEEP_HEADER + "x = [\n[1]\n]\n", ""),
        (DEEP_HEADER + "x = [\n[true]\n]\n", ""),
        (DEEP_HEADER + 'x = """\n[b]\n"""\n', ""),
        (DEEP_HEADER + "# [b]\n", ""),
    ],
    ids=["key", "record", "quoted", "array", "true", "text", "remark"],
)
def test_a_deep_header_above_many_lines_is_refused(before: str, after: str) -> None:
    """The parser goes through all of its steps for each of them: hours for a file of 12 MB."""
    lines = "".join(f"k{number} = 1\n" for number in range(30_000))
    with pytest.raises(DeepKeyError, match=REFUSED) as refused:
        require_shallow_keys(before + lines + after)
    assert refused.value.read == 199
    require_shallow_keys(before + lines[:200_000] + after)


@pytest.mark.parametrize("header", ["[b]\n", "[[ b.c ]]\n", "[_b]\n", "[truck]\n"])
def test_lines_below_another_header_are_not_counted(header: str) -> None:
    require_shallow_keys(DEEP_HEADER + header + "k = 1\n" * 100_000)


def test_headers_that_a_design_may_have_stand_above_any_number_of_lines() -> None:
    require_shallow_keys("x.x.x.x.x.x.x.x.x = 1\n[a.b.c.d.e.f.g.h]\n" + "k = 1\n" * 700_000)


def test_the_deepest_headers_give_way_to_the_others() -> None:
    some = "".join(f"[{'.'.join('a' * steps)}]\n{'k = 1' + chr(10)}" for steps in (20, 30, 40))
    text = some + "k = 1\n" * 200_000
    with pytest.raises(DeepKeyError, match="of 40 steps above 200,00") as refused:
        require_shallow_keys(text)
    assert refused.value.read == 39
