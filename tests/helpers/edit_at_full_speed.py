"""A real process that opens a file and edits it as fast as it can, saving now and then.

`python -m tests.helpers.edit_at_full_speed FILE [SAVE_EVERY]`. For every edit it prints the number
that the design's name then carries and the time: what a person saw happen. It ends only when it is
killed, or when nobody reads what it prints.
"""

import sys
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer

from designer.catalog.catalog import Catalog
from designer.model.design import Design, Note
from designer.runtime.design_session import DesignSession


def number_of(design: Design) -> int:
    """Return the number of the last edit that a design holds."""
    return int(design.name.partition(" ")[2] or 0)


def edited(design: Design) -> Design:
    """Return the design after the next edit: a new name, and a note more or less."""
    number = number_of(design) + 1
    notes = {note.id: note for note in design.notes}
    key = f"note-{number % 40:02d}"
    if notes.pop(key, None) is None:
        notes[key] = Note(id=key, text=f"written by edit {number}")
    return design.evolve(name=f"edit {number}", notes=tuple(notes[k] for k in sorted(notes)))


def main() -> None:
    path = Path(sys.argv[1])
    save_every = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    application = QCoreApplication(sys.argv)
    session = DesignSession(Catalog(()))
    session.open(path)

    def edit() -> None:
        session.document.apply("Edit", edited)
        number = number_of(session.document.design)
        print(number, time.monotonic(), flush=True)
        if save_every and number % save_every == 0:
            session.save()

    timer = QTimer()
    timer.timeout.connect(edit)
    timer.start(0)
    application.exec()


if __name__ == "__main__":
    main()
