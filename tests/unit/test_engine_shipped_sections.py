"""What the window takes sections apart by is what the engine's subjects say of them."""

from designer.engine.patch import section_records
from designer.engine.shipped_sections import SHIPPED_SECTIONS
from designer.engine.subjects import SUBJECTS
from tests.helpers.toy_subject import WITH_TOY


def test_every_shipped_section_has_the_record_of_its_subject_in_order() -> None:
    said = [(one.section, one.record) for one in SUBJECTS if one.record is not None]
    assert said
    assert list(SHIPPED_SECTIONS.items()) == said


def test_a_section_that_is_not_listed_is_found_among_the_subjects() -> None:
    assert dict(section_records(None, ["other"])) == dict(SHIPPED_SECTIONS)
    assert len(section_records(WITH_TOY, ["noise"])) == len(SHIPPED_SECTIONS) + 1
