"""Payloads of drags: what goes in comes out, and what others put there is refused."""

from PySide6.QtCore import QByteArray, QMimeData

from designer.ui.state.drag_payload import (
    DEVICES_MIME,
    PART_MIME,
    DraggedDevices,
    decode_devices,
    decode_part,
    encode_devices,
    encode_part,
)


def test_a_part_comes_out_as_it_went_in() -> None:
    mime = encode_part("dgx-h100")
    assert mime.formats()[0] == PART_MIME
    assert decode_part(mime) == "dgx-h100"
    assert decode_devices(mime) is None


def test_devices_keep_order_and_grip() -> None:
    mime = encode_devices(("B08/n2", "B08/n1"), 5)
    assert decode_devices(mime) == DraggedDevices(("B08/n2", "B08/n1"), 5)
    assert decode_part(mime) is None


def test_a_damaged_payload_is_no_payload() -> None:
    for text in (b"", b"{", b"[1]", b'{"keys": []}', b'{"keys": ["a"], "grip_half_u": "x"}'):
        mime = QMimeData()
        mime.setData(DEVICES_MIME, QByteArray(text))
        assert decode_devices(mime) is None
    empty = QMimeData()
    empty.setData(PART_MIME, QByteArray(b""))
    assert decode_part(empty) is None
