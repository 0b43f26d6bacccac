"""The building: PUE, units of coolant and air."""
