"""Forks until it is refused, says how often it came through, and ends with all its children when its input does."""

import os
import sys

held, holding = os.pipe()
children = 0
# far more than a sandbox may hold: were there no bound, it would end by itself
for _ in range(int(sys.argv[1])):
    try:
        child = os.fork()
    except OSError as error:
        print(f"refused after {children}: {os.strerror(error.errno)}", flush=True)
        break
    if child == 0:
        os.close(holding)
        os.read(held, 1)
        os._exit(0)
    children += 1
else:
    print(f"not refused after {children}", flush=True)
sys.stdin.read()
