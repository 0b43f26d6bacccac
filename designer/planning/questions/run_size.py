"""GPUs of a training run, by the engine's own calculation (`calc compute`)."""

from math import isfinite

from designer.catalog.catalog import Catalog
from designer.planning.arguments import fail
from designer.planning.questions.answers import Run
from designer.planning.questions.outcome import Assumption


def gpus_of_run(run: Run, gpu: str, catalog: Catalog) -> tuple[int, Assumption]:
    """Return the GPUs that do a run within its days at the usual share of their peak, and why.

    `calc compute` states formula and sources: 6 FLOP for each parameter and token (Kaplan et al.,
    arXiv 2001.08361), the share of the peak by the guideline of published runs.

    Raises
    ------
    TemplateError
        If the model or the GPU's peak is not known, or no whole number of GPUs comes out.
    """
    # Only now: a list of questions must not load the engine.
    from designer.engine.calculation import CalcError
    from designer.engine.subjects.workloads.calc_states import COMPUTE

    what = {"model": run.model} if run.model else {"parameters_b": repr(run.parameters_b)}
    asked = {**what, "tokens": repr(run.tokens), "gpu": gpu, "days_asked": repr(run.days)}
    try:
        found = COMPUTE.calculate(asked, catalog)
    except CalcError as error:
        key = "model" if run.model else "parameters_b"
        raise fail(key, str(error), "ask for gpus instead") from error
    usual = found.results["gpus_for_days"]
    if not isinstance(usual, int | float) or not isfinite(usual) or usual < 1:
        raise fail("days", "no number of GPUs follows from the run", "ask for gpus instead")
    low, high = found.bounds.get("gpus_for_days", (usual, usual))
    band = "" if low == high else f" ({low:,.0f}–{high:,.0f} by the share of the peak reached)"
    of = run.model or f"{run.parameters_b:g} billion parameters"
    scale, called = (1e12, "trillion") if run.tokens >= 1e12 else (1e9, "billion")
    return int(usual), Assumption(
        "GPUs of the run",
        f"{int(usual):,}{band}",
        f"{of} on {run.tokens / scale:g} {called} tokens in {run.days:g} days: {found.formula}; "
        f"{found.sources[0]}; {', '.join(found.basis.get('gpus_for_days', ()))}; without failures "
        "and trials",
    )
