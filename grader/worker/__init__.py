"""What runs on the student's side: standard library only, and never the rest of the grader.

`codec` is the wire format that both sides share; `server` answers questions about the student's code; `main` is the
process around it.
"""
