"""Carbon of energy and of hardware."""
