"""Runs code of nodes as it is asked to: `main(FD)`, the descriptor of a connected socket.

A request and its answer are one JSON object a line. Each request runs in a child of its own, forked from here, where the
libraries are loaded already; requests run side by side.

    {"id": 1, "code": "...", "node": "4", "style": "one", "outputs": 1, "inputs": ["rows-1"], "parameters": {...},
     "files": "/the/file/space", "socket": "spark.sock", "session": "...", "user": "...", "name": "request-1"}
    {"id": 1, "outputs": ["plan-1-0"], "shown": [...]}
    {"id": 1, "fault": {"message": "...", "line": 3, "column": 5, "trace": [...], "remedy": "..."}}

    {"id": 2, "reset": true}

`reset` is sent to a process in a sandbox, whose processes are all its own: it ends them, and empties its folders, before it
works for another session. `inputs` and `outputs` name files of relations in the working folder. What the code prints goes to stdout and stderr, which
the child writes to, each line after the id of its node and a tab.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
import threading
from dataclasses import dataclass, field
from typing import Any

from .faults import CONTROLS
from .libraries import find_libraries

#: Of prctl: Linux, include/uapi/linux/prctl.h.
PR_SET_DUMPABLE = 4
#: Bytes of an answer of a child that are read at once.
PIECE = 1 << 16
#: Bytes of the longest answer of a child.
LONGEST_ANSWER = 32 << 20
#: Bytes that the code of one request may print.
MOST_PRINTED = 1 << 20


def set_dumpable(value: int) -> None:
    """Whether processes of the same user may look into this one."""
    if ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, value, 0, 0, 0) != 0:
        raise OSError("prctl")


def empty(folder: str) -> None:
    """Removes what lies in a folder, other than mounted folders."""
    device = os.stat(folder).st_dev
    for entry in os.scandir(folder):
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_folder and entry.stat(follow_symlinks=False).st_dev != device:
            continue
        try:
            if is_folder:
                os.chmod(entry.path, 0o700)
                empty(entry.path)
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)
        except OSError:
            # a folder above a mounted one stays
            if not is_folder:
                raise


def limit_memory(size: int) -> None:
    """Bytes of data that each process may have; what asks for more gets a MemoryError."""
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def preload() -> None:
    """Loads what a PySpark node needs."""
    # functions and types of PySpark are those of Spark Connect
    os.environ["SPARK_CONNECT_MODE_ENABLED"] = "1"
    import grpc._channel  # noqa: F401 - gRPC would import it with the first channel, in each child again
    import pyspark.errors.utils
    import pyspark.sql.functions
    import pyspark.sql.types  # noqa: F401

    from . import running, session, spark_context  # noqa: F401

    session.keep_views_here()
    # each node would ask its engine whether calls are to be recorded, and each call look for a notebook in vain
    pyspark.errors.utils._enable_debugging_cache = True
    sys.modules.setdefault("IPython", None)  # type: ignore[arg-type]


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
        # what the code has started may hold the stream open
        self._thread.join(1)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Runs the code of a request, in a process of its own."""
    from pyspark.sql.connect.plan import LogicalPlan

    from .faults import fault_of
    from .running import frame_of, run_code
    from .session import NodeSession, SocketChannel, find_files_in, read_frame, written
    from .spark_context import provide_context
    from .workflow_context import WorkflowContext

    shown: list[dict[str, Any]] = []
    try:
        LogicalPlan._nextPlanId = request["firstPlanId"]
        channel = SocketChannel(request["socket"], request["session"], request["user"], request["name"])
        session = NodeSession(channel)
        provide_context(session)
        find_files_in(request.get("files"))
        inputs = [read_frame(session, name) for name in request["inputs"]]
        context = WorkflowContext(shown, session, request)
        results = run_code(request["code"], session, context, inputs, request)
        outputs = [written(frame_of(result, session), request["id"]) for result in results]
        for one in shown:
            if "frame" in one:
                one["plan"] = written(one.pop("frame"), request["id"])
        return {"outputs": outputs, "shown": shown, "variables": context.variables()}
    except MemoryError:
        limit = resource.getrlimit(resource.RLIMIT_DATA)[0] >> 20
        remedy = "use fewer rows, or set a higher memory limit (MILLRACE_ENGINE_MEMORY)"
        return {"fault": {"message": f"the code is out of memory: its limit is {limit} MB", "remedy": remedy}}
    except BaseException as error:  # noqa: BLE001 - whatever code raises is its own
        return {"fault": fault_of(error)}


