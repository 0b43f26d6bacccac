"""Qt widgets: window, canvas, panels, plots. No rules and no sizing arithmetic."""
