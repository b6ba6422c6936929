# Test targets; included by the Makefile.
