"""What is shown, a package for each view; none imports another."""
