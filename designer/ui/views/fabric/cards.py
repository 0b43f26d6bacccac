"""Cards below the drawing of a fabric: the cut that is drawn, and what is lost in thought."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from designer.engine.fabric_map import FabricCut, FabricCuts, FabricProof
from designer.render.fabric_things import FabricIndex
from designer.render.fabric_words import (
    cut_figure,
    cut_in_words,
    in_tb_s,
    proof_in_words,
    sides_in_words,
    state_of_proof,
    which_cut,
)
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.lines_label import LinesLabel
from designer.ui.kit.style import set_role


class ProofLine(QWidget):
    """A button that asks for the exact figure, then what became of it.

    Signals
    -------
    asked
        The exact figure is wanted.
    """

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button, self.told = QPushButton("Prove exactly"), LinesLabel(1)
        set_role(self.button, "link")
        set_role(self.told, "caption")
        self.button.setToolTip("Solve it as a whole by the exact program: edits go on meanwhile")
        self.button.clicked.connect(self.asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.button)
        row.addWidget(self.told, 1)

    def show_proof(self, proof: FabricProof | None, seconds: float, *, open_: bool) -> None:
        """Offer it where a figure is open, and say what was proven."""
        self.button.setVisible(open_ and proof is None)
        self.told.setText(proof_in_words(proof, seconds) if proof is not None else "")
        self.told.setVisible(proof is not None)
        self.setVisible(open_ or proof is not None)


class CutCard(QFrame):
    """Says what a cut cuts, and how far it is proven to be the worst.

    Signals
    -------
    stepped
        Another of the equal cuts is wanted: so many further.
    """

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAccessibleName("Worst balanced cut")
        self.links, self.rate = QLabel(), QLabel()
        for label in (self.links, self.rate):
            set_role(label, "heading")
        self.rate.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.proof = LinesLabel(1)
        self.sign = SeverityGlyph("info")
        self.made = LinesLabel(2)
        self.sides, self.which = QLabel(), QLabel()
        for label in (self.made, self.sides, self.which):
            set_role(label, "caption")
        self.back, self.forth = (
            _step("‹", "Cut before"), _step("›", "Next cut"),
        )  # fmt: skip
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.forth.clicked.connect(lambda: self.stepped.emit(1))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(3)
        head = QHBoxLayout()
        head.addWidget(self.links)
        head.addWidget(self.rate, 1)
        column.addLayout(head)
        proof = QHBoxLayout()
        proof.setSpacing(6)
        proof.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        proof.addWidget(self.proof, 1)
        column.addLayout(proof)
        column.addWidget(self.made)
        column.addWidget(self.sides)
        foot = QHBoxLayout()
        foot.setSpacing(4)
        foot.addWidget(self.back)
        foot.addWidget(self.which)
        foot.addWidget(self.forth)
        self.exact = ProofLine()
        foot.addWidget(self.exact, 1)
        foot.addStretch(0)
        column.addLayout(foot)
        column.addStretch(1)

    def show_cut(
        self, index: FabricIndex, cuts: FabricCuts, cut: FabricCut, at: int, *, intact: bool
    ) -> None:
        """Show a cut.

        Parameters
        ----------
        intact
            Whether to say that nothing is lost in it, as something is in thought.
        """
        one_way = cut_figure(cuts, cut)
        self.links.setText(f"{'Intact: ' if intact else ''}{cut.links:,} links cross")
        self.rate.setText(f"{in_tb_s(one_way)} each way")
        said, proven = state_of_proof(cuts, cut)
        self.sign.set_severity("info" if proven else "open")
        both = in_tb_s(one_way.times(2.0, "Gb/s"))
        self.proof.setText(said)
        self.made.setText(cut_in_words(index, cut))
        self.sides.setText(f"{sides_in_words(index, cut)} · {both} both ways")
        self.which.setText(which_cut(index, cuts, at))
        for button in (self.back, self.forth):
            button.setVisible(len(cuts.cuts) > 1)

    def show_none(self, cuts: FabricCuts | None, beside: str = "") -> None:
        """Say why no cut is drawn.

        Parameters
        ----------
        beside
            What goes between islands all the same.
        """
        for label in (self.rate, self.made, self.sides, self.which):
            label.setText("")
        for button in (self.back, self.forth):
            button.setVisible(False)
        self.sign.set_severity("open")
        if cuts is None:
            self.links.setText("Asking for the worst cut")
            self.proof.setText("")
        elif cuts.islands is not None and cuts.islands > 1:
            self.links.setText(f"0 TB/s: {cuts.islands} islands")
            self.proof.setText("No link joins them: nothing has to be cut between them")
            self.made.setText(beside)
        elif (known := cuts.figure("bisection_gbps")).exact and not known.high:
            self.links.setText("0 links cross")
            self.proof.setText("All that is connected fits into one half: no link has to be cut")
        else:
            self.links.setText("No cut")
            self.proof.setText("There are no two endpoints to part")


class LossCard(QFrame):
    """Says what is lost in thought, and what is left of the fabric then.

    Signals
    -------
    restored
        The what-if is to end.
    """

    restored = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAccessibleName("What is lost")
        self.title, self.left = LinesLabel(1), QLabel()
        for label in (self.title, self.left):
            set_role(label, "heading")
        self.what = LinesLabel(1)
        set_role(self.what, "caption")
        self.says = LinesLabel(3)
        self.sign = SeverityGlyph("error")
        self.end = QPushButton("Restore  Esc")
        set_role(self.end, "link")
        self.end.clicked.connect(self.restored)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(3)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self.sign)
        head.addWidget(self.title, 1)
        head.addWidget(self.end)
        column.addLayout(head)
        column.addWidget(self.what)
        self.exact = ProofLine()
        left = QHBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.left)
        left.addWidget(self.exact, 1)
        column.addLayout(left)
        column.addWidget(self.says)
        column.addStretch(1)

    def show_loss(self, title: str, what: str, left: str, says: str, severity: str) -> None:
        """Show a loss: its name, what it is, what is left, what follows."""
        self.title.setText(title)
        self.what.setText(what)
        self.left.setText(left)
        self.left.setVisible(bool(left))
        self.says.setText(says)
        self.sign.set_severity(severity)


def _step(words: str, name: str) -> QPushButton:
    button = QPushButton(words)
    set_role(button, "quiet")
    button.setAccessibleName(name)
    button.setFixedSize(22, 22)
    return button
