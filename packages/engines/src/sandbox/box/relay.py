"""
Lets a Unix socket reach a server on a port of 127.0.0.1, for engines that have a network of their own and know only ports.
As a program: relay.py SOCKET PORT COMMAND [ARGUMENT...] runs the command and serves beside it until it ends.
Stands on the modules below `socket` and `threading`: those take 10 ms to import, at the start of every engine.
"""

import _socket
import _thread
import sys

PIECE = 1 << 18


def pump(source, target):
    piece = memoryview(bytearray(PIECE))
    try:
        while True:
            size = source.recv_into(piece)
            if size == 0:
                break
            target.sendall(piece[:size])
        target.shutdown(_socket.SHUT_WR)
    except OSError:
        # one side is gone: the other must hear of it
        for one in (source, target):
            try:
                one.shutdown(_socket.SHUT_RDWR)
            except OSError:
                pass


def carry(caller, port):
    server = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    try:
        server.connect(("127.0.0.1", port))
        server.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
        over = _thread.allocate_lock()
        over.acquire()

        def back():
            pump(server, caller)
            over.release()

        _thread.start_new_thread(back, ())
        pump(caller, server)
        over.acquire()
    except OSError:
        # the engine ends, or has not begun
        pass
    finally:
        server.close()
        caller.close()


def listen(path):
    listener = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(64)
    return listener


def serve(listener, port):
    while True:
        number, _ = listener._accept()
        caller = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, number)
        _thread.start_new_thread(carry, (caller, port))


def beside(path, port):
    """Serves on a thread of this process."""
    _thread.start_new_thread(serve, (listen(path), port))


if __name__ == "__main__":
    import os

    path, port, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    listener = listen(path)
    if os.fork() == 0:
        # what the command says goes to whoever waits for its end: nobody else may hold that open
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        serve(listener, port)
    listener.close()
    os.execv(command[0], command)
