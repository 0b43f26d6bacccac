"""Every command of the window, declared once: menus, shortcuts and the command box read this table.

A new command is a line in `SPECS`, its id in `MENUS`, and one `bind` where it is carried out.
"""

from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from designer.render.icons import icon
from designer.render.theme import Theme
from designer.ui.kit.widget_edge import given_text
from designer.ui.state.action_spec import ActionSpec
from designer.ui.state.arrange_actions import ARRANGE
from designer.ui.state.submenus import SUBMENUS

"""Commands that lock, group, arrange, choose and hide."""
SPECS: Final[tuple[ActionSpec, ...]] = (
    ActionSpec("file.new", "New empty room", "Ctrl+N", "new", words="create start"),
    ActionSpec(
        "file.questions",
        "New from five questions…",
        "Ctrl+Shift+N",
        "new",
        words="plan wizard requirements gpus budget run",
    ),
    ActionSpec("file.start", "Start page", "", "table", words="template reference recent"),
    ActionSpec("file.open", "Open…", "Ctrl+O", "open", words="load"),
    ActionSpec("file.save", "Save", "Ctrl+S", "save"),
    ActionSpec("file.save_as", "Save as…", "Ctrl+Shift+S", "save"),
    ActionSpec("file.print", "Print…", "Ctrl+P", "print", words="pdf sheet paper"),
    ActionSpec("file.export", "Export…", "Ctrl+E", "export", words="svg png json csv bom"),
    ActionSpec(
        "file.labels",
        "Labels…",
        "",
        "cable",
        words="print label cable ends racks devices qr code avery tia 606 pdf",
    ),
    ActionSpec(
        "file.weather", "Read a weather file…", "", "sun", words="climate epw import year hours"
    ),
    ActionSpec(
        "file.grid", "Read grid carbon…", "", "cloud", words="co2 intensity electricity hours csv"
    ),
    ActionSpec("file.quit", "Quit", "Ctrl+Q", "close", words="exit close"),
    ActionSpec("edit.undo", "Undo", "Ctrl+Z", "undo"),
    ActionSpec("edit.redo", "Redo", "Ctrl+Shift+Z", "redo"),
    ActionSpec("edit.cut", "Cut", "Ctrl+X", "cut", "canvas", words="clipboard move"),
    ActionSpec(
        "edit.copy", "Copy", "Ctrl+C", "duplicate", "canvas", words="clipboard svg png toml"
    ),
    ActionSpec("edit.paste", "Paste", "Ctrl+V", "paste", "canvas", words="clipboard insert"),
    ActionSpec("edit.duplicate", "Duplicate", "Ctrl+D", "duplicate", words="copy"),
    ActionSpec("edit.remove", "Remove", "Del", "delete", "canvas", words="delete"),
    ActionSpec("edit.rotate", "Rotate by 90°", "R", "rotate", "canvas"),
    ActionSpec("edit.rename", "Rename…", "Ctrl+R", "note"),
    ActionSpec(
        "edit.replace", "Replace with…", "Ctrl+H", "compare", words="swap exchange equivalent part"
    ),
    ActionSpec(
        "checks.build_all",
        "Build what the rules need",
        "Ctrl+B",
        "check",
        words="checks findings all remedy pdus doors switches fabric",
    ),
    ActionSpec("edit.mirror", "Mirror top to bottom", "M", "mirror", "canvas", words="flip rows"),
    ActionSpec(
        "edit.mirror_sides", "Mirror left to right", "Shift+M", "mirror", "canvas", words="flip"
    ),
    ActionSpec("assembly.make", "Make an assembly of this rack…", "", "rack", words="block copy"),
    ActionSpec(
        "assembly.copy", "Copy assembly to selected racks", "", "duplicate", words="fill block"
    ),
    ActionSpec(
        "assembly.apply", "Apply to all copies", "", "check", words="assembly block every rack"
    ),
    ActionSpec("edit.detach", "Detach from assembly", "", "duplicate", words="block copy own"),
    ActionSpec(
        "pod.save", "Save selection as a pod…", "", "save", words="block racks template reuse"
    ),
    ActionSpec("row.edit", "Rename or move row…", "", "move", words="renumber racks shift"),
    ActionSpec("row.duplicate", "Duplicate row", "", "duplicate", words="copy racks again"),
    ActionSpec("row.detach", "Detach racks from row", "", "duplicate", words="own apart alone"),
    ActionSpec("pod.detach", "Detach pod", "", "duplicate", words="group own apart alone"),
    ActionSpec("row.remove", "Remove row with its racks", "", "delete", words="delete"),
    ActionSpec(
        "cables.leaf_places",
        "Compare places of leaf switches…",
        "",
        "fabric",
        words="cables length cost end middle of row rail rack move tor",
    ),
    ActionSpec(
        "edit.settings",
        "Design settings…",
        "Ctrl+,",
        "settings",
        words="site room feeds obstacles fabrics prices revisions title block notes waivers",
    ),
    ActionSpec("edit.select_all", "Select all racks", "Ctrl+A", "check", "canvas"),
    ActionSpec("edit.select_none", "Select nothing", "Ctrl+Shift+A", "close"),
    ActionSpec("view.command", "Run a command…", "Ctrl+K", "search", words="palette find"),
    ActionSpec("view.find_part", "Find a part…", "Ctrl+F", "search", words="catalogue palette"),
    ActionSpec("view.fit", "Fit the whole room", "Shift+F", "fit", words="zoom floor"),
    ActionSpec("view.zoom_selection", "Zoom to selection", "F", "zoom-in", "canvas"),
    ActionSpec("view.left", "Parts, outline, history", "F2", "parts", checkable=True),
    ActionSpec("view.elevation", "Rack elevation", "F3", "elevation", checkable=True),
    ActionSpec("view.right", "Totals, plots, checks", "F4", "power", checkable=True),
    ActionSpec("view.floor_only", "Floor", "Ctrl+1", "floor", words="view tab"),
    ActionSpec("view.elevation_only", "Elevation", "Ctrl+2", "elevation", words="view tab"),
    ActionSpec("view.power_only", "Power", "Ctrl+3", "bolt", words="view tab one-line loss fail"),
    ActionSpec("view.fabric_only", "Fabric", "Ctrl+4", "fabric", words="view tab spine leaf rail"),
    ActionSpec("view.cost_only", "Cost", "Ctrl+5", "cost", words="view tab own rent cloud tco"),
    ActionSpec(
        "view.workloads_only",
        "Workloads",
        "Ctrl+6",
        "training",
        words="view tab train serve model plan days tokens",
    ),
    ActionSpec(
        "view.compare_only",
        "Compare",
        "Ctrl+7",
        "compare",
        words="view tab diff difference delta before after revision saved file put back",
    ),
    ActionSpec(
        "view.tables",
        "Tables…",
        "F6",
        "table",
        words="list spreadsheet columns bulk edit paste tsv csv racks devices filter sum rename",
    ),
    ActionSpec("view.properties", "Properties", "Ctrl+I", "settings", words="inspect fields"),
    ActionSpec("view.overlay", "Overlay on or off", "O", "floor", "canvas", words="heat map shade"),
    ActionSpec(
        "view.next_overlay",
        "Next overlay",
        "Shift+O",
        "floor",
        "canvas",
        words="heat map shade racks",
    ),
    ActionSpec(
        "whatif.fail",
        "What if the selection fails",
        "X",
        "bolt",
        "canvas",
        words="lose loss fail feed ups pdu shelf cdu air unit",
    ),
    ActionSpec(
        "whatif.besides",
        "What if the selection fails besides",
        "Shift+X",
        "bolt",
        "canvas",
        words="lose second loss fail together",
    ),
    ActionSpec("whatif.restore", "Restore what is lost", "", "bolt", words="end what if loss"),
    ActionSpec(
        "variants.pick",
        "Compare with a design…",
        "Ctrl+Shift+O",
        "compare",
        words="variant file beside scenario option",
    ),
    ActionSpec(
        "variants.keep",
        "Keep as a variant…",
        "Ctrl+Shift+K",
        "pin",
        words="compare freeze snapshot before after scenario option",
    ),
    ActionSpec("variants.clear", "Remove all variants", "", "close", words="compare end"),
    ActionSpec(
        "view.back",
        "Back to the view before",
        "Alt+Left",
        "back",
        words="history previous where i was",
        also=("Ctrl+[", "Back"),
    ),
    ActionSpec(
        "view.forward",
        "Forward to the view after",
        "Alt+Right",
        "forward",
        words="history next",
        also=("Ctrl+]", "Forward"),
    ),
    ActionSpec(
        "view.navigation_tools",
        "Design tools: the wheel zooms",
        checkable=True,
        words="navigation mouse scheme cad",
    ),
    ActionSpec(
        "view.navigation_maps",
        "Maps: the wheel zooms, a drag pans",
        checkable=True,
        words="navigation mouse scheme",
    ),
    ActionSpec(
        "view.navigation_touchpad",
        "Touchpad: two fingers and the wheel pan",
        checkable=True,
        words="navigation mouse scheme trackpad laptop",
    ),
    ActionSpec("view.theme", "Dark or light", "F9", "sun", words="theme colour palette"),
    ActionSpec("view.metric", "Units: metric", checkable=True, words="mm kg celsius si metres"),
    ActionSpec(
        "view.imperial",
        "Units: imperial",
        checkable=True,
        words="inch feet pounds fahrenheit us customary psf cfm gpm",
    ),
    ActionSpec(
        "view.numbers_en", "Numbers: 1,234.5", checkable=True, words="locale english decimal"
    ),
    ActionSpec(
        "view.numbers_de", "Numbers: 1.234,5", checkable=True, words="locale german decimal"
    ),
    ActionSpec(
        "view.numbers_fr", "Numbers: 1\u202f234,5", checkable=True, words="locale french nordic"
    ),
    ActionSpec("view.numbers_ch", "Numbers: 1’234.5", checkable=True, words="locale swiss decimal"),
    ActionSpec("view.language_en", "English", checkable=True, words="language english"),
    ActionSpec("view.language_de", "Deutsch", checkable=True, words="language german sprache"),
    ActionSpec(
        "view.contrast",
        "High contrast",
        "Shift+F9",
        checkable=True,
        words="theme accessibility wcag black white",
    ),
    ActionSpec("view.letters_100", "100 %", checkable=True, words="size of letters font scale"),
    ActionSpec(
        "view.letters_125",
        "125 %",
        checkable=True,
        words="size of letters font scale large bigger",
    ),
    ActionSpec(
        "view.letters_150",
        "150 %",
        checkable=True,
        words="size of letters font scale large bigger",
    ),
    ActionSpec(
        "view.review",
        "Review: nothing moves",
        "F8",
        checkable=True,
        words="lock freeze protect read only mode accidental",
    ),
    ActionSpec(
        "review.comment", "Comment…", "Ctrl+M", "comment", words="review remark mark up balloon pin"
    ),
    ActionSpec(
        "review.cloud",
        "Comment cloud",
        "Ctrl+Shift+M",
        "cloud",
        words="review mark up revision draw",
    ),
    ActionSpec(
        "review.comments", "Comments", "Shift+F8", "comment", words="review list open resolved"
    ),
    ActionSpec(
        "view.console",
        "Script console",
        "F12",
        "console",
        words="python calls script plug-in api macro record",
    ),
    ActionSpec("view.full_screen", "Full screen", "F11", "fit", checkable=True),
    ActionSpec("insert.rack", "Rack at the next free tiles", "Ctrl+Shift+R", "rack", words="add"),
    ActionSpec("insert.row", "Row of racks…", "Ctrl+Shift+L", "floor", words="add array"),
    ActionSpec("insert.part", "Selected part at the first fit", "Ctrl+Return", "plus", words="add"),
    ActionSpec(
        "insert.aim",
        "Selected part where arrows put it",
        "Ctrl+Shift+Return",
        "plus",
        words="add keyboard aim unit rack place",
    ),
    ActionSpec(
        "catalog.own_part", "Use my own part…", "", "parts", words="catalogue add edit custom user"
    ),
    ActionSpec(
        "catalog.import",
        "Import from the NetBox library…",
        "",
        "parts",
        words="catalogue netbox devicetype device type yaml add merge",
    ),
    ActionSpec(
        "catalog.configure",
        "Configure a system…",
        "",
        "node",
        words="build server node components baseboard gpus cpus memory nics drives supplies preset",
    ),
    ActionSpec(
        "catalog.take_apart",
        "Take apart…",
        "",
        "node",
        words="configure components made of node server",
    ),
    ActionSpec(
        "catalog.updates", "Newer part figures…", "", "parts", words="catalogue update changed"
    ),
    ActionSpec(
        "insert.tray", "Cable tray", "T", "cable", "canvas", words="add draw ladder duct cables"
    ),
    ActionSpec(
        "insert.row_trays", "Cable trays behind all rows", "", "cable", words="add draw ladder"
    ),
    ActionSpec("insert.column", "Column", "", "blank", words="add draw room pillar obstacle"),
    ActionSpec("insert.wall", "Inner wall", "", "blank", words="add draw room partition"),
    ActionSpec("insert.ramp", "Ramp", "", "blank", words="add draw room slope"),
    ActionSpec(
        "insert.keep-out", "Keep-out zone", "", "refused", words="add draw room free escape"
    ),
    ActionSpec(
        "insert.ceiling", "Ceiling zone", "", "blank", words="add draw room low height beam duct"
    ),
    ActionSpec(
        "plan.place",
        "Building plan…",
        "",
        "floor",
        words="add underlay background drawing png jpeg svg dxf cad architect trace",
    ),
    ActionSpec("plan.scale", "Scale the plan by two points", "", "fit", words="underlay size"),
    ActionSpec("plan.move", "Move the plan", "", "move", words="underlay shift align"),
    ActionSpec("plan.hide", "Hide or show the plan", "", "eye", words="underlay background"),
    ActionSpec(
        "view.measure",
        "Measure",
        "Shift+T",
        "limit",
        "canvas",
        words="distance length area ruler dimension tape",
    ),
    ActionSpec("insert.note", "Note…", "", "note", words="comment remark"),
    ActionSpec(
        "catalog.browse",
        "Catalogue…",
        "F5",
        "catalog",
        words="browse parts gpus switches models prices sources favourites families",
    ),
    ActionSpec(
        "catalog.compare",
        "Compare in the catalogue",
        "",
        "compare",
        words="side by side differences parts",
    ),
    ActionSpec("help.guide", "Guide", "F1", "help", words="help manual search rules"),
    ActionSpec("help.keys", "Keyboard and mouse", "Ctrl+?", "help", words="shortcuts keys"),
    ActionSpec("help.about", "About Cluster Designer", "", "info", words="version"),
    *ARRANGE,
)

