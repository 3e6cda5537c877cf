"""`boost` and `score`: trees of XGBoost learn from vectors, one after the other, and predict for such."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import xgboost

from .columns import MISSING, lists, with_columns
from .refusal import Refusal
from .work import Answer, Fitted, Given


def boost(given: Given) -> Answer:
    """Learns from rows of a vector and a label. Keeps the model under its name, and tells what there is to see of it."""
    about: dict[str, Any] = given["about"]
    table = given.table()
    features = vectors(table.column(0), about["features"][0], "featuresCol")
    labels = amounts(table.column(1), about["target"])
    told: dict[str, dict[str, list[float]]] = {}
    with memory_errors():
        data = xgboost.DMatrix(features, labels)
        booster = xgboost.train(given["parameters"], data, given["rounds"], evals=[(data, "rows")], evals_result=told, verbose_eval=False)
    places = features.shape[1]
    given.models[given["model"]] = Fitted(booster, {**about, "places": places})
    [(metric, history)] = told["rows"].items()
    splits, gains = (by_place(booster, kind, places) for kind in ("weight", "gain"))
    trees = given["rounds"] * max(1, given["parameters"].get("num_class", 1))
    return {
        "trees": trees,
        # each split makes two nodes of one
        "nodes": 2 * int(splits.sum()) + trees,
        "importances": gains / (gains.sum() or 1),
        "splits": splits,
        "metric": metric,
        "history": history,
    }, {}


@contextmanager
def memory_errors() -> Iterator[None]:
    """Says as Python does that XGBoost has found no memory."""
    try:
        yield
    except xgboost.core.XGBoostError as error:
        if "bad_alloc" in str(error):
            raise MemoryError from error
        raise


def by_place(booster: xgboost.Booster, kind: str, places: int) -> np.ndarray:
    """What the booster says of each place of the vectors; 0 for those that no tree asks for."""
    said = booster.get_score(importance_type=kind)
    return np.array([said.get(f"f{at}", 0.0) for at in range(places)])


def score(given: Given) -> Answer:
    """The rows with what the model predicts for them; no table for no rows."""
    table = given.rows.get("input")
    if table is None or table.num_rows == 0:
        return {}, {}
    fitted = given.model()
    about = fitted.about
    features = vectors(table.column(given["features"]), given["features"], "")
    if features.shape[1] != about["places"]:
        raise Refusal("", f'column "{given["features"]}" has vectors of size {features.shape[1]}: '
                      f'must be {about["places"]}, as in the training rows of the {about["title"]}',
                      "make the vectors from the same columns as for training, in the same order")
    with memory_errors():
        return {}, {"rows": with_columns(table, foretold(fitted, xgboost.DMatrix(features)))}


def foretold(fitted: Fitted, data: xgboost.DMatrix) -> dict[str, pa.Array]:
    """The columns that the model adds, in their order, under the names that it knows."""
    booster, about = fitted.model, fitted.about
    said = booster.predict(data).astype(np.float64)
    if about["kind"] == "regressor":
        found = [pa.array(said)]
    else:
        margins = booster.predict(data, output_margin=True).astype(np.float64)
        # of two classes XGBoost tells one: how much it is for the second
        raw = margins if margins.ndim == 2 else np.column_stack([-margins, margins])
        if len(about["outputs"]) == 2:
            found = [lists(raw), pa.array(said)]
        else:
            likely = said if said.ndim == 2 else np.column_stack([1 - said, said])
            found = [lists(raw), lists(likely), pa.array(likely.argmax(axis=1).astype(np.float64))]
    return dict(zip(about["outputs"], found, strict=True))


def vectors(found: pa.ChunkedArray, name: str, field: str) -> np.ndarray:
    """Vectors of one size as numbers of 32 bits, which are all that XGBoost has; NaN is what it calls missing."""
    rows = len(found)
    if found.null_count > 0:
        raise Refusal(field, f'column "{name}" is null in {found.null_count} of {rows} rows', MISSING)
    sizes = sorted({size for chunk in found.chunks for size in pc.unique(sizes_of(chunk)).to_pylist()})
    if len(sizes) != 1:
        raise Refusal(field, f'column "{name}" has vectors of sizes {sizes[0]} to {sizes[-1]}: must all have the same size',
                      "make all vectors from the same columns, in the same order")
    if sizes[0] == 0:
        raise Refusal(field, f'column "{name}" has vectors of size 0: must have at least one element', "combine columns into vectors before this node")
    values = np.zeros((rows, sizes[0]), np.float32)
    begin = 0
    for chunk in found.chunks:
        fill(values[begin:begin + len(chunk)], chunk)
        begin += len(chunk)
    strange = np.isinf(values).any(axis=1)
    if strange.any():
        raise Refusal(field, f'column "{name}" contains infinity or numbers beyond 32 bits in {int(strange.sum())} of {rows} rows', MISSING)
    return values


def sizes_of(chunk: pa.StructArray) -> pa.Array:
    """How many numbers each vector holds: sparse ones say so, dense ones have them all."""
    return pc.coalesce(chunk.field("size"), pc.list_value_length(chunk.field("values")))


def fill(rows: np.ndarray, chunk: pa.StructArray) -> None:
    """Writes vectors of Spark into rows of 0: (1, null, null, values) or (0, size, indices, values)."""
    is_dense = pc.equal(chunk.field("type"), 1)
    dense, sparse = (np.nonzero(which.to_numpy(zero_copy_only=False))[0] for which in (is_dense, pc.invert(is_dense)))
    values = chunk.field("values")
    with np.errstate(over="ignore"):
        if len(dense) > 0:
            rows[dense] = numbers_in(values, dense).reshape(len(dense), rows.shape[1])
        if len(sparse) > 0:
            lengths = pc.list_value_length(values.take(sparse)).to_numpy()
            rows[np.repeat(sparse, lengths), numbers_in(chunk.field("indices"), sparse)] = numbers_in(values, sparse)


def numbers_in(lists_of: pa.ListArray, places: np.ndarray) -> np.ndarray:
    """The numbers of some lists, one after the other."""
    return pc.list_flatten(lists_of.take(places)).to_numpy()


def amounts(found: pa.ChunkedArray, name: str) -> np.ndarray:
    values = found.to_numpy().astype(np.float32)
    strange = ~np.isfinite(values)
    if strange.any():
        raise Refusal("labelCol", f'column "{name}" contains infinity or numbers beyond 32 bits in {int(strange.sum())} of {len(values)} rows',
                      "leave out such rows, or scale the numbers down, before this node")
    return values
