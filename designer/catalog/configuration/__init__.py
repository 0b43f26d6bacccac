"""What follows for a system from what it is made of: draw, mass, price, ports, counts.

Pure: from a part of the catalogue that says its components, and others in their place, to a part.
"""
