"""What code for Jython finds: the names of Spark's Java interface, on PySpark, and `print` as a statement."""

from __future__ import annotations

import re
from typing import Any

from pyspark.sql.connect.dataframe import DataFrame
from pyspark.sql.types import Row

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


def provide_java_names() -> None:
    """Gives DataFrames and rows the methods of Java that code for Jython calls."""
    DataFrame.javaRDD = lambda self: self.rdd
    DataFrame.toJavaRDD = DataFrame.javaRDD
    DataFrame.collectAsList = lambda self: self.collect()
    for name in ("get", "getString", "getInt", "getLong", "getDouble", "getFloat", "getBoolean", "getDate", "getTimestamp"):
        setattr(Row, name, lambda self, index: tuple.__getitem__(self, index))
    Row.getAs = lambda self, name: self[name]
    Row.isNullAt = lambda self, index: tuple.__getitem__(self, index) is None
    Row.length = Row.size = lambda self: len(self)


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
