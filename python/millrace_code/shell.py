"""Runs commands of the shell for a node: what they print becomes rows, and what is shown."""

from __future__ import annotations

import os
import selectors
import subprocess
from typing import Any

from pyspark.sql.connect.dataframe import DataFrame

from .faults import CONTROLS, CodeFault
from .workflow_context import WorkflowContext

#: Bytes that all commands of a node may print.
MOST_OUTPUT = 4 << 20
#: Bytes that are read at once.
PIECE = 1 << 16


def run_commands(commands: list[str], session: Any, context: WorkflowContext, first: DataFrame | None) -> list[DataFrame]:
    """Runs commands one after the other in the working folder, and fails with the first that fails. Gives the input, or the
    lines of their standard output without one."""
    lines: list[tuple[str]] = []
    left = MOST_OUTPUT
    for command in commands:
        output, both, status = run(command, left)
        left -= len(both)
        context._text("text", f"$ {command}", text_of(both))
        if status != 0:
            raise CodeFault(f'the command "{command}" ended with {ending(status)}: {last_line(both)}', "change the command")
        lines += [(line,) for line in text_of(output).splitlines()]
    return [session.createDataFrame(lines, "output string") if first is None else first]


def run(command: str, most: int) -> tuple[bytes, bytes, int]:
    """Standard output of a command, the same with its errors, and its exit status. Fails if it prints more bytes than `most`."""
    process = subprocess.Popen(
        ["/bin/sh", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": os.getcwd(), "LANG": "C.UTF-8", "TMPDIR": os.getcwd()},
    )
    output, both = bytearray(), bytearray()
    with process, selectors.DefaultSelector() as selector:
        for stream in (process.stdout, process.stderr):
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                piece = os.read(key.fd, PIECE)
                if not piece:
                    selector.unregister(key.fileobj)
                both += piece
                if key.fileobj is process.stdout:
                    output += piece
            if len(both) > most:
                process.kill()
                raise CodeFault(
                    f'the command "{command}" prints more than {MOST_OUTPUT >> 20} MB', "write its output to a file, or print less"
                )
    return bytes(output), bytes(both), process.returncode


def text_of(printed: bytes) -> str:
    return CONTROLS.sub("", printed.decode("utf-8", "replace"))


def ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit code {status}"


def last_line(printed: bytes) -> str:
    lines = text_of(printed).strip().splitlines()
    return lines[-1] if lines else "it printed nothing"
