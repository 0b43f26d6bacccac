"""Words as they stand at the beginning of a sentence. Pure."""


def capital(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return f"{text[:1].upper()}{text[1:]}"
