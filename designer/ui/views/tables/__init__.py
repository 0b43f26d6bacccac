"""Tables: every kind of thing as lines to filter, sum up, change in bulk and paste over."""
