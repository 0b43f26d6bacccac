"""The workloads of a design: what runs, by which plan, how fast, for how much."""
