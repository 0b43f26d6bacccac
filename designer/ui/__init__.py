"""The window, in six layers; each may import only those below it.

```
window      the main window and the wiring of its parts
commands    what menus, keys and the command box do
views       what is shown: floor, elevation, lists, catalogue, dashboard, forms, guide, dialogs
fields      forms: what can be edited, how it is read, checked and written
state       what views share: workspace, selection, settings, actions, words, drop previews
kit         widgets that know nothing of parts and designs
```

No view imports another view; commands reach views through narrow protocols. `pyproject.toml` holds
the contracts.
"""
