"""Files: TOML, migrations, journal, lock, recent files, exporters. No Qt.

May import every room below it. A new file format gets a module of its own; a new output of a
report goes into `export/`; a change of the schema of design files gets a step in `migrations/`.
"""
