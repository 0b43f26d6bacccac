"""What follows from the program in the guide and the README is as the program is today."""

import argparse
from pathlib import Path

import pytest

from designer.app import guide_pages
from designer.app.main import COMMANDS, command_parser
from designer.ui.state.actions import MENUS, SPECS
from tests.helpers.gates import REPOSITORY

RENEW = "run `.venv/bin/python -m designer.app.guide_pages`"


@pytest.mark.parametrize("page", guide_pages.pages(REPOSITORY), ids=lambda page: str(page.name))
def test_no_page_is_out_of_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert guide_pages.renewed(text) == text, f"{page.name}: {RENEW}"


def test_every_part_stands_on_one_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in guide_pages.pages(REPOSITORY))
    for name in guide_pages.PARTS:
        assert text.count(f"<!-- generated: {name} -->\n") == 1


def test_a_page_that_is_out_of_date_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "resources/guide").mkdir(parents=True)
    (tmp_path / "README.md").write_text("nothing here\n")
    page = tmp_path / "resources/guide/keyboard.md"
    page.write_text("By hand\n<!-- generated: keys -->\nout of date\n<!-- end -->\nby hand too\n")
    assert guide_pages.write(tmp_path) == [page]
    text = page.read_text()
    assert text.startswith("By hand\n<!-- generated: keys -->\n## File\n")
    assert text.endswith("\n<!-- end -->\nby hand too\n")
    assert "out of date" not in text
    assert guide_pages.write(tmp_path) == []


def test_every_command_is_described_with_all_its_arguments() -> None:
    text = guide_pages.command_line()
    headings = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert headings == list(COMMANDS)
    for name in COMMANDS:
        _, parser = command_parser(name)
        for action in parser._actions:
            if not isinstance(action, argparse._SubParsersAction) and action.dest != "help":
                assert (action.option_strings or [str(action.metavar)])[-1] in text
    for division in ("list", "show", "validate", "import-netbox"):
        assert f"### catalog {division}\n" in text


def test_an_argument_that_says_nothing_of_itself_is_refused() -> None:
    parser = argparse.ArgumentParser(prog="cluster-designer made-up")
    parser.add_argument("--silent")
    with pytest.raises(ValueError, match="cluster-designer made-up: --silent SILENT says nothing"):
        list(guide_pages._arguments(parser))


def test_usage_and_table_of_a_made_up_command() -> None:
    parser = argparse.ArgumentParser(prog="cluster-designer made-up", add_help=False)
    parser.add_argument("file", metavar="FILE", help="a file | or two")
    parser.add_argument("more", metavar="key=value", nargs="*", help="more")
    parser.add_argument("--to", choices=("a", "b"), default="b", help="default: %(default)s")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="out")
    parser.add_argument("--dry", action="store_true", help="only say")
    parser.epilog = "That is all."
    assert list(guide_pages._arguments(parser)) == [
        "```sh\ncluster-designer made-up FILE [key=value …] [--to a|b] -o OUT [--dry]\n```",
        "| argument | means |\n| --- | --- |\n| `FILE` | a file \\| or two |\n"
        "| `key=value` | more |\n| `--to TO` | default: b; one of `a`, `b` |\n"
        "| `-o OUT, --output OUT` | out |\n| `--dry` | only say |",
        "That is all.",
    ]


def test_every_key_of_the_menus_is_listed() -> None:
    text = guide_pages.keys()
    in_menus = {action_id for _, ids in MENUS for action_id in ids}
    for spec in SPECS:
        if spec.shortcut and spec.id in in_menus:
            assert f"| `{spec.shortcut}` | {spec.text} |" in text


def test_the_sample_of_check_is_what_check_prints() -> None:
    lines = guide_pages.check_sample().splitlines()
    assert lines[0] == "```console"
    assert lines[1].startswith("$ cluster-designer new dgx-superpod-h100 ")
    assert lines[2] == "$ cluster-designer check pod.cluster.toml"
    assert lines[3].startswith("warning: A01, A02")
    assert lines[-3] == "…"
    assert lines[-2].startswith("pod.cluster.toml: 0 errors, ")
