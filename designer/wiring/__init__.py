"""What is connected to what: rules of the design expanded into graphs of power, network, coolant.

Everything here is a pure function of a design and a catalogue and is cached by contents; nothing
expanded is stored. Graphs are nodes, ends and links as 32-bit integer columns with small tables of
types; `ends` has the addresses that people read. May import `model` and `catalog`, and numpy; no
Qt, no files. One module for each graph: what is new for the network goes into `network_*`, for
power into `power_*`.
"""
