"""A preview that is asked what could be built tells what the report after the change would ask."""

import json

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.engine.evaluate import Evaluator
from designer.engine.preview import Preview
from designer.engine.protocol import preview_answer, preview_from_answer, preview_request
from designer.model.change import diff
from designer.planning.templates import build

CATALOG = load_shipped()
HALL = build("dgx-basepod", {}, CATALOG)
AFTER = edits.replace_part(CATALOG, "dgx-h100", "dell-xe9680-gaudi-3")(HALL)


def told(*, asks: bool) -> tuple[Preview, Evaluator]:
    engine = Evaluator(CATALOG)
    engine.report(HALL)
    return engine.preview(1, HALL, diff(HALL, AFTER), (), asks=asks), engine


def test_it_has_the_checks_that_ask_for_something_and_the_feeds_after_the_change() -> None:
    preview, engine = told(asks=True)
    report = engine.report(AFTER)
    assert preview.asks == tuple(one for one in report.checks if one.remedy is not None)
    assert preview.asks
    assert preview.feeds == report.power.feeds
    body = preview_answer(preview)[4:]
    assert preview_from_answer(json.loads(body)).asks == preview.asks


def test_a_preview_that_is_not_asked_tells_none_of_it() -> None:
    preview, _ = told(asks=False)
    assert (preview.asks, preview.feeds) == ((), ())


def test_the_request_says_whether_it_is_asked() -> None:
    change = diff(HALL, AFTER)
    assert preview_request(1, 2, change, (), asks=True)["asks"] is True
    assert "asks" not in preview_request(1, 2, change, ())
