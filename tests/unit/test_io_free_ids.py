"""Ids for records that have another one's: the next free number, found without counting anew."""

import pytest

from designer.io.design_file import loads
from designer.io.free_ids import FreeIds
from designer.io.toml_salvage import read_toml

MANY = 3000


class Asked(set[str]):
    """A set that counts how often it was asked."""

    asked = 0

    def __contains__(self, key: object) -> bool:
        self.asked += 1
        return super().__contains__(key)


def test_a_number_that_is_taken_is_passed_over() -> None:
    taken = {"a", "a-2", "a-4"}
    ids = FreeIds(taken, {"a-3", "b"})
    assert [ids.free(key) for key in ("a", "b", "c")] == ["a-5", "b-2", "c"]
    assert ids.numbered("c") == "c-2"
    assert ids.numbered("") == "2"
    assert ids.numbered("a") == "a-5", "nobody took it"
    taken.add("a-5")
    assert ids.numbered("a") == "a-6"


def test_nothing_is_asked_again_from_the_beginning() -> None:
    taken = Asked({"a"})
    ids = FreeIds(taken)
    for _ in range(MANY):
        taken.add(ids.free("a"))
    assert len(taken) == MANY + 1
    assert taken.asked < 4 * MANY


HEADERS = "[racks.a]\n" * MANY
KEYS = "[racks]\n" + 'a = {name = "a"}\n' * MANY
ARRAY = '[[racks]]\nid = "a"\n' * MANY
DEVICES = '[[devices]]\nid = "a"\npart = "p"\n' * MANY
FOLDS = (
    "[assemblies.a]\nslots = [\n" + '{id = "s", part = "p", repeat = 10},\n' * (MANY // 10) + "]"
)
SLOTS = "[assemblies.a]\nslots = [\n" + '{id = "s", part = "p"},\n' * MANY + "]"


@pytest.mark.parametrize(
    ("text", "last"),
    [(HEADERS, f"a-{MANY}"), (KEYS, f"a-{MANY}"), (ARRAY, f"a-{MANY}"), (DEVICES, f"a-{MANY}")],
    ids=["headers", "keys", "array", "devices"],
)
def test_every_record_of_one_id_has_one_of_its_own(text: str, last: str) -> None:
    design = loads(f"schema_version = 3\n{text}").design
    ids = {record.id for record in (*design.racks, *design.devices)}
    assert len(ids) == MANY
    assert {"a", "a-2", last} <= ids


OLD_ROWS = '[[rows]]\nid = "a"\n' * MANY
OLD_NAMELESS = "[[rows]]\nx = 1.0\n" * MANY


@pytest.mark.parametrize(
    ("text", "last"), [(OLD_ROWS, f"a-{MANY}"), (OLD_NAMELESS, str(MANY))], ids=["a", "none"]
)
def test_every_row_of_the_oldest_files_has_an_id_of_its_own(text: str, last: str) -> None:
    ids = {row.id for row in loads(f"schema_version = 0\n{text}").design.rows}
    assert len(ids) == MANY
    assert last in ids


@pytest.mark.parametrize("text", [SLOTS, FOLDS], ids=["slots", "folds"])
def test_every_slot_of_one_id_has_one_of_its_own(text: str) -> None:
    (assembly,) = loads(f"schema_version = 3\n{text}").design.assemblies
    assert len({slot.id for slot in assembly.slots}) == len(assembly.slots) == MANY


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("[1, 2]", "[1, 2]"),
        ('{a = "b", c = [{d = 1.5}]}', "{'a': 'b', 'c': [{'d': 1.5}]}"),
        (f'"{"x" * 99}"', "x" * 60),
        (f"[{'1, ' * 999}]", f"[{'1, ' * 99}"[:60]),
        (f'["{"x" * 99}"]', f"['{'x' * 58}"),
    ],
)
def test_what_was_there_first_is_told_by_how_it_begins(first: str, told: str) -> None:
    _, problems = read_toml(f"[site]\nx = {first}\nx = 5\n", "a.toml")
    (problem,) = problems
    assert problem.done == f"the first was taken: {told!r}"


def test_a_key_that_a_table_sets_again_is_told_by_its_line() -> None:
    again = "[site]\na = 1\n\nb = 2\n[site]\n# remark\nb = 3\nb.c = 4\na = 5\n"
    _, problems = read_toml(again.replace("b.c = 4\n", ""), "a.toml")
    assert [problem.where for problem in problems] == ["a.toml:7:1", "a.toml:8:1"]
