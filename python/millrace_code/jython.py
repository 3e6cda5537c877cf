"""What code for Jython finds: the names of Spark's Java interface, on PySpark, and `print` as a statement."""

from __future__ import annotations

import re
from typing import Any

#: A statement of Python 2 that prints.
PRINT = re.compile(r"^(\s*(?:.*:\s+)?)print\s+(?!\()(.+?)\s*$", re.MULTILINE)


class Session:
    """The session with methods where Java has them and PySpark has attributes."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def read(self) -> Any:
        return self._session.read

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


def in_python_3(code: str) -> str:
    """The code; if it is not Python 3, its print statements become calls. Line numbers do not change."""
    try:
        compile(code, "<code>", "exec", dont_inherit=True)
        return code
    except SyntaxError:
        changed = PRINT.sub(r"\1print(\2)", code)
    try:
        compile(changed, "<code>", "exec", dont_inherit=True)
        return changed
    except SyntaxError:
        return code
