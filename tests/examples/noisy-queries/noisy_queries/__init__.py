"""Three private queries over lists of numbers, each with the noise of another library.

Neighbouring datasets differ in one record, which is there in one of them and not in the other.
"""
