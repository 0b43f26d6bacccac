"""The tab of the platform: what software runs, and what the catalogue's rules say of it."""