SEPARATOR: Final = "-"

MENUS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "&File",
        (
            "file.new", "file.questions", "file.start", "file.open", "recent", SEPARATOR,
            "file.save", "file.save_as", SEPARATOR, "file.weather", "file.grid",
            SEPARATOR, "file.print", "file.export", "file.labels", SEPARATOR, "file.quit",
        ),
    ),
    (
        "&Edit",
        (
            "edit.undo", "edit.redo", SEPARATOR, "edit.cut", "edit.copy", "edit.paste",
            "edit.duplicate", "edit.remove", SEPARATOR, "edit.rotate",
            "edit.mirror", "edit.mirror_sides", "edit.rename", "edit.replace", SEPARATOR,
            "checks.build_all", SEPARATOR, "assembly.make", "assembly.copy",
            "assembly.apply",
            "edit.detach", "pod.save", "pod.detach", SEPARATOR, "row.edit", "row.duplicate",
            "row.detach", "row.remove", "cables.leaf_places", SEPARATOR, "edit.select_all",
            "edit.select_none", SEPARATOR, "edit.settings",
        ),
    ),
    (
        "&Arrange",
        (
            "arrange.lock", "arrange.group", "arrange.ungroup", "arrange.layer",
            "arrange.stage", SEPARATOR,
            "select.part", "select.kind", "select.contents", "select.row", "select.feed",
            "select.role", SEPARATOR, "arrange.left", "arrange.right", "arrange.top",
            "arrange.bottom", "arrange.middle_x", "arrange.middle_y", "arrange.fronts",
            "arrange.spread_x", "arrange.spread_y", "arrange.tiles", "arrange.units", SEPARATOR,
            "arrange.copy_properties", "arrange.paste_properties",
        ),
    ),
    (
        "&View",
        (
            "view.command", "view.find_part", SEPARATOR, "view.back", "view.forward",
            "view.fit", "view.zoom_selection", "view.measure",
            SEPARATOR, "view.floor_only", "view.elevation_only", "view.fabric_only",
            "view.power_only", "view.workloads_only", "view.cost_only",
            "view.compare_only", "view.tables", "view.properties", SEPARATOR,
            "view.left", "view.elevation", "view.right", SEPARATOR, "overlays", "view.overlay",
            "view.next_overlay", SEPARATOR, "view.layers", "view.show_all", SEPARATOR,
            "view.stages", "view.stage_before", "view.stage_after", SEPARATOR,
            "whatif.fail", "whatif.besides",
            "whatif.restore", SEPARATOR,
            "variants.pick", "variants.keep", "variants.clear", SEPARATOR,
            "review.comments", "view.review", "view.console", SEPARATOR,
            "navigation", "units", "language", "view.theme", "view.contrast", "letters",
            "view.full_screen",
        ),
    ),
    (
        "&Insert",
        (
            "insert.part", "insert.aim", "insert.rack", "insert.row", SEPARATOR,
            "insert.tray", "insert.row_trays", SEPARATOR, "insert.column", "insert.wall",
            "insert.ramp", "insert.keep-out", "insert.ceiling", SEPARATOR,
            "plan.place", "plan.scale", "plan.move",
            "plan.hide", SEPARATOR, "insert.note", "review.comment", "review.cloud",
        ),
    ),
    (
        "&Catalogue",
        (
            "catalog.browse", "catalog.compare", SEPARATOR, "catalog.configure",
            "catalog.take_apart", SEPARATOR, "catalog.own_part", "catalog.import",
            "catalog.updates",
        ),
    ),
    ("&Help", ("help.guide", "help.keys", "help.about")),
)  # fmt: skip

