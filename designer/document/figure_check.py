"""Refuse an edit that gives a record a figure that cannot be, by the table of `model.ranges`."""

from designer.document.errors import EditError
from designer.model.change import Change
from designer.model.ranges import out_of_range
from designer.model.record import Record


def refuse_impossible(change: Change) -> None:
    """Look at every record that a change puts in.

    Raises
    ------
    EditError
        If one holds a figure out of its range; the message names record, figure and range.
    """
    for name, value in change.single:
        if isinstance(value, Record):
            check_record(value, name)
    for _, records in change.put:
        for record in records:
            check_record(record, record.id)


def check_record(record: Record, name: str) -> None:
    """Look at one record.

    Parameters
    ----------
    name
        What the message calls it.

    Raises
    ------
    EditError
        If it holds a figure out of its range.
    """
    for path, wrong in out_of_range(record):
        within = "".join(f"{step}." for step in path[:-1])
        raise EditError(f"{name}: {within}{wrong}")
