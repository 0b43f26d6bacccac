"""What a finding asks for, as one edit that builds it: units on the floor, doors, rack PDUs.

A remedy of a check says what and how many; here it gets its parts and places. Each kind has a
module of its own beside this one.
"""

from designer.planning.remedies.cooling import RemedyPlan
from designer.planning.remedies.every import Building, set_apart, to_build
from designer.planning.remedies.plan import plan_for, remedy_plan

__all__ = ["Building", "RemedyPlan", "plan_for", "remedy_plan", "set_apart", "to_build"]
