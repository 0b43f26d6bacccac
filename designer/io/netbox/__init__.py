"""Read the NetBox device-type library: YAML files of devices and racks become catalogue parts.

Nothing of the library ships with the program; it is read where the user keeps it. What a file lacks
stays unknown, and what is doubtful about it is said in a report.
"""
