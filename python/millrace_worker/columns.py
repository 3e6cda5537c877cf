"""Columns of Arrow as what scikit-learn takes: numbers in rows and places, labels in a row."""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .refusal import Refusal

#: Types of labels by their names in Spark.
ARROW = {
    "byte": pa.int8(), "short": pa.int16(), "integer": pa.int32(), "long": pa.int64(), "float": pa.float32(),
    "double": pa.float64(), "string": pa.string(), "boolean": pa.bool_(),
}
NUMBERS = "choose numeric columns, or cast the columns to numbers before this node"
MISSING = "leave out or fill such rows before this node"


def column(table: pa.Table, name: str, field: str) -> pa.ChunkedArray:
    """The column of a name. Refuses where it is not there, or is null in some row."""
    if name not in table.column_names:
        raise Refusal(field, f'the input has no column "{name}", which the model needs (it has {", ".join(table.column_names)})',
                      "provide rows with the columns that the model was trained on")
    found = table.column(name)
    if found.null_count > 0:
        raise Refusal(field, f'column "{name}" is null in {found.null_count} of {table.num_rows} rows', MISSING)
    return found


def numbers(table: pa.Table, name: str, field: str) -> np.ndarray:
    """A column as doubles, finite all of them: one number a row, or as many as its lists have."""
    found = column(table, name, field)
    kind = found.type
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        sizes = pc.unique(pc.list_value_length(found)).to_pylist()
        if len(sizes) != 1:
            raise Refusal(field, f'column "{name}" has lists of {min(sizes)} to {max(sizes)} numbers: must all have the same length',
                          "make lists of the same length before this node")
        values = doubles(pc.list_flatten(found), name, field).reshape(table.num_rows, sizes[0])
    else:
        values = doubles(found, name, field).reshape(table.num_rows, 1)
    strange = ~np.isfinite(values).all(axis=1)
    if strange.any():
        raise Refusal(field, f'column "{name}" is NaN or infinite in {int(strange.sum())} of {table.num_rows} rows', MISSING)
    return values


def doubles(values: Any, name: str, field: str) -> np.ndarray:
    kind = values.type
    if values.null_count > 0:
        raise Refusal(field, f'lists in column "{name}" contain null', MISSING)
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_boolean(kind)):
        raise Refusal(field, f'column "{name}" is not numeric', NUMBERS)
    if pa.types.is_boolean(kind):
        values = pc.cast(values, pa.int8())
    return pc.cast(values, pa.float64(), safe=False).to_numpy().astype(np.float64, copy=True)


def matrix(table: pa.Table, names: list[str], field: str = "featureCols") -> tuple[np.ndarray, list[str]]:
    """The features of all rows, and what each is called: places of lists have numbers."""
    blocks = [(name, numbers(table, name, field)) for name in names]
    called = [one for name, block in blocks
              for one in ([name] if block.shape[1] == 1 else [f"{name}[{i}]" for i in range(block.shape[1])])]
    return np.hstack([block for _, block in blocks]), called


def labels(table: pa.Table, name: str, field: str = "targetCol") -> np.ndarray:
    """Classes as scikit-learn takes them: whole numbers or texts. Refuses fractions."""
    found = column(table, name, field)
    kind = found.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return np.array(found.to_pylist(), dtype=object)
    if pa.types.is_boolean(kind) or pa.types.is_integer(kind):
        return np.asarray(found.to_numpy())
    values = numbers(table, name, field).ravel()
    broken = values[values != np.floor(values)]
    if broken.size > 0:
        raise Refusal(field, f'column "{name}" contains {broken[0]:g}: classes must be whole numbers, text or Boolean',
                      "choose a column of classes, or a regression node for continuous numbers")
    return values


def typed(values: np.ndarray, kind: str) -> pa.Array:
    """Values as a column of Spark's type."""
    arrow = ARROW.get(kind, pa.float64())
    if pa.types.is_string(arrow):
        return pa.array([str(one) for one in values], arrow)
    return pa.array(np.asarray(values), from_pandas=False).cast(arrow, safe=False)


def lists(values: np.ndarray) -> pa.Array:
    """Rows of numbers as lists."""
    rows, width = values.shape
    offsets = pa.array(np.arange(0, (rows + 1) * width, width) if width else np.zeros(rows + 1), pa.int32())
    return pa.ListArray.from_arrays(offsets, pa.array(np.ascontiguousarray(values, dtype=np.float64).ravel()))


def with_columns(table: pa.Table, added: dict[str, pa.Array]) -> pa.Table:
    """The table with columns added, or in the place of those that have their names."""
    for name, values in added.items():
        at = table.schema.get_field_index(name)
        table = table.append_column(name, values) if at < 0 else table.set_column(at, name, values)
    return table
