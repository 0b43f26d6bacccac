"""With what the program ends; those of faults are numbers of sysexits.h. Imports nothing heavy."""

from typing import Final

FINDINGS: Final = 1
DIFFERENT: Final = 1
"""As `diff` has it: what is compared is not the same."""
CONFLICTS: Final = 1
"""As git has it: a merge leaves something for people to decide."""
BAD_INPUT: Final = 2
INTERNAL_ERROR: Final = 70
"""EX_SOFTWARE"""
OUTPUT_FAILED: Final = 74
"""EX_IOERR"""
