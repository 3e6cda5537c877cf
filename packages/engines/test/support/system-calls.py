"""
Attempts a process in a sandbox at system calls that no engine needs, and at those that each one needs. Prints what became of
each as JSON: "done", the name of an error, or the signal that ended the attempt.
"""

import ctypes
import errno
import json
import mmap
import os
import platform
import socket
import subprocess
import threading

IS_X64 = platform.machine() == "x86_64"
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
BAD = ctypes.c_void_p(1)
# an address outside of what a process has makes the kernel itself say EFAULT
NEW_USER, NEW_NET, SIGNAL = 0x10000000, 0x40000000, 17


def call(x64: int, arm64: int, *given):
    def attempt():
        result = libc.syscall(ctypes.c_long(x64 if IS_X64 else arm64), *[as_word(one) for one in given])
        if result < 0:
            raise OSError(ctypes.get_errno(), "")
        return result

    return attempt


def as_word(one):
    return ctypes.c_long(one) if isinstance(one, int) else one


def new(flags: int):
    """A child in namespaces of its own, which ends at once."""

    def attempt():
        child = call(56, 220, flags | SIGNAL, 0, 0, 0, 0)()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)

    return attempt


def of_32_bits():
    """getpid of 32 bits: mov eax, 20; int 0x80; ret."""
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    result = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    if result < 0:
        raise OSError(-result, "")


def of_32_bit_pointers():
    """getpid of x32."""
    call(0x40000000 + 39, 0)()


def read_own_memory():
    """By the call that reads the memory of any process of the same user."""
    source, target = ctypes.create_string_buffer(b"abc"), ctypes.create_string_buffer(3)
    vector = ctypes.c_long * 2
    here, there = vector(ctypes.addressof(target), 3), vector(ctypes.addressof(source), 3)
    call(310, 270, os.getpid(), ctypes.byref(here), 1, ctypes.byref(there), 1, 0)()


def handle_of_a_file():
    handle, mount = ctypes.create_string_buffer(256), ctypes.c_int()
    handle[0] = 128
    call(303, 264, -100, b"/usr", ctypes.byref(handle), ctypes.byref(mount), 0)()


def ring():
    os.close(call(425, 425, 1, ctypes.create_string_buffer(120))())


def typed(request: int):
    def attempt():
        reader, _ = os.pipe()
        call(16, 29, reader, request, ctypes.create_string_buffer(b"x"))()

    return attempt


def family(number: int):
    return lambda: socket.socket(number, socket.SOCK_DGRAM).close()


