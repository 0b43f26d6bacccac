"""Small faults put into the program, one at a time, to see whether a test notices.

`python -m tests.mutation --room planning` draws a sample of a room's mutants, runs for each the
tests that reach the mutated line, and lists the ones that no test noticed. `mutants` makes them,
`covering` knows which test reaches which line, `trial` runs the tests on a copy of the tree, and
`plugin` is what pytest loads in both cases. pytest collects nothing here.
"""
