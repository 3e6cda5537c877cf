"""`predict`: rows with what a model says of them."""

import pyarrow as pa

from .columns import lists, matrix, typed, with_columns
from .refusal import Refusal
from .work import Answer, Fitted, Given


def predict(given: Given) -> Answer:
    """The rows with the columns that the model adds; no table for no rows."""
    table = given.rows.get("input")
    if table is None or table.num_rows == 0:
        return {}, {}
    return {}, {"rows": predictions(given.model(), table)}


def predictions(fitted: Fitted, table: pa.Table) -> pa.Table:
    about, model = fitted.about, fitted.model
    features, names = matrix(table, about["features"], "")
    if features.shape[1] != about["places"]:
        raise Refusal("", f"the rows have {features.shape[1]} features: must have {about['places']}, as in training",
                      "provide rows with lists of the same length")
    added = {"prediction": typed(model.predict(features), about["type"])}
    if about["kind"] == "classifier":
        added["probability"] = lists(model.predict_proba(features))
    return with_columns(table, added)
