"""Runs code of nodes as it is asked to: `main(FD)`, the descriptor of a connected socket.

A request and its answer are one JSON object a line. Each request runs in a child of its own, forked from here, where the
libraries are loaded already; requests run side by side.

    {"id": 1, "code": "...", "node": "4", "style": "one", "outputs": 1, "inputs": ["rows-1"], "parameters": {...},
     "files": "/the/file/space", "socket": "spark.sock", "session": "...", "user": "...", "name": "request-1"}
    {"id": 1, "outputs": ["plan-1-0"], "shown": [...]}
    {"id": 1, "fault": {"message": "...", "line": 3, "column": 5, "trace": [...], "remedy": "..."}}

`inputs` and `outputs` name files of relations in the working folder. What the code prints goes to stdout and stderr, which
the child writes to, each line after the id of its node and a tab.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import socket
import sys
import threading
from typing import Any

from .faults import CONTROLS

#: Bytes of an answer of a child that are read at once.
PIECE = 1 << 16
#: Bytes of the longest answer of a child.
LONGEST_ANSWER = 32 << 20
#: Bytes that the code of one request may print.
MOST_PRINTED = 1 << 20


def limit_memory(size: int) -> None:
    """Bytes of data that each process may have; what asks for more gets a MemoryError."""
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def preload() -> None:
    """Loads what a PySpark node needs."""
    # functions and types of PySpark are those of Spark Connect
    os.environ["SPARK_CONNECT_MODE_ENABLED"] = "1"
    import pyspark.sql.functions
    import pyspark.sql.types  # noqa: F401

    from . import running, session  # noqa: F401

    session.keep_views_here()


class Printed:
    """Takes what the code writes to a stream, and passes it on line by line up to a limit."""

    def __init__(self, node: str, target: int) -> None:
        self._node = node
        self._target = target
        self._left = MOST_PRINTED
        reader, self.writer = os.pipe()
        self._thread = threading.Thread(target=self._pump, args=(reader,), daemon=True)
        self._thread.start()

    def _pump(self, reader: int) -> None:
        rest = b""
        while piece := os.read(reader, PIECE):
            *lines, rest = (rest + piece).split(b"\n")
            if len(rest) > PIECE:
                lines, rest = [*lines, rest], b""
            for line in lines:
                self._pass_on(line)
        if rest:
            self._pass_on(rest)

    def _pass_on(self, line: bytes) -> None:
        # the records that PySpark logs of each error, with the stack of the server
        if self._left <= 0 or line.startswith(b'{"ts": '):
            return
        self._left -= len(line) + 1
        if self._left <= 0:
            line = b"more output is not shown"
        text = CONTROLS.sub("", line.decode("utf-8", "replace"))
        os.write(self._target, f"{self._node}\t{text}\n".encode()[:4000])

    def close(self) -> None:
        os.close(self.writer)
        self._thread.join(5)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Runs the code of a request, in a process of its own."""
    from pyspark.sql.connect.plan import LogicalPlan

    from .faults import fault_of
    from .running import frame_of, run_code
    from .session import NodeSession, SocketChannel, find_files_in, read_frame, written
    from .workflow_context import WorkflowContext

    shown: list[dict[str, Any]] = []
    try:
        LogicalPlan._nextPlanId = request["firstPlanId"]
        channel = SocketChannel(request["socket"], request["session"], request["user"], request["name"])
        session = NodeSession(channel)
        find_files_in(request.get("files"))
        inputs = [read_frame(session, name) for name in request["inputs"]]
        context = WorkflowContext(shown, session, request)
        results = run_code(request["code"], session, context, inputs, request)
        outputs = [written(frame_of(result, session), request["id"]) for result in results]
        for one in shown:
            if "frame" in one:
                one["plan"] = written(one.pop("frame"), request["id"])
        return {"outputs": outputs, "shown": shown}
    except MemoryError:
        limit = resource.getrlimit(resource.RLIMIT_DATA)[0] >> 20
        remedy = "use fewer rows, or set a higher memory limit (MILLRACE_ENGINE_MEMORY)"
        return {"fault": {"message": f"the code is out of memory: its limit is {limit} MB", "remedy": remedy}}
    except BaseException as error:  # noqa: BLE001 - whatever code raises is its own
        return {"fault": fault_of(error)}


def child(request: dict[str, Any], result: int) -> None:
    """Answers in this process, which ends with it."""
    streams = [Printed(request["node"], target) for target in (os.dup(1), os.dup(2))]
    for number, stream in zip((1, 2), streams):
        os.dup2(stream.writer, number)
    sys.stdin = open(os.devnull, encoding="utf-8")
    reply = answer(request)
    sys.stdout.flush()
    sys.stderr.flush()
    for number, stream in zip((1, 2), streams):
        os.close(number)
        stream.close()
    with open(result, "w", encoding="utf-8") as pipe:
        json.dump(reply, pipe, default=str)
    # gRPC's threads, and what user code has left running, end here
    os._exit(0)


class Children:
    """The children at work, by the descriptor that they answer on."""

    def __init__(self) -> None:
        self._of: dict[int, tuple[int, int, bytearray]] = {}

    @property
    def descriptors(self) -> list[int]:
        return list(self._of)

    def begin(self, request: dict[str, Any], channel: socket.socket) -> None:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            # the code must not speak for this process
            channel.close()
            for descriptor in (reader, *self._of):
                os.close(descriptor)
            try:
                child(request, writer)
            finally:
                os._exit(70)
        os.close(writer)
        self._of[reader] = (request["id"], pid, bytearray())

    def read(self, descriptor: int) -> dict[str, Any] | None:
        """The answer of a child, once it is whole."""
        request, pid, text = self._of[descriptor]
        piece = os.read(descriptor, PIECE)
        if piece:
            text += piece
            if len(text) > LONGEST_ANSWER:
                os.kill(pid, signal.SIGKILL)
            return None
        os.close(descriptor)
        del self._of[descriptor]
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return {**reply_of(bytes(text), status), "id": request}


def reply_of(text: bytes, status: int) -> dict[str, Any]:
    try:
        reply = json.loads(text)
    except ValueError:
        reply = None
    if isinstance(reply, dict):
        return reply
    ended = f"signal {-status}" if status < 0 else f"exit code {status}"
    remedy = "remove what ends the process from the code, or use fewer rows if it ran out of memory"
    return {"fault": {"message": f"the code ended its process ({ended})", "remedy": remedy}}


def main(descriptor: int) -> None:
    limit_memory(int(os.environ["MILLRACE_MEMORY"]))
    preload()
    children = Children()
    with socket.socket(fileno=descriptor) as channel:
        channel.sendall(b'{"ready": true}\n')
        pending = b""
        while True:
            ready, _, _ = select.select([channel, *children.descriptors], [], [])
            for one in ready:
                if one is not channel:
                    reply = children.read(one)
                    if reply is not None:
                        channel.sendall(json.dumps(reply).encode() + b"\n")
                    continue
                piece = channel.recv(PIECE)
                if not piece:
                    return
                *lines, pending = (pending + piece).split(b"\n")
                for line in lines:
                    children.begin(json.loads(line), channel)


if __name__ == "__main__":
    main(int(sys.argv[1]))
