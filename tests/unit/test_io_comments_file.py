"""The file of comments: written whole, read with what is wrong, changed by two at once."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from designer import script
from designer.app.main import main
from designer.io.atomic_file import WriteError
from designer.io.comments_file import (
    comments_path,
    dumps_comments,
    loads_comments,
    read_comments,
    updated,
)
from designer.io.design_file import dumps
from designer.model import comment_edits as edits
from designer.model.comments import Comment, Reply
from designer.model.design import Design, Rack
from tests.helpers.designs import small_catalog

FULL = Comment(
    id="k7", number=3, about="cloud", name="", x_mm=1200, y_mm=2400, width_mm=600, depth_mm=900,
    author="Ann", date="2026-05-04T08:00:00+00:00", text='Too "tight"\nhere', changed="2026-05-05",
    resolved_by="Bo", resolved="2026-05-06T08:00:00+00:00",
    replies=(Reply(id="b", author="Bo", date="2026-05-05", text="why?"),),
)  # fmt: skip


def comment(key: str, **fields: object) -> Comment:
    return Comment.model_validate({"id": key, "number": 0, "text": f"of {key}", **fields})


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    path = tmp_path / "hall.cluster.toml"
    design = Design(racks=(Rack(id="r1", name="A01", part="rack-z", x_mm=0, y_mm=0),))
    path.write_text(dumps(design, small_catalog()))
    return path


@pytest.mark.parametrize(
    ("design", "beside"),
    [("hall.cluster.toml", "hall.comments.toml"), ("hall.toml", "hall.comments.toml"),
     ("hall", "hall.comments.toml"), (".toml", ".toml.comments.toml")],
)  # fmt: skip
def test_comments_stand_beside_the_design(design: str, beside: str) -> None:
    assert comments_path(Path("/a") / design) == Path("/a") / beside


def test_what_is_written_is_read_again() -> None:
    there = (comment("a", number=1), FULL)
    text = dumps_comments(there)
    assert loads_comments(text, "x").comments == there
    assert dumps_comments(loads_comments(text, "x").comments) == text
    assert '[comments.k7]\nnumber = 3\nabout = "cloud"\nx_mm = 1200\n' in text
    assert text.count("\n") == max(text.count("\n"), len(text.splitlines())), "a field is a line"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("comments_version = 1\n[comments.a]\nnumber = \n",
         "f:3:10: is no TOML: Invalid value; mend the line"),
        ("[comments.a]\nnumber = 1\ntext = 'x'\n", "f: is no file of comments"),
        ("comments_version = 9\n", "f: was written by a newer version (comments_version 9"),
        ("comments_version = 1\n[comments.a]\nnumber = 'x'\ntext = 'x'\n",
         "f: comments.a.number: input should be a valid integer"),
        ("comments_version = 1\n[comments.a]\nnumber = 1\ntext = 'x'\ncolour = 'red'\n",
         "f: comments.a.colour: extra inputs are not permitted; left out; mend it"),
        ("comments_version = 1\ncomments = 3\n", "f: comments: is no table of comments"),
        ("comments_version = 1\n[comments.a]\nnumber = 1\ntext = 'x'\nreplies = 4\n",
         "f: comments.a.replies: is no table of answers"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_a_line(text: str, said: str) -> None:
    read = loads_comments(text, "f")
    assert not read.writable
    assert read.problems[0].line().startswith(said), read.problems[0].line()


def test_a_damaged_file_is_not_written_over(hall: Path) -> None:
    beside = comments_path(hall)
    beside.write_text("comments_version = 1\n[comments.a]\nnumber = 'x'\ntext = 'x'\n")
    before = beside.read_bytes()
    with pytest.raises(WriteError, match=r"comments\.a\.number"):
        updated(beside, edits.add(comment("b")), 0.0)
    assert beside.read_bytes() == before


def test_two_who_write_at_once_both_stand(hall: Path) -> None:
    beside = comments_path(hall)
    seen = updated(beside, edits.add(comment("a")), 0.0).comments[0]
    updated(beside, edits.resolve(seen, "Ann", "2026-05-01"), 0.0)
    updated(beside, edits.answer(seen, Reply(id="r", text="of one who has not seen that")), 0.0)
    updated(beside, edits.add(comment("b")), 0.0)
    there = read_comments(beside).comments
    assert [one.number for one in there] == [1, 2]
    assert (there[0].resolved_by, len(there[0].replies)) == ("Ann", 1)


def test_a_comment_that_the_file_lost_is_put_back_by_its_answer(hall: Path) -> None:
    seen = updated(comments_path(hall), edits.add(comment("a")), 0.0).comments[0]
    comments_path(hall).unlink()
    made = updated(comments_path(hall), edits.answer(seen, Reply(id="r", text="still")), 0.0)
    assert [one.text for one in made.comments] == ["of a"]


def test_a_script_writes_lists_and_settles(hall: Path, tmp_path: Path) -> None:
    session = script.open(hall)
    bytes_before = hall.read_bytes()
    made = session.comment("Too close", "rack", "r1", author="Ann")
    assert (made.number, made.name, made.spot) == (1, "A01", (0, 0))
    session.comment("Clear this", "cloud", place={"x_mm": 0, "y_mm": 0, "width_mm": 600})
    session.reply(1, "Agreed", author="Bo")
    session.resolve(made, author="Bo")
    assert [one.is_open for one in session.comments()] == [False, True]
    assert session.reopen(1).is_open
    assert hall.read_bytes() == bytes_before, "the design is as it was"
    assert session.is_saved
    for bad in (("x", "rack", "qqq"), ("x", "shelf", ""), ("", "design", ""), ("x", "place", "")):
        with pytest.raises(script.ScriptError):
            session.comment(*bad)
    other = tmp_path / "other.cluster.toml"
    session.save(other)
    assert comments_path(other).read_bytes() == comments_path(hall).read_bytes()
    with pytest.raises(script.ScriptError, match="no file yet"):
        script.new().comment("x")


def test_saving_over_another_design_sets_its_comments_aside(hall: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.cluster.toml"
    other.write_bytes(hall.read_bytes())
    script.open(other).comment("of the other")
    script.open(hall).save(other, replace=True)
    assert not comments_path(other).exists()
    assert "of the other" in (tmp_path / "other.comments.toml.bak").read_text()


def test_the_command_lists_them(hall: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = script.open(hall)
    session.comment("Too close\nto the wall", "rack", "r1", author="Ann")
    session.reply(1, "Agreed", author="Bo")
    session.resolve(session.comment("=1+1"), author="Bo")
    assert main(["comments", str(hall)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 Rack A01: Ann, 20")
    assert "    Too close to the wall\n    > Bo, 20" in said
    assert said.endswith(f"{comments_path(hall)}: 1 open, 1 resolved\n")
    assert main(["comments", str(hall), "--format", "json", "--state", "open"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["number"], row["thing"], row["gone"]) for row in rows] == [(1, "Rack A01", False)]
    assert main(["comments", str(hall), "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("Number,Thing,Author,Date,State,Text,Answers")
    assert ",'=1+1," in lines[2], "no formula for a spreadsheet"
    comments_path(hall).write_text("x")
    assert main(["comments", str(hall)]) == 2
    assert "hall.comments.toml:1:2: is no TOML" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_branches_that_comment_merge_without_a_driver(tmp_path: Path) -> None:
    """Comments of random ids stand apart, so that git's own lines merge."""

    def version(*keys: str) -> str:
        return dumps_comments(comment(key, number=int(key[1:])) for key in keys)

    texts = {"base": version("c1", "t9"), "ours": version("c1", "f2", "t9"),
             "theirs": version("c1", "t9", "x2")}  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    names = [str(tmp_path / name) for name in ("ours", "base", "theirs")]
    done = subprocess.run(["git", "merge-file", *names], check=False)
    assert done.returncode == 0
    there = loads_comments((tmp_path / "ours").read_text(), "x")
    assert [one.id for one in there.comments] == ["c1", "f2", "t9", "x2"]
    assert len({one.number for one in there.comments}) == 4


def test_the_merge_driver_unites_them(tmp_path: Path) -> None:
    base = comment("a", number=1)
    ours = base.evolve(replies=(Reply(id="o", text="ours"),))
    theirs = base.evolve(replies=(Reply(id="t", text="theirs"),), resolved="2026-05-01")
    names = []
    for name, one in (("base", base), ("ours", ours), ("theirs", theirs)):
        (tmp_path / name).write_text(dumps_comments((one,)))
        names.append(str(tmp_path / name))
    assert main(["git-merge", *names, "--path", "hall.comments.toml"]) == 0
    there = loads_comments((tmp_path / "ours").read_text(), "x").comments[0]
    assert ([one.text for one in there.replies], there.is_open) == (["ours", "theirs"], False)
    (tmp_path / "base").write_text("")
    assert main(["git-merge", *names, "--path", "hall.comments.toml"]) == 0
