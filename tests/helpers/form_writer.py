"""Stands in for the design to which a form writes."""

from designer.ui.fields.field import Field, Value


class Writer:
    """Keeps what is written: field, value, subject; refuses what it is told to."""

    def __init__(self) -> None:
        self.written: list[tuple[str, Value, str]] = []
        self.refusal = ""

    def __call__(self, field: Field, value: Value, subject: str) -> str:
        if not self.refusal:
            self.written.append((field.name, value, subject))
        return self.refusal
