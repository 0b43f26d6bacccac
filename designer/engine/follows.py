"""Whether anything follows a report. Imports nothing: the report itself asks."""

import sys
from typing import Final

FOLLOWS: Final = sys.platform != "win32"
"""Whether work follows a report at all: on Windows nobody sees whether somebody waits meanwhile."""
