"""Grading a class: whose submissions these are, grading them all, and what teachers and students get of it.

intake → batch (pool, journal) → results.jsonl → handout, summary, regrade
"""
