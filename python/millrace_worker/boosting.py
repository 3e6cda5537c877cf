"""`boost` and `score`: trees of XGBoost learn from vectors, one after the other, and predict for such."""

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
    data = xgboost.DMatrix(features, amounts(table.column(1), about["target"]))
    told: dict[str, dict[str, list[float]]] = {}
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


def by_place(booster: xgboost.Booster, kind: str, places: int) -> np.ndarray:
    """What the booster says of each place of the vectors; 0 for those that no tree asks for."""
    said = booster.get_score(importance_type=kind)
    return np.array([said.get(f"f{at}", 0.0) for at in range(places)])


def score(given: Given) -> Answer:
    """The rows with what the model predicts for them in place of their last column, the vectors; no table for no rows."""
    table = given.rows.get("input")
    if table is None or table.num_rows == 0:
        return {}, {}
    fitted = given.model()
    about = fitted.about
    last = table.num_columns - 1
    features = vectors(table.column(last), about["features"][0], "")
    if features.shape[1] != about["places"]:
        raise Refusal("", f'the column "{about["features"][0]}" holds vectors of {features.shape[1]}, '
                      f'but the {about["title"]} learned from vectors of {about["places"]}',
                      "make the vectors of the columns that the model learned from, in their order")
    return {}, {"rows": with_columns(table.remove_column(last), foretold(fitted, xgboost.DMatrix(features)))}


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
        raise Refusal(field, f'the column "{name}" is null in {found.null_count} of {rows} rows', MISSING)
    sizes = pc.unique(pc.list_value_length(found)).to_pylist()
    if len(sizes) != 1:
        raise Refusal(field, f'the vectors of the column "{name}" hold {min(sizes)} to {max(sizes)} numbers', "give vectors of one size")
    if sizes[0] == 0:
        raise Refusal(field, f'the vectors of the column "{name}" hold no number', "put columns into them before this node")
    values = pc.list_flatten(found).to_numpy().astype(np.float32, copy=False).reshape(rows, sizes[0])
    strange = np.isinf(values).any(axis=1)
    if strange.any():
        raise Refusal(field, f'the column "{name}" holds infinity, or more than 32 bits take, in {int(strange.sum())} of {rows} rows', MISSING)
    return values


def amounts(found: pa.ChunkedArray, name: str) -> np.ndarray:
    values = found.to_numpy().astype(np.float32)
    strange = ~np.isfinite(values)
    if strange.any():
        raise Refusal("labelCol", f'the column "{name}" holds infinity, or more than 32 bits take, in {int(strange.sum())} of {len(values)} rows',
                      "leave such rows out, or make the numbers smaller, before this node")
    return values
