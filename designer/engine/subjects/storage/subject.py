"""The subject of storage: what the placed systems deliver."""

from designer.engine.subject import Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.storage.storage import STORAGE, storage_of
from designer.engine.subjects.storage.writing import written

SUBJECT = Subject(
    key=STORAGE,
    title="Storage",
    reads=(CONTENTS,),
    compute=storage_of,
    section="storage",
    write=written,
)
