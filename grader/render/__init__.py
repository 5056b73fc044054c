"""Reports in the forms that people read."""
