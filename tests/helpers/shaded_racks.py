"""Reports of racks that overlays shade: some far below a limit, one over it, one not known."""

from designer.engine.limit_report import Limit
from designer.engine.report import RackReport
from tests.helpers.canvas_space import rack_report

SHARES = {"A01": 0.2, "A02": 0.8, "A03": 1.2, "A04": None, "B01": 0.5}


def limit(name: str, share: float | None) -> Limit:
    state = "unknown" if share is None else "error" if share > 1 else "ok"
    return Limit.model_validate({
        "name": name, "label": name.title(), "group": "power" if name == "power" else "mass",
        "used": 10.0, "limit": None if share is None else 10.0 / share, "unit": "kW",
        "state": state, "text": f"{share} of it",
        "bounds": ({"name": "limit", "low": 0.0, "gaps": ("x",)},) if share is None else (),
    })  # fmt: skip


def reports(shares: dict[str, float | None]) -> list[RackReport]:
    return [
        rack_report(key, 10.0, "rear-door", limits=(limit("power", share), limit("mass", 0.25)))
        for key, share in shares.items()
    ]
