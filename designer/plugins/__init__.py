"""Plug-ins that other distributions bring by entry points: found, loaded and called in isolation.

It knows nothing of clusters: what a plug-in of a kind is called with, and what it has to give, says
whoever calls it. `designer.script.plugins` documents that for authors.
"""
