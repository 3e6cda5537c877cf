"""Text of PDF files: `pdf_text.py SECONDS MEGABYTES COUNT` reads COUNT files, which are open as 4, 5, 6 and so on.

Each file is read by a process of its own, which has no other file, SECONDS of a processor and MEGABYTES of memory, and ends
with the one that has started it, as that one does. For each
it prints a line of JSON: {"bytes": N}, followed by N bytes of text in UTF-16LE, or {"error": TEXT}, which is the last line.
Pages follow each other with a line end between.
"""

import ctypes
import json
import logging
import os
import resource
import signal
import sys

from pypdf import PdfReader
from pypdf.errors import FileNotDecryptedError

FIRST = 4
MOST_CHARACTERS = 16 << 20
PR_SET_PDEATHSIG = 1
# seconds of the clock for a second of a processor: machines have other things to do
WALL = 5


def text_of(descriptor: int) -> str:
    file = os.fdopen(descriptor, "rb")
    if b"%PDF-" not in file.read(1024):
        raise ValueError("it is no PDF")
    file.seek(0)
    reader = PdfReader(file)
    if reader.is_encrypted and not reader.decrypt(""):
        raise FileNotDecryptedError("it is protected by a password")
    pages: list[str] = []
    characters = 0
    for page in reader.pages:
        pages.append(page.extract_text())
        characters += len(pages[-1])
        if characters > MOST_CHARACTERS:
            raise ValueError("its text has more than 16 million characters")
    return "\n".join(pages)


def end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def close_others(kept: set[int], count: int) -> None:
    for descriptor in set(range(FIRST + count + 2)) - kept:
        try:
            os.close(descriptor)
        except OSError:
            # it was not open
            pass


def answer(descriptor: int, seconds: int, megabytes: int) -> bytes:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    signal.alarm(seconds * WALL)
    try:
        # text may have lone surrogates of a broken font table
        text = text_of(descriptor).encode("utf-16-le", "surrogatepass")
        return json.dumps({"bytes": len(text)}).encode() + b"\n" + text
    except MemoryError:
        why = f"it takes more than {megabytes} MB of memory"
    # pypdf lets errors of its own parts through for files that are no PDF at all
    except Exception as error:
        why = " ".join(str(error).split())[:500] or type(error).__name__
    return json.dumps({"error": why}).encode() + b"\n"


def read_in_child(descriptor: int, seconds: int, megabytes: int, count: int) -> bytes:
    receiving, sending = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            end_with_parent()
            if os.getppid() != parent:
                os._exit(1)
            close_others({descriptor, sending}, count)
            said = answer(descriptor, seconds, megabytes)
            with os.fdopen(sending, "wb") as out:
                out.write(said)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(sending)
    with os.fdopen(receiving, "rb") as pipe:
        said = pipe.read(2 * MOST_CHARACTERS + 1024)
    _, status = os.waitpid(child, 0)
    if status == 0:
        return said
    ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if ended_by in (signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL):
        why = f"it takes longer than {seconds} s"
    elif ended_by == 0:
        why = f"it takes more than {megabytes} MB of memory"
    else:
        why = f"its reader was ended by signal {ended_by}"
    return json.dumps({"error": why}).encode() + b"\n"


def main(seconds: int, megabytes: int, count: int) -> int:
    end_with_parent()
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    for descriptor in range(FIRST, FIRST + count):
        said = read_in_child(descriptor, seconds, megabytes, count)
        os.close(descriptor)
        sys.stdout.buffer.write(said)
        sys.stdout.buffer.flush()
        if said.startswith(b'{"error"'):
            break
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(given) for given in sys.argv[1:])))
