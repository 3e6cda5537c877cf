"""What went wrong in the code of a user, in words and lines of that code."""

from __future__ import annotations

import linecache
import re
import traceback
from typing import Any

from pyspark.errors.exceptions.connect import SparkConnectException, SparkConnectGrpcException

#: The file that tracebacks name for the code of a node.
CODE = "<code>"
#: Characters of a message that are passed on.
LONGEST = 4_000
#: What gRPC says of a call that was refused.
DETAILS = re.compile(r'details = "(.*)"\n\tdebug_error_string', re.DOTALL)
#: Codes of terminals and other characters that do more than show.
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class CodeFault(Exception):
    """A fault of the node's code that raises no exception: what it returned, what it lacks."""

    def __init__(self, message: str, remedy: str, line: int | None = None) -> None:
        super().__init__(message)
        self.remedy = remedy
        self.line = line


def remember(code: str) -> None:
    """Has tracebacks show the lines of the code."""
    linecache.cache[CODE] = (len(code), None, code.splitlines(keepends=True), CODE)


def plain(text: str) -> str:
    """Text without codes of terminals, cut where it is very long."""
    text = CONTROLS.sub("", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


def message_of(error: BaseException) -> str:
    """The words of an error: those of Spark without the stack of its server."""
    kind = type(error).__name__
    if isinstance(error, SparkConnectGrpcException):
        refused = DETAILS.search(str(error))
        if refused is not None:
            return plain(refused.group(1))
    try:
        text = str(getattr(error, "_message", None) or error)
    except Exception:  # noqa: BLE001 - an exception of a user may fail to tell what it is
        return kind
    text = text.split("\n\nJVM stacktrace:")[0].strip()
    return plain(f"{kind}: {text}" if text else kind)


def fault_of(error: BaseException) -> dict[str, Any]:
    """An error as the service reports it: its message, the line of the code that raised it, and whether the engine did."""
    if isinstance(error, CodeFault):
        return {"message": str(error), "remedy": error.remedy, "line": error.line}
    if isinstance(error, SyntaxError) and error.filename == CODE:
        return {"message": plain(f"{type(error).__name__}: {error.msg}"), "line": error.lineno}
    if isinstance(error, SystemExit):
        return {"message": plain(f"the code ended its process (exit code {error.code})"), "line": line_of(error)}
    fault = {"message": message_of(error), "line": line_of(error), "isOfEngine": is_of_engine(error)}
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = plain(error.name.split(".")[0])
        fault["remedy"] = f"add a wheel with {package} to the libraries of the project, or use another library"
    return fault


def is_of_engine(error: BaseException) -> bool:
    """True if the engine raised it, or an error that led to it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, SparkConnectException):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def line_of(error: BaseException) -> int | None:
    """The last line of the code that the error went through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == CODE]
    return frames[-1].lineno if frames else None
