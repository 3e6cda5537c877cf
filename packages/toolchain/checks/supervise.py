"""supervise.py COMMAND [ARGUMENT...]: runs a command and leaves no process of it behind.

Every descendant that loses its parent becomes a child of this process (Linux: PR_SET_CHILD_SUBREAPER), so that the
processor time of all of them can be counted and those that outlive the command can be named and killed. When the owner
of this process dies, so does everything below it; SIGTERM does the same.

fd 3   report: one JSON object at the end: `code`, `signal`, `cpu` (seconds of the command and all its descendants),
       `left` (command lines of processes that outlived the command).
"""

import ctypes
import json
import os
import resource
import signal
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
# processes that were asked to stop may still be on their way out when the command ends
GRACE = 10.0


def descendants(pid: int, processes: str = "/proc") -> list[int]:
    """Every live process below `pid`, at any depth.

    A process whose main thread has ended is a zombie, and still the parent of its children while its other threads end.
    """
    below: dict[int, list[tuple[int, bool]]] = {}
    for name in os.listdir(processes):
        if not name.isdigit():
            continue
        try:
            with open(f"{processes}/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        below.setdefault(int(parent), []).append((int(name), state not in b"ZX"))
    found, unseen = [], [pid]
    while unseen:
        children = below.get(unseen.pop(), [])
        found += [child for child, is_live in children if is_live]
        unseen += [child for child, _ in children]
    return found


def command_line(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def collect() -> None:
    """Collects ended children, so that their processor time counts."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


def kill_all(me: int) -> None:
    """Kills every descendant; new ones may appear while old ones die."""
    while pids := descendants(me):
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        collect()
        time.sleep(0.01)
    collect()


def main() -> None:
    command = sys.argv[1:]
    me, owner = os.getpid(), os.getppid()
    on_linux = sys.platform == "linux"
    if on_linux:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)

    def give_up(*_: object) -> None:
        if on_linux:
            kill_all(me)
        os._exit(1)

    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, give_up)
    # the owner may have died before it could be watched
    if os.getppid() != owner:
        give_up()

    os.set_inheritable(3, False)
    child = os.spawnvp(os.P_NOWAIT, command[0], command)
    status = None
    while status is None:
        pid, ended = os.wait()
        if pid == child:
            status = ended

    left: list[str] = []
    if on_linux:
        collect()
        patience = time.monotonic() + GRACE
        while descendants(me) and time.monotonic() < patience:
            time.sleep(0.02)
            collect()
        left = [line for pid in descendants(me) if (line := command_line(pid))]
        kill_all(me)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    report = {
        "code": os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else None,
        "signal": signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else None,
        "cpu": round(used.ru_utime + used.ru_stime, 2),
        "left": left,
    }
    os.write(3, json.dumps(report).encode())


if __name__ == "__main__":
    main()
