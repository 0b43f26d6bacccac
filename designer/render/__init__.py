"""Draws racks, floors and sheets on any QPainter. QtGui only; no widgets; may import every room below it."""
