"""Questions that need an answer. None blocks: each is opened and answers by a signal."""
