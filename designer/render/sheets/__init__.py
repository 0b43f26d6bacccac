"""Sheets for paper: frame, title block, rack elevations, floor plan. All lengths are in mm.

A sheet draws on any painter through `Ink`, which maps mm to the units of the device it goes to;
text is measured on that device. A new kind of sheet is a module here and an entry in
`designer/render/output.py`.
"""
