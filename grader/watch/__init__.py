"""`grade watch`: every save is checked, and what came of it is shown at once."""