attacks = {
    "follow a process": call(101, 117, 0, 0, 0, 0),
    "read the memory of a process": read_own_memory,
    "write the memory of a process": call(311, 271, 1, BAD, 1, BAD, 1, 0),
    "advise on the memory of a process": call(440, 440, -1, BAD, 1, 0, 0),
    "take a file of a process": call(438, 438, -1, 0, 0),
    "compare processes": call(312, 272, 1, 1, 2, 0, 0),
    "add a key": call(248, 217, b"user", b"millrace", b"x", 1, -2),
    "ask for a key": call(249, 218, b"user", b"millrace", 0, -2),
    "join a ring of keys": call(250, 219, 1, 0),
    "load a program into the kernel": call(321, 280, 5, BAD, 48),
    "open a counter of the kernel": call(298, 241, BAD, 0, -1, -1, 0),
    "read the log of the kernel": call(103, 116, 3, BAD, 16),
    "handle faults of pages": call(323, 282, 1),
    "set up a ring of requests": ring,
    "enter a ring of requests": call(426, 426, -1, 0, 0, 0, 0, 0),
    "register with a ring of requests": call(427, 427, -1, 0, 0, 0),
    "mount": call(165, 40, BAD, BAD, BAD, 0, 0),
    "unmount": call(166, 39, BAD, 0),
    "change the root": call(155, 41, BAD, BAD),
    "go below another root": call(161, 51, BAD),
    "open a tree of mounts": call(428, 428, -1, BAD, 0),
    "move a mount": call(429, 429, -1, BAD, -1, BAD, 0),
    "open a file system": call(430, 430, BAD, 0),
    "change a mount": call(442, 442, -1, BAD, 0, BAD, 0),
    "join a namespace": call(308, 268, -1, 0),
    "leave a namespace": call(272, 97, NEW_USER),
    "leave nothing": call(272, 97, 0),
    "make a child in a user namespace": new(NEW_USER),
    "make a child in a network": new(NEW_NET),
    "name a file by a handle": handle_of_a_file,
    "open a file by a handle": call(304, 265, -1, BAD, 0),
    "watch a file system": call(300, 262, 0, 0),
    "move pages of a process": call(279, 239, 1, 1, BAD, BAD, BAD, 0),
    "load another kernel": call(246, 104, 0, 17, BAD, 0),
    "load a module": call(313, 273, -1, BAD, 0),
    "set a quota": call(179, 60, 0, BAD, 0, BAD),
    "swap to a file": call(167, 224, BAD, 0),
    "restart the machine": call(169, 142, 0, 0, 0, 0),
    "keep accounts": call(163, 89, BAD),
    "name the machine": call(170, 161, BAD, 1),
    "set the clock": call(227, 112, 99, BAD),
    "place memory without chance": call(135, 92, 0x0040000),
    "type on a terminal": typed(0x5412),
    "type on a terminal, with other bits that the kernel drops": typed(0x1_0000_5412),
    "type on a console": typed(0x541C),
}
# the kernel is asked as if it had no such call, or no such family
absent = {
    "make a child by flags in memory": call(435, 435, BAD, 88),
    "call what a newer kernel may have": call(463, 463, 0, 0, 0, 0),
    "speak to the kernel by netlink": family(16),
    "use ciphers of the kernel": family(38),
    "reach the host of a virtual machine": family(40),
    "send packets of one's own": family(17),
    "make a pair of netlink sockets": call(53, 199, 16, 2, 0, BAD),
    **({"call by 32 bits": of_32_bits, "call by 32-bit pointers": of_32_bit_pointers} if IS_X64 else {}),
}


def thread():
    one = threading.Thread(target=lambda: None)
    one.start()
    one.join()


needs = {
    "threads": thread,
    "children": lambda: subprocess.run(["/usr/bin/env", "true"], check=True, close_fds=False),
    "children by fork": lambda: os.waitpid(os.fork() or os._exit(0), 0),
    "Unix sockets": family(1),
    "sockets of IPv4": family(2),
    "sockets of IPv6": family(10),
    "pairs of sockets": lambda: [one.close() for one in socket.socketpair()],
    "memory files": lambda: os.close(os.memfd_create("millrace")),
    "what personality it has": call(135, 92, 0xFFFFFFFF),
    "what waits in a pipe": lambda: call(16, 29, os.pipe()[0], 0x541B, ctypes.byref(ctypes.c_int()))(),
    "where its memory lies": call(239, 236, 0, 0, 0, 0, 0),
}


def outcome(attempt) -> str:
    """In a child: an attempt that comes through must not change the next, nor one that is killed end all."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        said = "done"
        try:
            attempt()
        except OSError as error:
            said = errno.errorcode.get(error.errno, str(error.errno))
        except BaseException as error:
            said = repr(error)
        os.write(sending, said.encode())
        os._exit(0)
    os.close(sending)
    with os.fdopen(receiving, "rb") as pipe:
        said = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return said if os.WIFEXITED(status) else f"signal {os.WTERMSIG(status)}"


print(
    json.dumps(
        {
            kind: {name: outcome(attempt) for name, attempt in attempts.items()}
            for kind, attempts in {"attacks": attacks, "absent": absent, "needs": needs}.items()
        }
    )
)
