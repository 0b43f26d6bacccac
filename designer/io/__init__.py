"""Files: TOML, migrations, journal, backup, exporters. No Qt; may import every room below it."""
