"""What the views share: workspace, selection, settings, actions, drag payloads, engine state."""
