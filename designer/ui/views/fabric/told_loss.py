"""What the card below a fabric says of what is lost in thought."""

from typing import Final, NamedTuple

from designer.engine.power_report import GRAVITY
from designer.model.figure_words import number
from designer.model.sentence import capital
from designer.render.fabric_losses import LossRow
from designer.render.fabric_things import FabricIndex
from designer.render.fabric_words import ENDS_LEFT, in_tb_s, of_target, part_of_full
from designer.render.switch_losses import LostSwitch, who_loses
from designer.render.what_if import WhatIf
from designer.ui.state.fabric_state import FabricState
from designer.ui.state.workspace import Workspace

_SIGNS: Final = {"ok": "info", "unknown": "open", "warning": "warning", "error": "error"}
NOT_SAVED: Final = "not saved"


class Told(NamedTuple):
    """A loss: its name, what it is, what is left, what follows, its sign."""

    title: str
    what: str
    left: str
    says: str
    severity: str


def told_of_loss(space: Workspace, state: FabricState, index: FabricIndex) -> Told:
    """Return what is lost, and what that leaves of the fabric that is shown."""
    shown, rows = space.what_if.shown, state.rows_of_lost()
    assert shown is not None, "something is lost"
    row = state.row_of_lost()
    left = state.left_of_lost()
    fewer = any(one.fewer_ends for one in rows)
    each_way = f"each way of the {ENDS_LEFT}" if fewer else "left each way"
    measured = left is not None and not left.unknown
    said = f"{in_tb_s(left)} {each_way}" if left is not None and measured else ""
    return Told(
        _title(shown, rows, state, index), _what(space, row, shown), said,
        _with_target(_with_traffic(_says(shown, row, state), row), row, state),
        _SIGNS[_gravest(shown, rows)],
    )  # fmt: skip


def _gravest(shown: WhatIf, rows: tuple[LossRow, ...]) -> str:
    """Return the graver of what becomes of racks, and of what rows say of this fabric."""
    return max((str(shown.state), *(row.state for row in rows)), key=GRAVITY.index)


def _title(shown: WhatIf, rows: tuple[LossRow, ...], state: FabricState, index: FabricIndex) -> str:
    several = len(shown.failing) > 1
    things = sorted(state.lost) if several or state.lost_switch() is not None else []
    if things and len(things) == len(shown.failing):
        return f"{', '.join(index.title(one) for one in things)} lost"
    if len(rows) == 1 and not several:
        name = rows[0].name
        if rows[0].form == "feed":  # the row tells of all that are alike
            name = shown.title
        return f"{capital(name)} lost"
    return f"{capital(shown.title)} lost"


def _what(space: Workspace, row: LossRow | None, shown: WhatIf) -> str:
    """Return of how many alike it is one, what people call it, and that it is not saved."""
    one = shown.failing[0]
    said = [f"1 of {number(row.alike, 0)} alike"] if row is not None and row.alike > 1 else []
    if len(shown.failing) == 1 and one.kind == "network":
        said.append(space.layout().name_of(one.device) or one.name)
    elif row is not None and row.joins:
        said.append(one.name)
    return " · ".join([*said, NOT_SAVED])


def _says(shown: WhatIf, row: LossRow | None, state: FabricState) -> str:
    """Return what follows; what is left of this fabric has a line of its own."""
    found = state.lost_switch()
    if found is not None:
        return _sentences(found, shown)
    if all(one.kind in ("network", "fabric") for one in shown.failing) and shown.left:
        return f"{capital(shown.sentence)}."
    return shown.words


def _with_traffic(words: str, row: LossRow | None) -> str:
    """Return what a loss does with what is left of all-to-all traffic, where that is known."""
    sends = row.sends if row is not None else ""
    return f"{words} {capital(sends)}, divided evenly (ECMP)." if sends else words


def _with_target(words: str, row: LossRow | None, state: FabricState) -> str:
    """Return what a loss does with whether the fabric keeps its target then, where it has one."""
    target = state.target_pct
    if target is None:
        return words
    ratio, left = row.ratio if row is not None else None, state.left_of_lost()
    if ratio is None and left is not None and not left.unknown and state.report is not None:
        ratio = part_of_full(state.report, left)
    said, _ = of_target(ratio, target)
    return f"{capital(said)}. {words}"


def _sentences(lost: LostSwitch, shown: WhatIf) -> str:
    """Return who loses links, and what these keep, as sentences."""
    more = shown.sentence.partition("; ")[2]
    return ". ".join(filter(None, (capital(who_loses(lost)), capital(more)))) + "."
