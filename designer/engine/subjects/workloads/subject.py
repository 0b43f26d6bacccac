"""The subject of workloads: so far its calculations on the command line."""

from designer.engine.results import Key
from designer.engine.subject import Subject
from designer.engine.subjects.workloads.calc_inference import INFERENCE
from designer.engine.subjects.workloads.calc_memory import KV, MEMORY
from designer.engine.subjects.workloads.calc_saving import CHECKPOINT, GOODPUT
from designer.engine.subjects.workloads.calc_training import TRAINING

SUBJECT = Subject(
    key=Key[None]("training and serving"),
    title="Training and serving",
    calc=(MEMORY, TRAINING, INFERENCE, KV, CHECKPOINT, GOODPUT),
)
