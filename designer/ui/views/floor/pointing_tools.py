"""Tools of the floor that take points until they are let go: trays, elements, measuring."""

from designer.ui.views.floor.element_gestures import DrawElement
from designer.ui.views.floor.point_tools import PointTool
from designer.ui.views.floor.tray_gestures import DrawTray

Tool = DrawTray | DrawElement | PointTool
