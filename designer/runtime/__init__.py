"""Long-lived Qt services without widgets: engine client, report store, autosave, file watching."""
