"""The cost view: owning over its years against renting, and what decides between them."""
