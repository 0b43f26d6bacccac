"""The floor to scale: racks as items with level of detail, gestures, ghosts, rulers, minimap.

Nothing here sizes or decides: whether something may go somewhere is asked of `document`, what it
would do is asked of the engine by a preview. A new gesture is a class in `gestures.py` or
`drops.py`; a new kind of thing to paint goes into `render/rack_top.py` or
`render/floor_painter.py` first.
"""
