"""Keys and gestures that a view takes by itself, for the guide; menus and their keys: `actions`."""

from typing import Final

from designer.ui.kit.navigation import SCHEMES

Keys = tuple[tuple[str, str], ...]

VIEW_KEYS: Final[tuple[tuple[str, Keys], ...]] = (
    *((f"Navigation: {scheme.title}", scheme.keys) for scheme in SCHEMES),
    (
        "On the floor",
        (
            ("`Space` + drag", "pan"),
            ("`+`, `-`", "zoom"),
            ("Drag from left to right", "select what is enclosed"),
            ("Drag from right to left", "select what is touched"),
            ("Click on a thing of a group", "select the group; again, or with `Alt`, the thing"),
            ("Drag the name of a row", "move the row with its racks"),
            ("Double click, or `Enter`", "open the rack in the elevation"),
            (
                "`T`, then clicks",
                "draw a cable tray: a corner each, `Enter` or a double click ends, "
                "`Backspace` takes one back, `Esc` discards; without a mouse by arrows and `Space`",
            ),
            ("Right click", "what can be done with a rack, a row, a note, a place"),
            (
                "Click a balloon, or the edge of a cloud",
                "look at the comment; twice: show the list",
            ),
            ("`Ctrl+Shift+M`, then a drag", "a comment in a cloud; around racks that are selected"),
            ("Drag a grip of the selected row", "racks of the row, pitch, width of an aisle"),
            ("`Alt` while dragging", "place freely, without snap"),
            ("`Shift` while dragging racks", "move along one axis"),
            ("Digits while dragging", "an exact count, or distance in the unit shown; `Backspace`"),
            ("`Esc`", "cancel a drag; end a filter, a what-if, a cut; select nothing"),
            ("Arrow keys", "move the selection by a tile; with `Alt` by 10 mm"),
            ("`Ctrl` + arrow keys", "select the next rack in that direction"),
            ("Left, Right", "the overlay before or after, if one is shown and nothing is selected"),
        ),
    ),
    (
        "On the scale of an overlay",
        (
            ("Point at a part of it", "outline the racks that stand there"),
            ("Click", "select them; with `Shift` or `Ctrl` besides what is selected"),
            ("Drag along it", "dim the racks outside, until `Esc` or a click beside"),
            ("Left, Right", "the overlay before or after"),
            ("Up, Down", "point at the next part that holds racks; with `Shift` filter as far"),
            ("`Enter`, `Space`", "select the racks of that part; filter by it"),
        ),
    ),
    (
        "In the rack elevation",
        (
            ("Up, Down", "move the selected devices by a rack unit; with `Alt` by half a unit"),
            ("Left, Right", "move those of half a width to the left or right half"),
            ("`Ctrl+Up`, `Ctrl+Down`", "move them to the next free place"),
            ("`Shift+Up`, `Shift+Down`", "select the next device"),
            ("`Enter`", "show the rack on the floor"),
            (
                "Drag from a port to a port",
                "lay a cable by hand; held over the floor's racks, "
                "the one under the pointer is shown",
            ),
            ("`C`", "take a cable at the selected device; `C` again lays it where it is aimed at"),
            ("Left, Right, Up, Down with a cable", "aim at the next port; at the next device"),
            ("`PgUp`, `PgDn` with a cable", "carry it to the rack before or after"),
            ("`Esc` with a cable", "let it go"),
            ("Click a cable by hand, `Del`", "select it; remove it"),
        ),
    ),
    (
        "In the cable schedule",
        (
            ("`Enter`, or double click", "show both ends of the cable"),
            ("`Ctrl+C`", "copy the chosen rows, or all, for a spreadsheet"),
        ),
    ),
    (
        "In the power one-line",
        (
            ("`+`, `-`", "zoom, out to the whole drawing; `0`: as at first"),
            ("Arrow keys", "go to the next box"),
            ("`Enter`", "lose it, or unfold racks; with `Shift` lose it besides"),
            ("`Esc`", "restore what is lost"),
        ),
    ),
    (
        "In the comparison",
        (
            ("`+`, `-`; drag, arrow keys", "zoom and move the floor; `0`: all of it"),
            (
                "Click, `PgUp`, `PgDn` on the floor",
                "choose the change there; the one before or after",
            ),
            ("`V` on the floor", "overlay, side by side, swipe"),
            ("`Shift` + Left, Right on the floor", "move the divider of *Swipe*"),
            ("Up, Down in the table", "choose a change; `Shift` and `Ctrl` pick several"),
            ("`Enter` in the table", "show its place closely"),
            ("`Backspace` in the table", "put it back, or all that are picked"),
            ("`Ctrl+C` in the table", "copy the rows for a spreadsheet"),
        ),
    ),
    (
        "In the list of parts",
        (
            ("`Enter`", "place the part at the first fit"),
            ("`Shift+Enter`", "place it where arrows put it"),
        ),
    ),
    (
        "With a part that arrows place",
        (
            ("Left, Right; Up, Down in a rack", "the rack before or after; a unit up or down"),
            ("`Alt` with Up, Down", "half a unit"),
            ("`Shift` with Left, Right", "the half of the width, for a part of half a width"),
            ("`Space` in a rack", "front or rear"),
            ("Arrows on the floor", "a tile; with `Ctrl` five, with `Alt` 10 mm"),
            ("`Enter`", "place it; with `Shift` build what the rules need for it, too"),
            ("`Esc`", "let it go"),
        ),
    ),
    (
        "In the checks",
        (
            ("`Enter`", "show the place"),
            ("`Space`", "what was found, and what to do"),
            ("`F1`", "the page of the rule in this guide"),
            ("`W`", "accept the finding for a reason, or take that back"),
            ("`B`", "build what the rule asks for, where the finding has *build*"),
        ),
    ),
    (
        "In the catalogue",
        (
            ("`Enter`, or double click", "place at the first fit"),
            ("`F`", "make a favourite, or no longer one"),
            ("`C`", "add to the comparison, or take out of it"),
            ("`Ctrl+F`", "search"),
            ("`Alt+Left`, `Alt+Right`", "back and forward among the entries shown"),
            ("`Ctrl+C`", "copy the rows, or the comparison, for a spreadsheet"),
            ("`2`, `3`, `4` in a comparison", "compare the others with that entry"),
            ("`Esc`", "leave the comparison; clear the search; close the catalogue"),
            ("`Ctrl+W`", "close the catalogue"),
        ),
    ),
    (
        "In the tables",
        (
            ("`Ctrl+F`, then `Enter`", "filter, then go to the lines"),
            ("`Enter`, or double click", "show the chosen lines on the floor"),
            ("`F2`", "set the column of the chosen lines; `Enter` applies it"),
            ("`Ctrl+V`", "paste rows of a spreadsheet"),
            ("`Ctrl+C`", "copy the chosen lines, or all, for a spreadsheet"),
            ("`Right`, `Left` on a rack", "unfold it, fold it"),
            ("`Esc`", "leave a change or a paste; clear the filter; close the tables"),
            ("`Ctrl+W`", "close the tables"),
        ),
    ),
    (
        "In this guide",
        (
            ("`Ctrl+F`", "search"),
            ("`Down` or `Enter` in the search", "go to what was found"),
            ("`F3`, `Shift+F3`", "next and previous place on the page where the search fits"),
            ("`Tab`, `Enter`", "go to the next link, follow it"),
            ("`Alt+Left`, `Alt+Right`", "back and forward among the pages shown"),
            ("`Esc`", "clear the search; close the guide"),
        ),
    ),
)
