"""What somebody needs who learns alone: help in steps, a fresh start, a way back, updates that lose nothing."""
