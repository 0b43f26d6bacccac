"""What the monkey does with stages, and what has to hold in each of them."""

import random

from designer.document.as_of import each_stage
from designer.io.references import dangling
from designer.model.design import Design
from designer.ui.commands.stages import into_stage
from designer.ui.window.main_window import MainWindow

_NAMES = ("Day 1", "Day 2", "Day 3")


def put_or_look(window: MainWindow, chance: random.Random) -> tuple[str, str]:
    """Put some racks or devices into a stage, or look at one; return what is wrong."""
    space = window.workspace
    before = space.document.design
    if before.stages and chance.random() < 0.6:
        stage = chance.choice(before.stages)
        space.stage.look_at(stage.id)
        wrong = "" if space.document.design is before else "looking at a stage changed the design"
        return f"look at {stage.id}", wrong
    things = [*(rack.id for rack in before.racks), *(device.id for device in before.devices)]
    if not things or space.document.reviewing:
        return "nothing to put into a stage", ""
    keys, name = tuple(chance.sample(things, min(3, len(things)))), chance.choice(_NAMES)
    space.attempt(f"Put into {name}", into_stage(keys, name))
    return f"put {', '.join(keys)} into {name}", unsound(space.document.design)


def unsound(design: Design) -> str:
    """Return what a stage of a design names and has not, though the whole has it."""
    lost = {(one.path[:2], one.field, one.value) for one in dangling(design)}
    for stage, then in each_stage(design):
        for one in dangling(then):
            if (one.path[:2], one.field, one.value) not in lost:
                return f"in {stage.id}: {one.what}"
    return ""
