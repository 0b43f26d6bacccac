"""From five questions to a laid-out design: how many GPUs, which, where, how cooled, for how much.

Answers are read, sized by the engine's own calculation where a training run is asked for, and met
by the reference design that comes nearest; what does not fit is refused with what would.
"""
