"""What code for a Spark without Connect expects of its session: a SparkContext, RDDs, and the builder of the session."""

from __future__ import annotations

import sys
import types
from typing import Any, Iterable

import pyspark
import pyspark.sql
from pyspark.sql.connect.dataframe import DataFrame

from .rdd import RDD


class Broadcast:
    """A value that functions of the code take along."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __reduce__(self) -> Any:
        # the engine's processes, where functions of the code run, do not have this module
        return types.SimpleNamespace, (), {"value": self.value}

    def unpersist(self, blocking: bool = False) -> None:
        """It ends with the code."""

    destroy = unpersist


class Accumulator:
    """A number that code adds to; functions that the engine runs do not reach it."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def add(self, term: Any) -> None:
        self.value += term

    def __iadd__(self, term: Any) -> Accumulator:
        self.add(term)
        return self


class SparkContext:
    """The context of the node's session: values of the code as RDDs, and settings."""

    defaultParallelism = defaultMinPartitions = 1

    def __init__(self, session: Any) -> None:
        self.session = session

    @property
    def version(self) -> str:
        return self.session.version

    @property
    def appName(self) -> str:
        return "Millrace"

    @property
    def applicationId(self) -> str:
        return self.session.conf.get("spark.app.id")

    def getConf(self) -> Any:
        return self.session.conf

    def parallelize(self, c: Iterable[Any], numSlices: int | None = None) -> RDD:
        values = c if isinstance(c, range) else list(c)
        return RDD(lambda: values, self)

    def emptyRDD(self) -> RDD:
        return RDD(list, self)

    def range(self, start: int, end: int | None = None, step: int = 1, numSlices: int | None = None) -> RDD:
        return self.parallelize(range(0, start, step) if end is None else range(start, end, step))

    def union(self, rdds: list[RDD]) -> RDD:
        return RDD(lambda: (one for rdd in rdds for one in rdd), self)

    def textFile(self, name: str, *_: Any, **__: Any) -> RDD:
        return self.session.read.text(name).rdd.map(lambda row: row[0])

    def broadcast(self, value: Any) -> Broadcast:
        return Broadcast(value)

    def accumulator(self, value: Any, *_: Any) -> Accumulator:
        return Accumulator(value)

    def setLogLevel(self, logLevel: str) -> None:
        """What the engine logs is not shown to code."""

    setJobGroup = setJobDescription = setLocalProperty = setCheckpointDir = lambda self, *_, **__: None

    def stop(self) -> None:
        """The session is the run's: it goes on."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the SparkContext of code has no {name}: use the session spark and its DataFrames")


class Builder:
    """`SparkSession.builder`: the session of the node, whatever is asked of it."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def getOrCreate(self) -> Any:
        return self._session

    create = getOrCreate

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: self


def provide_context(session: Any) -> None:
    """Gives the session, its DataFrames and the modules of PySpark what Connect leaves out."""
    context = SparkContext(session)
    type(session).sparkContext = property(lambda self: context)
    type(session)._sc = property(lambda self: context)
    DataFrame.rdd = property(lambda self: RDD(lambda: self.collect(), context))

    class Named(SparkContext):
        """`SparkContext` as code imports it."""

        def __init__(self, *_: Any, **__: Any) -> None:
            super().__init__(session)

        @classmethod
        def getOrCreate(cls, *_: Any) -> SparkContext:
            return context

    class SQLContext:
        """The session under its former name."""

        def __new__(cls, *_: Any, **__: Any) -> Any:
            return session

        getOrCreate = classmethod(lambda cls, *_: session)

    for module in (pyspark, *(sys.modules.get(name) for name in ("pyspark.context", "pyspark.core.context"))):
        if module is not None:
            module.SparkContext = Named
    pyspark.sql.SQLContext = pyspark.SQLContext = pyspark.sql.HiveContext = SQLContext
    for owner in {pyspark.sql.SparkSession, *type(session).__mro__} - {object}:
        if "builder" in owner.__dict__:
            owner.builder = Builder(session)
