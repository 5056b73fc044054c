# I keep my code in value.py
from value import *
