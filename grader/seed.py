"""Where random inputs come from: one seed for a run, and a generator for each check."""

from __future__ import annotations

import random

__all__ = ["PRACTICE_SEED", "generator"]

PRACTICE_SEED = 1234  # of all practice, and of the museum's fingerprints


def generator(seed: int, check: str) -> random.Random:
    """Return the generator of one check: the same for the same seed, whatever else runs."""
    return random.Random(f"{seed}/{check}")
