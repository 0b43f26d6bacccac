"""What stands in every rack, and rules of what is drawn."""
