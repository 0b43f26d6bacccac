"""A share of every attack on the running program, always the same; `tests.hardening` draws more."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.hardening.kills import Kills
from tests.hardening.kinds import KINDS, attack_once

NUMBER = {"kills": 8, "engine-kills": 2, "monkey": 1}
SEED = 20261122
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.mark.expect_log("autosave|engine|pyqtgraph|plugin")
@pytest.mark.parametrize("name", NUMBER)
def test_nothing_is_lost_damaged_or_wrong(name: str, qapp: QApplication) -> None:
    with KINDS[name]() as kind:
        failed = [attack_once(name, kind, SEED, number) for number in range(NUMBER[name])]
    assert [words for words in failed if words] == []


def test_the_kills_come_where_they_hurt() -> None:
    with Kills() as kind:
        for number in range(3):
            assert attack_once("kills", kind, 1, number) == ""
        edits, inside = (int(word) for word in kind.figures().split() if word.isdigit())
    assert edits > 30
    assert inside > 0
