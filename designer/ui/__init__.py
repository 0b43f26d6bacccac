"""The window, in six floors; each may import only those below it.

```
window      the main window and the wiring of its parts
commands    what menus, keys and the command box do
views       what is shown: floor, elevation, parts, catalogue, dashboard, properties, dialogs
fields      forms: what can be edited, how it is read, checked and written
state       workspace, selection, settings, actions, engine state
kit         widgets and words that know nothing of the design
```

No view imports another view; commands reach views through narrow protocols. `pyproject.toml` holds
the contracts.
"""
