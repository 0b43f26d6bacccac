"""Own parts: a form and a text for one part, and the offer to take newer figures of others."""
