"""The year of a site by the hour: weather, plant, power and water of the building."""
