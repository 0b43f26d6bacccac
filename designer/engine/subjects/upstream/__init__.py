"""The plant upstream of the racks: losses, run times, and what its rules ask."""
