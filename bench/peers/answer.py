"""Answers queries that come as lines of JSON: {"sql"} gives {"ms", "rows"} or {"error"}."""

import json
import sys
import time


def cell(value):
    """A number where it is a double; else a text, which holds all digits."""
    return value if value is None or isinstance(value, float) else str(value)


def answer(rows_of):
    """`rows_of` runs a statement and gives all its rows, which is what is timed."""
    print("ready", flush=True)
    for line in sys.stdin:
        try:
            begun = time.perf_counter()
            rows = rows_of(json.loads(line)["sql"])
            ms = (time.perf_counter() - begun) * 1000
            print(json.dumps({"ms": ms, "rows": [[cell(value) for value in row] for row in rows]}), flush=True)
        except Exception as error:
            print(json.dumps({"error": str(error)}), flush=True)
