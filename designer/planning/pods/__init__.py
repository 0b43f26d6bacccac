"""Pods of scalable units: one family of reference designs, each a specification of figures.

A specification (`spec`) says which nodes, switches and racks a published design takes; the bill
counts them, and the builder lays them out.
"""
