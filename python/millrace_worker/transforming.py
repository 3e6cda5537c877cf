"""`fit` and `apply`: transformers of scikit-learn change columns of numbers, or make numbers of other columns."""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from sklearn.base import BaseEstimator
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import (
    Binarizer,
    LabelEncoder,
    MinMaxScaler,
    Normalizer,
    OneHotEncoder,
    PolynomialFeatures,
    QuantileTransformer,
    StandardScaler,
)

from .columns import column, labels, lists, numbers, with_columns
from .refusal import Refusal
from .work import Answer, Fitted, Given

CLASSES: dict[str, type[BaseEstimator]] = {
    one.__name__: one
    for one in (Binarizer, LabelEncoder, MinMaxScaler, Normalizer, OneHotEncoder, PolynomialFeatures, QuantileTransformer,
                StandardScaler, TfidfVectorizer)
}
#: Rows of what was learned that are told.
MOST_TOLD = 200


def fit(given: Given) -> Answer:
    """Learns from the rows and changes them."""
    about, table = given["about"], given.table()
    parameters = dict(given["parameters"])
    if parameters.pop("share", False):
        # JSON does not tell 1.0, all texts, from 1, one of them
        parameters["max_df"] = float(parameters["max_df"])
    estimator = CLASSES[about["estimator"]](**{name: pair(one) for name, one in parameters.items()})
    values = values_of(about, table)
    if isinstance(estimator, QuantileTransformer):
        estimator.set_params(n_quantiles=min(estimator.n_quantiles, len(values)))
    estimator.fit(values)
    given.models[given["model"]] = Fitted(estimator, about)
    return {"told": told(estimator, about)}, {"rows": changed(estimator, about, table, values)}


def pair(value: Any) -> Any:
    """Ranges are tuples to scikit-learn."""
    return tuple(value) if isinstance(value, list) else value


def apply(given: Given) -> Answer:
    """Changes other rows by what was learned, or takes a change back; no table for no rows."""
    table = given.rows.get("input")
    if table is None or table.num_rows == 0:
        return {}, {}
    fitted = given.model()
    values = values_of(fitted.about, table)
    if not given["inverse"]:
        return {}, {"rows": changed(fitted.model, fitted.about, table, values)}
    return {}, {"rows": in_place(fitted.about, table, fitted.model.inverse_transform(values))}


def values_of(about: dict[str, Any], table: pa.Table) -> Any:
    """What the transformer of a kind takes."""
    names, field = about["features"], about.get("field", "")
    match about["estimator"]:
        case "LabelEncoder":
            return labels(table, names[0], field)
        case "OneHotEncoder":
            return labels(table, names[0], field).reshape(-1, 1)
        case "TfidfVectorizer":
            return column(table, names[0], field).to_pylist()
    return np.hstack([numbers(table, name, field) for name in names])


def changed(estimator: BaseEstimator, about: dict[str, Any], table: pa.Table, values: Any) -> pa.Table:
    made = estimator.transform(values)
    if hasattr(made, "toarray"):
        made = made.toarray()
    match about["estimator"]:
        case "LabelEncoder":
            return with_columns(table, {about["output"]: pa.array(made, pa.int64())})
        case "OneHotEncoder" | "TfidfVectorizer":
            return with_columns(table, {about["output"]: lists(made)})
        case "PolynomialFeatures":
            called = estimator.get_feature_names_out(about["features"])
            added = [(name, made[:, i]) for i, name in enumerate(called) if name not in about["features"]]
            return with_columns(table, {name: pa.array(one) for name, one in added})
    return in_place(about, table, made)


def in_place(about: dict[str, Any], table: pa.Table, values: np.ndarray) -> pa.Table:
    """The table with other numbers in its columns; lists stay lists."""
    at, added = 0, {}
    for name in about["features"]:
        kind = table.column(name).type
        is_list = pa.types.is_list(kind) or pa.types.is_large_list(kind)
        width = pc.list_value_length(table.column(name))[0].as_py() if is_list else 1
        block = values[:, at:at + width]
        added[name] = lists(block) if is_list else pa.array(np.ascontiguousarray(block[:, 0], dtype=np.float64))
        at += width
    if at != values.shape[1]:
        raise Refusal("", f"the rows have {at} numbers: must have {values.shape[1]}, as in training", "provide rows with lists of the same length")
    return with_columns(table, added)


def told(estimator: BaseEstimator, about: dict[str, Any]) -> dict[str, list[Any]]:
    """What was learned, for people: columns of a small table."""
    names = about["features"]
    match estimator:
        case StandardScaler():
            found = {"feature": names, "mean": estimator.mean_, "deviation": estimator.scale_}
        case MinMaxScaler():
            found = {"feature": names, "minimum": estimator.data_min_, "maximum": estimator.data_max_}
        case LabelEncoder():
            found = {"value": [str(one) for one in estimator.classes_.tolist()], "number": np.arange(len(estimator.classes_), dtype=float)}
        case OneHotEncoder():
            found = {"value": [str(one) for one in estimator.categories_[0].tolist()], "index": np.arange(len(estimator.categories_[0]), dtype=float)}
        case TfidfVectorizer():
            found = {"word": estimator.get_feature_names_out(), "idf": estimator.idf_}
        case _:
            found = {}
    known = {name: one for name, one in found.items() if one is not None}
    return {name: list(one[:MOST_TOLD]) for name, one in known.items() if len(one) == len(names) or "feature" not in found}
