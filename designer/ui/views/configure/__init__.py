"""The dialog that configures a system from its components."""
