"""Long-lived Qt services without widgets: engine client, autosave, file watching, own parts."""
