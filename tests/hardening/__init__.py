"""Attacks on the program by chance, with seeds: whatever comes in, it answers in good order.

`python -m tests.hardening [KIND …] [--minutes N] [--number N] [--seed N]`
"""
