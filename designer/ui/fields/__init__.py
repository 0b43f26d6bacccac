"""Forms over fields: each value is one step of the history, bad input is said at its field."""
