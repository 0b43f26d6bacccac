"""The parts list: search, groups, drag, place at the first fit."""
