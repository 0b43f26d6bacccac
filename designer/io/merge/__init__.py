"""Three-way merge of designs by record and field, for git and whoever else merges files."""
