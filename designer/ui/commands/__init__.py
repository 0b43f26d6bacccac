"""What menus, keys and the command box do; a command gets a view through a narrow protocol."""
