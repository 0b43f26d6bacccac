"""What a cluster can train and serve: memory, time, tokens a second, each by a closed formula."""
