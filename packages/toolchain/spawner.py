"""Starts processes for its parent, whose memory a fork would have to copy.

spawner.py NAME: listens at the abstract socket NAME until its input ends. It hears its parent alone: what runs in a sandbox must
not start anything outside, and does not even see the name, which belongs to the network that it was made in.

A process has streams, each of them a connection that begins with a line of JSON: {"process": id, "stream": n}. That of stream 0 also
says how many there are, what is started, and its environment: {"count": 5, "command": [...], "env": {...}}. Once all are there the
process starts, with them as its descriptors, and in a session of its own. A descriptor that no stream is named for is /dev/null.
"""

import fcntl
import json
import os
import selectors
import signal
import socket
import struct
import sys

# what Python ignores, its children must not; nor may the owner's keys on a terminal reach us
IGNORED = [signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGINT]
# descriptors of a new process are low: what they are copied from must not be among them
ABOVE = 64


class Starting:
    """A process some of whose streams are there."""

    def __init__(self):
        self.streams = {}
        self.said = None


def main(name):
    # children are not waited for
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()
    server = socket.socket(socket.AF_UNIX)
    server.bind('\0' + name)
    server.listen(128)
    print('up', flush=True)
    ready = selectors.DefaultSelector()
    ready.register(0, selectors.EVENT_READ)
    ready.register(server, selectors.EVENT_READ)
    starting = {}
    while True:
        for key, _ in ready.select():
            if key.fileobj == 0:
                return
            if key.fileobj is server:
                stream = server.accept()[0]
                if peer(stream) == parent:
                    ready.register(stream, selectors.EVENT_READ, bytearray())
                else:
                    stream.close()
            else:
                heard(ready, starting, key.fileobj, key.data)


def peer(stream):
    """The process that has connected."""
    size = struct.calcsize('3i')
    return struct.unpack('3i', stream.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))[0]


def heard(ready, starting, stream, text):
    """Reads of the first line what is there. What follows is for the process."""
    some = stream.recv(65536, socket.MSG_PEEK)
    end = some.find(b'\n')
    text += stream.recv(len(some) if end < 0 else end + 1)
    if some and end < 0:
        return
    ready.unregister(stream)
    if not some:
        stream.close()
        return
    said = json.loads(text)
    process = starting.setdefault(said['process'], Starting())
    process.streams[said['stream']] = stream
    if 'count' in said:
        process.said = said
    if process.said is None or len(process.streams) < process.said['count']:
        return
    del starting[said['process']]
    try:
        start(process.said, process.streams)
    except OSError as error:
        # its owner sees its streams end
        print(error, file=sys.stderr, flush=True)
    for one in process.streams.values():
        one.close()


def start(said, streams):
    nothing = os.open(os.devnull, os.O_RDWR)
    given = [streams[n].fileno() if n in streams else nothing for n in range(max(streams) + 1)]
    high = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, ABOVE) for fd in given]
    try:
        os.posix_spawn(
            said['command'][0],
            said['command'],
            said['env'],
            file_actions=[(os.POSIX_SPAWN_DUP2, fd, n) for n, fd in enumerate(high)],
            setsid=True,
            setsigmask=[],
            setsigdef=IGNORED,
        )
    finally:
        for fd in [nothing, *high]:
            os.close(fd)


main(sys.argv[1])
