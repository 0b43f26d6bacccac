"""A rack from the front and the rear, where devices are dropped, moved and chosen, and its limits.

Painting is `render/rack_painter.py`'s; what a drop would be is `document/drop_plans.py`'s.
"""