UNIT_CHOICES: Final = (
    "view.metric", "view.imperial", "view.numbers_en", "view.numbers_de", "view.numbers_fr",
    "view.numbers_ch",
)  # fmt: skip
"""Commands of the menu `units`: of each kind one holds."""


class ActionSet(QObject):
    """The window's actions by id, each with the reason why it is not available now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.specs = {spec.id: spec for spec in SPECS}
        self._reasons: dict[str, str] = {}
        self._actions = {spec.id: self._make(spec) for spec in SPECS}
        for _, ids in SUBMENUS.values():
            group = QActionGroup(self)
            for action_id in ids:
                group.addAction(self._actions[action_id])

    def __getitem__(self, action_id: str) -> QAction:
        return self._actions[action_id]

    def __iter__(self) -> Iterator[tuple[str, QAction]]:
        return iter(self._actions.items())

    def bind(self, action_id: str, slot: Callable[[], object]) -> None:
        """Carry out a command by calling `slot`."""
        self._actions[action_id].triggered.connect(lambda _checked=False: slot())

    def allow(self, action_id: str, reason: str = "") -> None:
        """Enable a command, or disable it for a reason (a short sentence)."""
        self._reasons[action_id] = reason
        action = self._actions[action_id]
        action.setEnabled(not reason)
        action.setToolTip(f"{self.plain_text(action_id)}: {reason}" if reason else "")

    def recolour(self, theme: Theme) -> None:
        """Draw the icons in a theme; what can be checked shows its tick in that place."""
        for action_id, spec in self.specs.items():
            if spec.icon and not spec.checkable:
                self._actions[action_id].setIcon(icon(spec.icon, theme.dim))

    def reason(self, action_id: str) -> str:
        """Return why a command is not available; empty if it is."""
        return self._reasons.get(action_id, "")

    def plain_text(self, action_id: str) -> str:
        """Return a command's text without mnemonic."""
        return given_text(self._actions[action_id]).replace("&", "")

    def shortcut_text(self, action_id: str) -> str:
        """Return a command's shortcut as the platform writes it."""
        return self._actions[action_id].shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(spec.text, self)
        action.setObjectName(spec.id)
        action.setCheckable(spec.checkable)
        if spec.shortcut:
            action.setShortcuts([QKeySequence(key) for key in (spec.shortcut, *spec.also)])
        action.setShortcutContext(
            Qt.ShortcutContext.WidgetWithChildrenShortcut
            if spec.scope == "canvas"
            else Qt.ShortcutContext.WindowShortcut
        )
        return action
