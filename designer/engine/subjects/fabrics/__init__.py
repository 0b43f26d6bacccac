"""Networks: what their rules need, what is drawn, what they carry."""
