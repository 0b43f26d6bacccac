"""What software the cluster runs, and the library's rules held against it and what is drawn."""
