"""Rows between Spark and Polars, by Arrow. Each function imports Polars itself, so that only nodes that use it load it."""

from __future__ import annotations

from typing import Any

from pyspark.sql.connect.dataframe import DataFrame
from pyspark.sql.pandas.types import from_arrow_schema

from .faults import CodeFault, plain


def package_of(value: Any) -> str:
    """The library that a value comes from: `polars`, `pandas`, `pyarrow`."""
    return type(value).__module__.split(".")[0]


def polars_frame(df: DataFrame) -> Any:
    """Computes the rows of a DataFrame of Spark, and returns them as one of Polars."""
    import polars

    table = df.toArrow()
    for name in table.column_names:
        if table.column_names.count(name) > 1:
            remedy = "rename or drop one of them in a node before this one"
            raise CodeFault(f'the input has two columns "{name}": those of a DataFrame of Polars must have different names', remedy)
    return polars.from_arrow(table)


def eager_frame(value: Any) -> Any:
    """Rows as a DataFrame of Polars if they are a LazyFrame, which is collected, or come from pandas or Arrow; else the value."""
    import polars

    if isinstance(value, polars.LazyFrame):
        return value.collect()
    if package_of(value) == "pandas" and getattr(value, "ndim", 0) == 2:
        return polars.from_pandas(value)
    if package_of(value) == "pyarrow" and hasattr(value, "column_names"):
        return polars.from_arrow(value)
    return value


def spark_frame(frame: Any, session: Any) -> DataFrame:
    """The rows of a DataFrame of Polars as one of Spark, with the types that `type_for_spark` names."""
    table = frame.with_columns(*(column_for_spark(column) for column in frame)).to_arrow()
    # without a schema, PySpark refuses a table that has no rows
    return session.createDataFrame(table, from_arrow_schema(table.schema, prefer_timestamp_ntz=False))


def column_for_spark(column: Any) -> Any:
    import polars

    try:
        target = type_for_spark(column.dtype)
        return column if target == column.dtype else column.cast(target)
    except NoTypeInSpark as missing:
        within = "" if missing.dtype == column.dtype else f" within {column.dtype}"
        raise CodeFault(
            f'column "{column.name}" has the type {missing.dtype}{within}, which Spark does not have', missing.remedy
        ) from None
    except polars.exceptions.PolarsError as error:
        raise CodeFault(
            f'column "{column.name}" of type {column.dtype} has values that do not fit type {target}: {plain(str(error))}',
            "cast the column, or drop it before the rows are returned",
        ) from None


class NoTypeInSpark(Exception):
    def __init__(self, dtype: Any) -> None:
        super().__init__(str(dtype))
        self.dtype = dtype
        text = "make text of it with .cast(pl.String)" if dtype.is_temporal() else "make text or numbers of it"
        self.remedy = f"{text}, or drop the column"


def type_for_spark(dtype: Any) -> Any:
    """
    The type of Polars with which the values of `dtype` go to Spark: the same where Spark has it, else the smallest that has all of
    its values. Instants are in UTC, and a time without a zone is taken as UTC, as Spark takes it from pandas.
    """
    import polars as pl

    others = {
        pl.UInt8: pl.Int16,
        pl.UInt16: pl.Int32,
        pl.UInt32: pl.Int64,
        pl.UInt64: pl.Decimal(20, 0),
        pl.Int128: pl.Decimal(38, 0),
        pl.UInt128: pl.Decimal(38, 0),
        pl.Float16: pl.Float32,
        pl.Categorical: pl.String,
        pl.Enum: pl.String,
        # a column of nulls alone, which later nodes could neither save nor compare
        pl.Null: pl.String,
        pl.Datetime: pl.Datetime("us", "UTC"),
        pl.Duration: pl.Duration("us"),
    }
    base = dtype.base_type()
    if base in others:
        return others[base]
    if base in (pl.List, pl.Array):
        return pl.List(type_for_spark(dtype.inner))
    if base == pl.Map:
        return pl.Map(type_for_spark(dtype.key), type_for_spark(dtype.value))
    if base == pl.Struct:
        return pl.Struct([pl.Field(field.name, type_for_spark(field.dtype)) for field in dtype.fields])
    if base in (pl.Time, pl.Object, pl.Unknown) or dtype.is_extension():
        raise NoTypeInSpark(dtype)
    return dtype
