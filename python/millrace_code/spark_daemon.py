"""Starts Spark's workers for functions in Python, which find the libraries of the project: `spark.python.daemon.module`."""

from __future__ import annotations

import os
import sys

from pyspark import daemon

from .libraries import find_libraries

if __name__ == "__main__":
    # it is there for this module alone, and would come before the standard library
    for folder in os.environ.pop("PYTHONPATH", "").split(os.pathsep):
        if folder in sys.path:
            sys.path.remove(folder)
    find_libraries()
    daemon.manager()
