"""The page of the guide with the newest mutation figures."""

import pytest

from tests.mutation.page import HEAD, Row, rows, tree_digest, with_row

ORDER = ("model", "engine", "ui")
MODEL = Row("model", 7, "own", 20, 19, 0, 1, "0a1b2c3d")
UI = Row("ui", 7, "all", 20, 17, 1, 2, "0a1b2c3d")


def page(*known):
    return f"# Figures\n\n{HEAD}{''.join(row.text for row in known)}\nMore.\n"


def test_a_row_is_put_where_its_room_comes():
    text = with_row(page(MODEL, UI), Row("engine", 8, "own", 20, 18, 0, 2, "ffff0000"), ORDER)
    assert [row.room for row in rows(text)] == ["model", "engine", "ui"]
    assert text.endswith(f"{UI.text}\nMore.\n")


def test_a_row_of_a_room_replaces_the_one_before():
    new = Row("model", 9, "all", 40, 38, 1, 1, "12345678")
    text = with_row(page(MODEL, UI), new, ORDER)
    assert rows(text) == [new, UI]
    assert text == page(new, UI)


def test_a_page_without_the_table_is_told():
    with pytest.raises(ValueError, match="no table of mutation figures"):
        with_row("# Figures\n", MODEL, ORDER)


def test_the_tree_is_named_by_what_its_files_hold(tmp_path):
    (tmp_path / "designer").mkdir()
    (tmp_path / "tests").mkdir()
    source = tmp_path / "designer" / "a.py"
    source.write_text("x = 1\n")
    before = tree_digest(tmp_path)
    assert len(before) == 8
    assert tree_digest(tmp_path) == before
    source.write_text("x = 2\n")
    assert tree_digest(tmp_path) != before
    source.rename(source.with_name("b.py"))
    source.with_name("b.py").write_text("x = 1\n")
    assert tree_digest(tmp_path) != before
