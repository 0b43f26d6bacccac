"""Comments: numbers that stay, what is gone, and two sides that wrote at the same time."""

import pytest

from designer.model import comment_edits as edits
from designer.model.comments import (
    Comment,
    Comments,
    Reply,
    follow,
    is_gone,
    merged,
    numbered,
    thing_words,
)
from designer.model.design import Design, Fabric, Obstacle, PowerNode, Rack, Room, Row
from designer.model.layout import Layout

HALL = Design(
    power=(PowerNode(id="a", name="Feed A"),),
    rows=(Row(id="A", name="A"),),
    racks=(Rack(id="r1", name="A01", part="rack-48u", row="A", x_mm=1200, y_mm=2400),),
    fabrics=(Fabric(id="f", name="Compute"),),
)


def comment(key: str, **fields: object) -> Comment:
    return Comment.model_validate({"id": key, "number": 0, "text": f"of {key}", **fields})


def written(*keys: str) -> Comments:
    there: Comments = ()
    for key in keys:
        there = edits.add(comment(key))(there)
    return there


def numbers(comments: Comments) -> dict[str, int]:
    return {one.id: one.number for one in comments}


def test_numbers_count_up_and_stay_in_the_order_of_writing() -> None:
    there = written("z", "m", "a")
    assert numbers(there) == {"z": 1, "m": 2, "a": 3}
    assert [one.id for one in there] == ["a", "m", "z"]


def test_an_answer_a_settlement_and_its_end_are_kept() -> None:
    there = written("a")
    there = edits.answer(there[0], Reply(id="1", author="Bo", date="2026-05-01", text=" why? "))(
        there
    )
    there = edits.resolve(there[0], "Ann", "2026-05-02T10:00:00+00:00")(there)
    assert there[0].state == "resolved by Ann, 2026-05-02"
    assert edits.resolve(there[0], "Cy", "2026-05-03")(there) == there, "the first one settled it"
    there = edits.reopen(there[0], Reply(id="2", author="Cy", date="2026-05-04", text=""))(there)
    assert there[0].is_open
    assert [reply.text for reply in there[0].replies] == [
        "why?",
        "Open again; was resolved by Ann, 2026-05-02",
    ]


def test_a_comment_needs_words_and_not_too_many() -> None:
    with pytest.raises(edits.CommentError, match="needs words"):
        edits.add(comment("a", text=" \n"))
    with pytest.raises(edits.CommentError, match="takes 4,000 letters, this one has 4,001"):
        edits.add(comment("a", text="x" * 4_001))


@pytest.mark.parametrize(
    ("about", "target", "words"),
    [
        ("rack", "r1", "Rack A01"), ("row", "A", "Row A"), ("power", "a", "Feed A"),
        ("fabric", "f", "Fabric Compute"), ("finding", "P08:r1", "P08:r1"),
        ("design", "", "The design"),
    ],
)  # fmt: skip
def test_things_have_the_names_that_people_use(about: str, target: str, words: str) -> None:
    assert thing_words(comment("c", about=about, target=target), Layout(HALL)) == words


def test_what_is_gone_keeps_its_last_name_and_place() -> None:
    there = follow((comment("c", about="rack", target="r1"),), Layout(HALL))
    renamed = HALL.evolve(racks=(HALL.racks[0].evolve(name="B07", x_mm=3000),))
    there = follow(there, Layout(renamed))
    assert (there[0].name, there[0].spot) == ("B07", (3000, 2400))
    empty = Layout(Design())
    assert follow(there, empty) is there
    assert is_gone(there[0], empty)
    assert thing_words(there[0], empty) == "Rack B07 (gone)"
    finding = comment("f", about="finding", target="P08:r1", name="P08 of A01")
    assert thing_words(finding, empty, ()) == "P08 of A01 (settled)"
    assert not is_gone(finding, empty), "nobody knows the findings"


def test_two_branches_lose_nothing_of_each_other() -> None:
    base = written("a")
    ours = edits.answer(base[0], Reply(id="o", date="2026-05-02", text="ours"))(base)
    ours = edits.add(comment("o", date="2026-05-02"))(ours)
    theirs = edits.answer(base[0], Reply(id="t", date="2026-05-01", text="theirs"))(base)
    theirs = edits.resolve(theirs[0], "Bo", "2026-05-03")(theirs)
    theirs = edits.add(comment("t", date="2026-05-01"))(theirs)
    both = merged(base, ours, theirs)
    assert both == merged(base, theirs, ours), "whoever merges"
    assert numbers(both) == {"a": 1, "t": 2, "o": 3}, "the one written first keeps its number"
    assert [reply.text for reply in both[0].replies] == ["theirs", "ours"]
    assert both[0].resolved_by == "Bo"


def test_reopening_on_one_branch_stands_against_no_change_on_the_other() -> None:
    base = edits.resolve(written("a")[0], "Ann", "2026-05-01")(written("a"))
    ours = edits.reopen(base[0], Reply(id="r", date="2026-05-02", text="no"))(base)
    assert merged(base, ours, base)[0].is_open
    assert merged(base, base, ours)[0].is_open


def test_a_second_of_one_number_is_told() -> None:
    one, two = comment("a", number=4, date="2026-05-02"), comment("b", number=4, author="Bo")
    found, told = numbered((one, two.evolve(date="2026-05-03")))
    assert numbers(found) == {"a": 4, "b": 5}
    assert told == ("two comments have the number 4; the later one, by Bo, is 5",)


def test_a_comment_on_a_column_follows_it_and_keeps_its_last_place() -> None:
    column = Obstacle(
        id="k", name="North", kind="column", x_mm=600, y_mm=900, width_mm=400, depth_mm=400
    )

    def layout(*there: Obstacle) -> Layout:
        return Layout(HALL.evolve(room=Room(obstacles=there)))

    seen = follow((comment("c", about="element", target="k"),), layout(column))
    assert (seen[0].name, seen[0].spot) == ("North", (600, 900))
    moved = follow(seen, layout(column.evolve(x_mm=1200, name="Middle")))
    assert (moved[0].name, moved[0].spot) == ("Middle", (1200, 900))
    gone = layout()
    assert follow(moved, gone) is moved
    assert is_gone(moved[0], gone)
    assert thing_words(moved[0], gone) == "Part of the room Middle (gone)"
