"""Panels of devices, one module for each kind; `device_faces` says which is whose."""
