"""Runs the code of users: nodes in Python on the Spark Connect session of their run."""
