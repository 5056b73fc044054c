"""A course as nbgrader's assignments: `build` makes them. The real nbgrader is imported only where it is asked."""
