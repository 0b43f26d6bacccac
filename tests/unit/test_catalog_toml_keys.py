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
    require_shallow_keys(header + "b.c = 1\n" * 90_000)
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