def child(request: dict[str, Any], result: int) -> None:
    """Answers in this process, which ends with it."""
    set_dumpable(1)
    find_libraries()
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


@dataclass
class Child:
    """A process that runs the code of one request."""

    request: int
    pid: int
    #: Where its answer comes from. What the code has started may hold the other end open after the child has ended.
    reader: int
    is_open: bool = True
    text: bytearray = field(default_factory=bytearray)

    def read(self) -> None:
        """Takes what has come of the answer."""
        while self.is_open:
            try:
                piece = os.read(self.reader, PIECE)
            except BlockingIOError:
                return
            self.is_open = bool(piece)
            self.text += piece
            if len(self.text) > LONGEST_ANSWER:
                os.kill(self.pid, signal.SIGKILL)
                self.is_open = False


class Children:
    """The children at work. `ended` is a descriptor that becomes readable when one of them ends."""

    def __init__(self) -> None:
        self._all: list[Child] = []
        self.ended, self._wakeup = os.pipe()
        for descriptor in (self.ended, self._wakeup):
            os.set_blocking(descriptor, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wakeup, warn_on_full_buffer=False)

    @property
    def open(self) -> dict[int, Child]:
        """Those whose answers are not whole, by their descriptors."""
        return {child.reader: child for child in self._all if child.is_open}

    def begin(self, request: dict[str, Any], channel: socket.socket) -> None:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            # the code must not speak for this process
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            channel.close()
            for descriptor in (reader, self.ended, self._wakeup, *(child.reader for child in self._all)):
                os.close(descriptor)
            try:
                child(request, writer)
            finally:
                os._exit(70)
        os.close(writer)
        os.set_blocking(reader, False)
        self._all.append(Child(request["id"], pid, reader))

    def take_ended(self) -> list[dict[str, Any]]:
        """The answers of those that have ended."""
        try:
            while os.read(self.ended, PIECE):
                pass
        except BlockingIOError:
            pass
        replies = []
        for one in list(self._all):
            pid, status = os.waitpid(one.pid, os.WNOHANG)
            if pid == 0:
                continue
            one.read()
            self._forget(one)
            replies.append({**reply_of(bytes(one.text), os.waitstatus_to_exitcode(status)), "id": one.request})
        return replies

    def _forget(self, child: Child) -> None:
        os.close(child.reader)
        self._all.remove(child)

    def end(self) -> None:
        """Ends all other processes of the sandbox, and removes what they have left."""
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            pass
        for one in list(self._all):
            os.waitpid(one.pid, 0)
            self._forget(one)
        for folder in (".", "/tmp"):
            empty(folder)


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
    # code must not change the process that later code is forked from
    set_dumpable(0)
    preload()
    children = Children()
    with socket.socket(fileno=descriptor) as channel:
        channel.sendall(b'{"ready": true}\n')
        pending = b""
        while True:
            answers = children.open
            ready, _, _ = select.select([channel, children.ended, *answers], [], [])
            for one in ready:
                if one == children.ended:
                    for reply in children.take_ended():
                        channel.sendall(json.dumps(reply).encode() + b"\n")
                    continue
                if one is not channel:
                    answers[one].read()
                    continue
                piece = channel.recv(PIECE)
                if not piece:
                    return
                *lines, pending = (pending + piece).split(b"\n")
                for line in lines:
                    request = json.loads(line)
                    if request.get("reset"):
                        children.end()
                        channel.sendall(json.dumps(request).encode() + b"\n")
                    else:
                        children.begin(request, channel)


if __name__ == "__main__":
    main(int(sys.argv[1]))
