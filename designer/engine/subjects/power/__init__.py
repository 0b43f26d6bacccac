"""The power of racks."""
