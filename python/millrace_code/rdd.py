"""RDDs for code that was written for a Spark without Connect, which has none: their values are in the memory of the code."""

from __future__ import annotations

import heapq
import itertools
import random
import statistics
from collections import Counter
from functools import reduce
from typing import Any, Callable, Iterable, Iterator

#: A key that stands for "no function".
SAME: Callable[[Any], Any] = lambda value: value


class RDD:
    """Values in one partition, computed each time they are asked for, as those of Spark are; `cache` computes them once."""

    def __init__(self, values: Callable[[], Iterable[Any]], context: Any = None) -> None:
        self._values = values
        self.ctx = self.context = context

    def _with(self, values: Callable[[], Iterable[Any]]) -> RDD:
        return type(self)(values, self.ctx)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values())

    # values to values

    def map(self, f: Callable[[Any], Any], preservesPartitioning: bool = False) -> RDD:
        return self._with(lambda: map(f, self))

    def filter(self, f: Callable[[Any], Any]) -> RDD:
        return self._with(lambda: filter(f, self))

    def flatMap(self, f: Callable[[Any], Iterable[Any]], preservesPartitioning: bool = False) -> RDD:
        return self._with(lambda: itertools.chain.from_iterable(map(f, self)))

    def mapPartitions(self, f: Callable[[Iterator[Any]], Iterable[Any]], preservesPartitioning: bool = False) -> RDD:
        return self._with(lambda: f(iter(self)))

    def mapPartitionsWithIndex(self, f: Callable[[int, Iterator[Any]], Iterable[Any]], preservesPartitioning: bool = False) -> RDD:
        return self._with(lambda: f(0, iter(self)))

    def glom(self) -> RDD:
        return self._with(lambda: [self.collect()])

    def distinct(self, numPartitions: int | None = None) -> RDD:
        return self._with(lambda: dict.fromkeys(self))

    def union(self, other: RDD) -> RDD:
        return self._with(lambda: itertools.chain(self, other))

    __add__ = union

    def intersection(self, other: RDD) -> RDD:
        return self._with(lambda: (one for one in dict.fromkeys(self) if one in set(other)))

    def subtract(self, other: RDD, numPartitions: int | None = None) -> RDD:
        def left() -> Iterator[Any]:
            others = set(other)
            return (one for one in self if one not in others)

        return self._with(left)

    def cartesian(self, other: RDD) -> RDD:
        return self._with(lambda: itertools.product(self, other))

    def zip(self, other: RDD) -> RDD:
        return self._with(lambda: zip(self, other, strict=True))

    def zipWithIndex(self) -> RDD:
        return self._with(lambda: ((one, index) for index, one in enumerate(self)))

    zipWithUniqueId = zipWithIndex

    def keyBy(self, f: Callable[[Any], Any]) -> RDD:
        return self.map(lambda one: (f(one), one))

    def groupBy(self, f: Callable[[Any], Any], *_: Any) -> RDD:
        return self.keyBy(f).groupByKey()

    def sortBy(self, keyfunc: Callable[[Any], Any], ascending: bool = True, numPartitions: int | None = None) -> RDD:
        return self._with(lambda: sorted(self, key=keyfunc, reverse=not ascending))

    def sample(self, withReplacement: bool, fraction: float, seed: int | None = None) -> RDD:
        def drawn() -> Iterator[Any]:
            draw = random.Random(seed)
            return (one for one in self if draw.random() < fraction)

        return self._with(drawn)

    def repartition(self, numPartitions: int = 1, *_: Any, **__: Any) -> RDD:
        return self

    coalesce = partitionBy = repartition

    def cache(self, *_: Any) -> RDD:
        values: list[list[Any]] = []
        compute = self._values

        def once() -> list[Any]:
            if not values:
                values.append(list(compute()))
            return values[0]

        self._values = once
        return self

    persist = cache

    def unpersist(self, *_: Any) -> RDD:
        return self

    def setName(self, name: str) -> RDD:
        return self

    # pairs

    def keys(self) -> RDD:
        return self.map(lambda pair: pair[0])

    def values(self) -> RDD:
        return self.map(lambda pair: pair[1])

    def mapValues(self, f: Callable[[Any], Any]) -> RDD:
        return self.map(lambda pair: (pair[0], f(pair[1])))

    def flatMapValues(self, f: Callable[[Any], Iterable[Any]]) -> RDD:
        return self.flatMap(lambda pair: ((pair[0], one) for one in f(pair[1])))

    def groupByKey(self, *_: Any) -> RDD:
        return self._with(lambda: self._groups().items())

    def _groups(self) -> dict[Any, list[Any]]:
        groups: dict[Any, list[Any]] = {}
        for key, value in self:
            groups.setdefault(key, []).append(value)
        return groups

    def reduceByKey(self, func: Callable[[Any, Any], Any], *_: Any) -> RDD:
        return self.groupByKey().mapValues(lambda values: reduce(func, values))

    def foldByKey(self, zeroValue: Any, func: Callable[[Any, Any], Any], *_: Any) -> RDD:
        return self.groupByKey().mapValues(lambda values: reduce(func, values, zeroValue))

    def aggregateByKey(self, zeroValue: Any, seqFunc: Callable[[Any, Any], Any], combFunc: Any, *_: Any) -> RDD:
        from copy import deepcopy

        return self.groupByKey().mapValues(lambda values: reduce(seqFunc, values, deepcopy(zeroValue)))

    def combineByKey(self, createCombiner: Callable[[Any], Any], mergeValue: Callable[[Any, Any], Any], *_: Any) -> RDD:
        return self.groupByKey().mapValues(lambda values: reduce(mergeValue, values[1:], createCombiner(values[0])))

    def sortByKey(self, ascending: bool = True, numPartitions: int | None = None, keyfunc: Callable[[Any], Any] = SAME) -> RDD:
        return self.sortBy(lambda pair: keyfunc(pair[0]), ascending)

    def cogroup(self, other: RDD, *_: Any) -> RDD:
        def grouped() -> Iterator[Any]:
            left, right = self._groups(), other._groups()
            return ((key, (left.get(key, []), right.get(key, []))) for key in dict.fromkeys([*left, *right]))

        return self._with(grouped)

    def _joined(self, other: RDD, left: bool, right: bool) -> RDD:
        def pairs(group: tuple[Any, tuple[list[Any], list[Any]]]) -> Iterator[Any]:
            key, (ours, theirs) = group
            ours, theirs = ours or ([None] if right else []), theirs or ([None] if left else [])
            return ((key, pair) for pair in itertools.product(ours, theirs))

        return self.cogroup(other).flatMap(pairs)

    def join(self, other: RDD, *_: Any) -> RDD:
        return self._joined(other, left=False, right=False)

    def leftOuterJoin(self, other: RDD, *_: Any) -> RDD:
        return self._joined(other, left=True, right=False)

    def rightOuterJoin(self, other: RDD, *_: Any) -> RDD:
        return self._joined(other, left=False, right=True)

    def fullOuterJoin(self, other: RDD, *_: Any) -> RDD:
        return self._joined(other, left=True, right=True)

    def subtractByKey(self, other: RDD, *_: Any) -> RDD:
        return self.cogroup(other).flatMap(lambda one: [] if one[1][1] else [(one[0], value) for value in one[1][0]])

    # values out

    def collect(self) -> list[Any]:
        return list(self)

    def toLocalIterator(self, *_: Any) -> Iterator[Any]:
        return iter(self)

    def collectAsMap(self) -> dict[Any, Any]:
        # an object with a method `keys` would be taken for a dictionary
        return dict(iter(self))

    def count(self) -> int:
        return sum(1 for _ in self)

    def countByKey(self) -> dict[Any, int]:
        return dict(Counter(key for key, _ in self))

    def countByValue(self) -> dict[Any, int]:
        return dict(Counter(self))

    def take(self, num: int) -> list[Any]:
        return list(itertools.islice(self, num))

    def takeOrdered(self, num: int, key: Callable[[Any], Any] | None = None) -> list[Any]:
        return heapq.nsmallest(num, self, key)

    def top(self, num: int, key: Callable[[Any], Any] | None = None) -> list[Any]:
        return heapq.nlargest(num, self, key)

    def takeSample(self, withReplacement: bool, num: int, seed: int | None = None) -> list[Any]:
        draw, values = random.Random(seed), self.collect()
        return draw.choices(values, k=num) if withReplacement else draw.sample(values, min(num, len(values)))

    def first(self) -> Any:
        for one in self:
            return one
        raise ValueError("RDD is empty")

    def isEmpty(self) -> bool:
        return not self.take(1)

    def reduce(self, f: Callable[[Any, Any], Any]) -> Any:
        return reduce(f, self)

    def fold(self, zeroValue: Any, op: Callable[[Any, Any], Any]) -> Any:
        return reduce(op, self, zeroValue)

    def aggregate(self, zeroValue: Any, seqOp: Callable[[Any, Any], Any], combOp: Any = None) -> Any:
        return reduce(seqOp, self, zeroValue)

    def foreach(self, f: Callable[[Any], Any]) -> None:
        for one in self:
            f(one)

    def foreachPartition(self, f: Callable[[Iterator[Any]], Any]) -> None:
        f(iter(self))

    def lookup(self, key: Any) -> list[Any]:
        return [value for own, value in self if own == key]

    def sum(self) -> Any:
        return sum(self)

    def max(self, key: Callable[[Any], Any] | None = None) -> Any:
        return max(self, key=key)

    def min(self, key: Callable[[Any], Any] | None = None) -> Any:
        return min(self, key=key)

    def mean(self) -> float:
        return statistics.fmean(self)

    def stdev(self) -> float:
        return statistics.pstdev(self)

    def variance(self) -> float:
        return statistics.pvariance(self)

    def getNumPartitions(self) -> int:
        return 1

    def toDF(self, schema: Any = None, sampleRatio: float | None = None) -> Any:
        return self.ctx.session.createDataFrame(self, schema)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"RDDs of code have no {name}: use a method of a DataFrame, or return the rows to a node that saves them"
        )
