"""Takes requests one after the other until nobody asks any more: `main(FD)`, the descriptor of a connected socket.

A request and its answer are one JSON object a line:

    {"id": 1, "do": "train", "with": {...}, "rows": {"input": ["a.arrow", ...]}, "files": {...}, "fields": {...}}
    {"id": 1, "value": {...}, "tables": {"name": {"file": "...", "format": "arrow"}}, "warnings": [...]}
    {"id": 1, "refused": {"field": "...", "message": "...", "remedy": "..."}}
    {"id": 1, "fault": "..."}

`rows` names files of Arrow streams, in their order; `fields` says which fields of the node give parameters of a library
their values. A fault is one of ours: its traceback goes to stderr.
"""

import json
import os
import resource
import socket
import sys
import traceback
import warnings
from importlib import import_module
from typing import Any

from .refusal import Refusal, refusal_of, words_of
from .work import Work

#: Where each operation is: what a library costs to import is paid by who uses it.
OPERATIONS = {
    "train": "learning",
    "predict": "predicting",
    "judge": "judging",
    "save": "saving",
    "load": "saving",
    "forget": "work",
    "fit": "transforming",
    "apply": "transforming",
    "decompose": "series",
    "sarimax": "series",
    "arima": "series",
    "var": "series",
    "forecast": "series",
    "boost": "boosting",
    "score": "boosting",
}


def limit_memory(size: int) -> None:
    """Bytes of data that this process may have; what asks for more gets a MemoryError."""
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def plain(value: Any) -> Any:
    """A value that JSON has: numbers of NumPy as Python's, and nothing for NaN and infinities."""
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value


def answer(request: dict[str, Any], work: Work) -> dict[str, Any]:
    """Does what is asked for and says what came of it."""
    said: list[str] = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("default")
            operation = getattr(import_module(f".{OPERATIONS[request['do']]}", __package__), request["do"])
            value, tables = operation(work.of(request))
        said = [words_of(one.message) for one in caught if not is_for_programmers(one.category)]
        written = {name: work.write(table) for name, table in tables.items()}
        return {"value": plain(value), "tables": written, "warnings": list(dict.fromkeys(said))}
    except Refusal as refused:
        return {"refused": refused.said()}
    except MemoryError:
        limit = resource.getrlimit(resource.RLIMIT_DATA)[0] >> 20
        return {"refused": Refusal("", f"the Python worker is out of memory: its limit is {limit} MB",
                                   "use fewer rows, or set a higher memory limit (MILLRACE_ENGINE_MEMORY)").said()}
    except Exception as error:  # noqa: BLE001 - whatever it is, who asked has to be told
        refused = refusal_of(error, request.get("fields", {}))
        if refused is not None:
            return {"refused": refused.said()}
        traceback.print_exc()
        return {"fault": " ".join(f"{type(error).__name__}: {error}".split())}


def is_for_programmers(category: type[Warning]) -> bool:
    return issubclass(category, (DeprecationWarning, FutureWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning))


def main(descriptor: int) -> None:
    limit_memory(int(os.environ["MILLRACE_MEMORY"]))
    work = Work(parquet=False)
    with socket.socket(fileno=descriptor) as channel:
        # two of them: one file for both ways would forget what it has read ahead when it writes
        requests, answers = (channel.makefile(mode, encoding="utf-8", newline="\n") for mode in ("r", "w"))
        for line in requests:
            request = json.loads(line)
            answers.write(json.dumps({"id": request["id"], **answer(request, work)}, allow_nan=False) + "\n")
            answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
