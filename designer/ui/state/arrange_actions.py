"""The commands that arrange what is selected: locks, groups, layers, lines and the grid."""

from typing import Final

from designer.ui.state.action_spec import ActionSpec

ARRANGE: Final[tuple[ActionSpec, ...]] = (
    ActionSpec(
        "arrange.lock", "Lock or unlock", "Ctrl+L", "lock", words="pin protect freeze padlock"
    ),
    ActionSpec("arrange.group", "Group", "Ctrl+G", "group", "canvas", words="set together"),
    ActionSpec("arrange.ungroup", "Ungroup", "Ctrl+Shift+G", "group", "canvas", words="apart"),
    ActionSpec("arrange.layer", "Put on a layer…", "", "layers", words="phase show hide"),
    ActionSpec("arrange.stage", "Put into a stage…", "", "history", words="phase day growth later"),
    ActionSpec("arrange.left", "Align left edges", "", "align-left"),
    ActionSpec("arrange.right", "Align right edges", "", "align-right"),
    ActionSpec("arrange.top", "Align top edges", "", "align-top"),
    ActionSpec("arrange.bottom", "Align bottom edges", "", "align-bottom"),
    ActionSpec("arrange.middle_x", "Align middles in a column", "", "align-middle", words="centre"),
    ActionSpec("arrange.middle_y", "Align middles in a line", "", "align-centre", words="centre"),
    ActionSpec("arrange.fronts", "Align fronts of racks", "", "align-top", words="face aisle"),
    ActionSpec(
        "arrange.spread_x", "Distribute across", "", "distribute-across", words="even gaps space"
    ),
    ActionSpec(
        "arrange.spread_y", "Distribute down", "", "distribute-down", words="even gaps space"
    ),
    ActionSpec("arrange.tiles", "Put on the tile grid", "", "floor", words="snap align"),
    ActionSpec(
        "arrange.units", "Align devices by U", "", "elevation", words="rack unit height level"
    ),
    ActionSpec(
        "arrange.copy_properties",
        "Copy properties",
        "Ctrl+Alt+C",
        "duplicate",
        "canvas",
        words="format painter settings pick up",
    ),
    ActionSpec(
        "arrange.paste_properties",
        "Paste properties…",
        "Ctrl+Alt+V",
        "paste",
        "canvas",
        words="format painter settings give",
    ),
    ActionSpec("select.part", "Select the same part", "", "check", words="similar alike model"),
    ActionSpec("select.kind", "Select the same kind", "", "check", words="similar alike"),
    ActionSpec(
        "select.contents",
        "Select the same contents",
        "",
        "check",
        words="similar alike assembly filling",
    ),
    ActionSpec("select.row", "Select the same row", "", "check", words="similar alike"),
    ActionSpec("select.feed", "Select the same feeds", "", "check", words="similar power"),
    ActionSpec(
        "select.role",
        "Select the same role in a fabric",
        "",
        "check",
        words="similar leaf spine tier switch",
    ),
    ActionSpec("view.layers", "Layers…", "F7", "layers", words="show hide eye padlock kinds"),
    ActionSpec(
        "view.stages", "Compare stages…", "", "history", words="phase day growth table print"
    ),
    ActionSpec("view.stage_before", "Look at the stage before", "Alt+PgUp", "back"),
    ActionSpec("view.stage_after", "Look at the stage after", "Alt+PgDown", "forward"),
    ActionSpec("view.show_all", "Show all layers", "", "eye", words="hidden unhide"),
)
