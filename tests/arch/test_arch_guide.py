"""The page on architecture names the packages, the layers and the subjects that there are."""

import re
from pathlib import Path

import pytest

from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from tests.arch.test_arch_imports import CONTRACTS
from tests.helpers.gates import REPOSITORY

GUIDE = REPOSITORY / "resources" / "guide"
PAGE = (GUIDE / "architecture.md").read_text(encoding="utf-8")
PLACE = re.compile(r"`((?:designer|tests|packaging|catalogs|resources)/[\w./-]*)`")
LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)")
PAGES = [REPOSITORY / "README.md", *sorted(GUIDE.glob("*.md"))]


def layers(container: str) -> list[str]:
    """Return the packages of a contract, from the top."""
    found = next(c["layers"] for c in CONTRACTS if c.get("containers") == [container])
    return [name.strip() for layer in found for name in layer.split("|")]


def test_the_packages_stand_in_the_order_of_the_contract() -> None:
    block = PAGE.split("```")[1]
    named = [
        word for line in block.splitlines() for word in re.findall(r"(?:^|\s{4,})(\w+)\s{2,}", line)
    ]
    assert named == [room for room in layers("designer") if room != "__main__"]


def test_the_layers_of_the_window_stand_in_the_order_of_the_contract() -> None:
    (said,) = re.findall(r"only those below it: (.*?)\.", PAGE)
    assert re.findall(r"`(\w+)`", said) == layers("designer.ui")


def test_every_subject_has_its_row_in_the_order_in_which_they_are_computed() -> None:
    folders = [_folder_of(subject) for subject in SUBJECTS]
    table = PAGE.partition("## The engine's subjects")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == list(dict.fromkeys(folders))


def _folder_of(subject: Subject) -> str:
    """Return the folder whose `subject.py` declares a subject."""
    root = REPOSITORY / "designer" / "engine" / "subjects"
    for path in sorted(root.glob("*/*.py")):
        if f'("{subject.name}")' in path.read_text(encoding="utf-8"):
            return path.parent.name
    if subject.compute is not None:  # its key stands where subjects that come before it read it
        return subject.compute.__module__.split(".")[-2]
    raise LookupError(subject.name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_places_of_a_page_are_there(page: Path) -> None:
    assert missing(page, page.read_text(encoding="utf-8")) == []


def missing(page: Path, text: str) -> list[str]:
    """Return the files that a page names and the repository does not have."""
    links = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    places = [place for place in PLACE.findall(text) if "SUBJECT" not in place]
    return [*links, *(place for place in places if not (REPOSITORY / place).exists())]


def test_a_planted_link_and_place_that_are_gone_are_found() -> None:
    text = "[a](gone.md#x), [b](architecture.md), `designer/gone.py`, `designer/model`"
    assert missing(PAGES[1], text) == ["gone.md", "designer/gone.py"]
