"""Draws racks, floors and sheets on any QPainter: screen, PDF, SVG and PNG share the painters.

QtGui only, no widgets. May import every room below it.
"""
