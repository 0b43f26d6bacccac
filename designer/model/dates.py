"""What a date in a file can be: a year, a month or a day of the calendar. Imports nothing."""

import datetime
import re
from typing import Final

_DATE: Final = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-[0-9]{2})?)?")
DATE_FORMS: Final = "YYYY, YYYY-MM or YYYY-MM-DD"


def is_date(text: str) -> bool:
    """Return whether a text is a year, a month or a day of the calendar."""
    if not _DATE.fullmatch(text):
        return False
    try:
        datetime.date.fromisoformat(f"{text}-01-01"[:10])
    except ValueError:
        return False
    return True
