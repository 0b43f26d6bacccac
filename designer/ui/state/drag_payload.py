"""What travels with a drag: MIME names and their payloads, the same for every view.

The payload says everything. `QDropEvent.source()` is never asked: it is None for a drag from
another window or another process, and in tests that send the events themselves. A new kind of
thing to drag gets its MIME name, its encoder and its decoder here.
"""

import json
from collections.abc import Iterable

from PySide6.QtCore import QByteArray, QMimeData

from designer.document.drop_plans import DraggedDevices
from designer.model.workload import Workload
from designer.wiring.hand_cables import Socket

PART_MIME = "application/x-cluster-designer-part"
"""A part of the catalogue: its id."""
DEVICES_MIME = "application/x-cluster-designer-devices"
"""Placed devices: their keys, the one under the pointer first."""


WORKLOAD_MIME = "application/x-cluster-designer-workload"
"""A training run or a service that could be added."""
CABLE_MIME = "application/x-cluster-designer-cable"
"""A cable in the hand: the socket that it begins at."""


def encode_part(part_id: str) -> QMimeData:
    """Return the payload of a part that is dragged from a list; its id is the plain text."""
    mime = QMimeData()
    mime.setData(PART_MIME, QByteArray(part_id.encode()))
    mime.setText(part_id)
    return mime


def decode_part(mime: QMimeData) -> str | None:
    """Return the id of a dragged part, or None if the payload is something else."""
    if not mime.hasFormat(PART_MIME):
        return None
    return _text(mime, PART_MIME) or None


def encode_devices(keys: Iterable[str], grip_half_u: int = 0) -> QMimeData:
    """Return the payload of placed devices; the first key is the one under the pointer."""
    mime = QMimeData()
    data = {"keys": list(keys), "grip_half_u": grip_half_u}
    mime.setData(DEVICES_MIME, QByteArray(json.dumps(data).encode()))
    return mime


def decode_devices(mime: QMimeData) -> DraggedDevices | None:
    """Return the dragged devices, or None if the payload is something else or damaged."""
    if not mime.hasFormat(DEVICES_MIME):
        return None
    data = _json(mime, DEVICES_MIME)
    if not isinstance(data, dict):
        return None
    keys, grip = data.get("keys"), data.get("grip_half_u", 0)
    if not isinstance(keys, list) or not keys or not isinstance(grip, int):
        return None
    return DraggedDevices(tuple(str(key) for key in keys), grip)


def encode_cable(socket: Socket) -> QMimeData:
    """Return the payload of a cable that begins at a socket."""
    mime = QMimeData()
    data = {"device": socket.device, "group": socket.group, "number": socket.number}
    mime.setData(CABLE_MIME, QByteArray(json.dumps(data).encode()))
    return mime


def decode_cable(mime: QMimeData) -> Socket | None:
    """Return where a dragged cable begins, or None if the payload is something else or damaged."""
    if not mime.hasFormat(CABLE_MIME):
        return None
    data = _json(mime, CABLE_MIME)
    if not isinstance(data, dict):
        return None
    device, group, number = data.get("device"), data.get("group"), data.get("number")
    if not (isinstance(device, str) and isinstance(group, str) and isinstance(number, int)):
        return None
    return Socket(device, group, number)


def encode_workload(workload: Workload) -> QMimeData:
    """Return the payload of a workload of the library; its name is the plain text."""
    mime = QMimeData()
    mime.setData(WORKLOAD_MIME, QByteArray(workload.model_dump_json().encode()))
    mime.setText(workload.name)
    return mime


def decode_workload(mime: QMimeData) -> Workload | None:
    """Return the dragged workload, or None if the payload is something else or damaged."""
    if not mime.hasFormat(WORKLOAD_MIME):
        return None
    try:
        return Workload.model_validate(_json(mime, WORKLOAD_MIME))
    except ValueError:
        return None


def _text(mime: QMimeData, name: str) -> str:
    return bytes(mime.data(name).data()).decode("utf-8", errors="replace")


def _json(mime: QMimeData, name: str) -> object:
    """Return the decoded payload, or None for what another program put under our name."""
    try:
        return json.loads(_text(mime, name))
    except ValueError:
        return None
