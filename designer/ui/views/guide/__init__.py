"""The guide's window: contents and search beside a page."""
