"""Proven bounds of any graph of switches and cables: bisection, throughput, single losses."""
