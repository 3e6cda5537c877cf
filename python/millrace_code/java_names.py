"""Names of Java that code for Jython imports and calls, on PySpark and Python."""

from __future__ import annotations

import operator
import types
from typing import Any, Iterable

from pyspark.sql.connect.column import Column
from pyspark.sql.connect.dataframe import DataFrame
from pyspark.sql.types import Row, StructType

from .rdd import RDD
from .workflow_context import provide_module

#: Methods of columns by the operators of Python that stand for them.
OPERATORS = {
    "plus": operator.add,
    "minus": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "mod": operator.mod,
    "gt": operator.gt,
    "lt": operator.lt,
    "geq": operator.ge,
    "leq": operator.le,
    "equalTo": operator.eq,
    "notEqual": operator.ne,
}
GETTERS = ("get", "getString", "getInt", "getLong", "getDouble", "getFloat", "getBoolean", "getDate", "getTimestamp")


class CallableList(list):
    """A list where Java has a method that returns one."""

    def __call__(self) -> list[Any]:
        return self


class ArrayList(list):
    """`java.util.ArrayList`."""

    def add(self, *place_and_value: Any) -> bool:
        self.insert(place_and_value[0] if len(place_and_value) > 1 else len(self), place_and_value[-1])
        return True

    def addAll(self, values: Iterable[Any]) -> bool:
        self.extend(values)
        return True

    def get(self, index: int) -> Any:
        return self[index]

    def size(self) -> int:
        return len(self)

    def isEmpty(self) -> bool:
        return not self

    def contains(self, value: Any) -> bool:
        return value in self


class HashMap(dict):
    """`java.util.HashMap`."""

    def put(self, key: Any, value: Any) -> Any:
        before = self.get(key)
        self[key] = value
        return before

    def size(self) -> int:
        return len(self)

    def isEmpty(self) -> bool:
        return not self

    def containsKey(self, key: Any) -> bool:
        return key in self

    def keySet(self) -> set[Any]:
        return set(self)

    def entrySet(self) -> set[Any]:
        return set(self.items())


class Arrays:
    """`java.util.Arrays`."""

    @staticmethod
    def asList(*values: Any) -> ArrayList:
        return ArrayList(values)


def provide_java_names() -> None:
    """Gives DataFrames, columns and rows the methods of Java that code for Jython calls, and the modules that it imports."""
    for name in ("columns", "dtypes"):
        values = DataFrame.__dict__[name].fget
        setattr(DataFrame, name, property(lambda self, values=values: CallableList(values(self))))
    StructType.__call__ = RDD.__call__ = lambda self: self
    DataFrame.javaRDD = DataFrame.toJavaRDD = lambda self: self.rdd
    DataFrame.col = lambda self, name: self[name]
    DataFrame.collectAsList = lambda self: self.collect()
    for name, function in OPERATORS.items():
        setattr(Column, name, lambda self, other, function=function: function(self, other))
    for name in GETTERS:
        setattr(Row, name, lambda self, index: tuple.__getitem__(self, index))
    Row.getAs = lambda self, name: self[name]
    Row.isNullAt = lambda self, index: tuple.__getitem__(self, index) is None
    Row.length = Row.size = lambda self: len(self)
    provide_java_modules()


def provide_java_modules() -> None:
    """Has the packages of Java imported that stand for modules of PySpark and Python."""
    import pyspark.sql
    from pyspark.sql import functions
    from pyspark.sql import types as sql_types

    kinds = {name: getattr(sql_types, name)() for name in dir(sql_types) if name.endswith("Type") and is_plain(sql_types, name)}
    data_types = types.SimpleNamespace(
        **kinds,
        createStructField=lambda name, kind, nullable=True: sql_types.StructField(name, kind, nullable),
        createStructType=lambda fields: sql_types.StructType(list(fields)),
        createArrayType=sql_types.ArrayType,
    )
    modules = {
        "java.util": {"ArrayList": ArrayList, "HashMap": HashMap, "Arrays": Arrays},
        "org.apache.spark.sql": {**vars(pyspark.sql), "Dataset": DataFrame, "Column": Column, "functions": functions},
        "org.apache.spark.sql.functions": vars(functions),
        "org.apache.spark.sql.types": {**vars(sql_types), "DataTypes": data_types},
    }
    for path, names in modules.items():
        provide_module(path, {name: value for name, value in names.items() if not name.startswith("__")})


def is_plain(module: Any, name: str) -> bool:
    """True for a type that needs no others to be made."""
    try:
        getattr(module, name)()
        return True
    except TypeError:
        return False
