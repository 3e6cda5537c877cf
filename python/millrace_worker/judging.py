"""`judge`: how good predictions are, as plain numbers."""

import warnings
from typing import Any

import numpy as np
import pyarrow as pa
from sklearn import metrics

from .columns import labels, matrix, numbers
from .estimators import name_of
from .predicting import predictions
from .refusal import PRECEDING, Refusal
from .work import Answer, Given

MOST_CLASSES = 200
MOST_THRESHOLDS = 200
MOST_POINTS = 500


def judge(given: Given) -> Answer:
    """Compares a column with its prediction, or measures clusters. Rows with null in one of them are left out."""
    table = given.table()
    if given["model"] is not None:
        table = predictions(given.model(), table)
    of, target, predicted = given["of"], given["target"], given["predicted"]
    target_field, predicted_field = given["targetField"], given["predictedField"]
    read = [name for name in (target, predicted, given["score"]) if name is not None]
    table = table.select([*read, *given["features"]]).drop_null() if of != "clusters" else table
    if table.num_rows == 0:
        raise Refusal("", "the input has no predictions to evaluate", PRECEDING)
    if of == "numbers":
        return judged_numbers(amounts(table, target, target_field), amounts(table, predicted, predicted_field)), {}
    if of == "clusters":
        features, _ = matrix(table, given["features"], "featuresCol")
        return judged_clusters(features, labels(table, predicted, predicted_field)), {}
    scores = numbers(table, given["score"], predicted_field) if given["score"] is not None else None
    truth, guess = labels(table, target, target_field), labels(table, predicted, predicted_field)
    classes = classes_of(truth, guess, target, (target_field, predicted_field))
    second = scores[:, 1] if scores is not None and scores.shape[1] == 2 and len(classes) <= 2 else None
    return judged_classes(truth.astype(classes.dtype), guess.astype(classes.dtype), second, classes, given.parameters.get("positive")), {}


def amounts(table: pa.Table, name: str, field: str) -> np.ndarray:
    """A column of one number a row."""
    found = numbers(table, name, field)
    if found.shape[1] != 1:
        raise Refusal(field, f'column "{name}" has lists of {found.shape[1]} numbers: must have one number per row', "choose a numeric column")
    return found.ravel()


def classes_of(truth: np.ndarray, predicted: np.ndarray, target: str, fields: tuple[str, str]) -> np.ndarray:
    if (truth.dtype == object) != (predicted.dtype == object):
        raise Refusal(fields[1], f'cannot compare predictions with column "{target}": one is text, the other is numeric', "choose columns of the same type")
    found = np.unique(np.concatenate([truth, predicted]))
    if len(found) > MOST_CLASSES:
        raise Refusal(fields[0], f'column "{target}" has {len(found)} classes: must have at most {MOST_CLASSES}',
                      "choose a column of classes, or a regression evaluator for continuous numbers")
    return found


def judged_classes(truth: np.ndarray, predicted: np.ndarray, scores: np.ndarray | None, classes: np.ndarray,
                   positive: str | None = None) -> dict[str, Any]:
    """How often each class was taken for which, and what follows from it; `scores` are those of the second class."""
    with warnings.catch_warnings():
        # rows may well be of one class
        warnings.simplefilter("ignore", UserWarning)
        counts = metrics.confusion_matrix(truth, predicted, labels=classes)
    names = [name_of(one) for one in classes.tolist()]
    weighted = {"average": "weighted", "zero_division": 0.0}
    measured: dict[str, float] = {
        "accuracy": metrics.accuracy_score(truth, predicted),
        "f1": metrics.f1_score(truth, predicted, **weighted),
        "weightedPrecision": metrics.precision_score(truth, predicted, **weighted),
        "weightedRecall": metrics.recall_score(truth, predicted, **weighted),
    }
    at = place_of(positive, names) if positive is not None else 1 if len(classes) == 2 else None
    if at is not None:
        measured.update(rates(counts, at))
    if positive is not None and at is not None:
        measured["f1OfPositive"] = f1_of(counts, at)
    value: dict[str, Any] = {
        "classes": names,
        "scored": scores is not None,
        "pairs": [[i, j, int(counts[i, j])] for i, j in zip(*np.nonzero(counts))],
        "points": [],
    }
    is_second = truth == classes[-1]
    if scores is not None and 0 < is_second.sum() < len(truth):
        measured["areaUnderROC"] = metrics.roc_auc_score(is_second, scores)
        measured["areaUnderPR"] = metrics.average_precision_score(is_second, scores)
        value["points"] = thresholds(is_second, scores)
    return {**value, "metrics": measured}


def rates(counts: np.ndarray, at: int) -> dict[str, float]:
    """Hits and false alarms of one class among all others."""
    known = counts[at].sum()
    others = counts.sum() - known
    return {
        "truePositiveRate": counts[at, at] / known if known else 0.0,
        "falsePositiveRate": (counts[:, at].sum() - counts[at, at]) / others if others else 0.0,
    }


def f1_of(counts: np.ndarray, at: int) -> float:
    """The harmonic mean of precision and recall of one class among all others."""
    found = counts[at].sum() + counts[:, at].sum()
    return 2 * counts[at, at] / found if found else 0.0


def place_of(positive: str, names: list[str]) -> int | None:
    """The place of the class that is called positive: 0.0 means the class 0. None where all rows are of one other class."""
    wanted = positive.strip()
    if wanted not in names:
        try:
            wanted = name_of(float(wanted))
        except ValueError:
            pass
    if wanted in names:
        return names.index(wanted)
    if len(names) == 1:
        return None
    raise Refusal("posLabel", f'invalid value "{positive.strip()}" for field "posLabel": must be one of {", ".join(names)}', "enter one of the classes")


def thresholds(is_second: np.ndarray, scores: np.ndarray) -> list[list[float]]:
    """Thresholds from the highest down, each with the hits and the false alarms at or above it."""
    order = np.argsort(-scores, kind="stable")
    sorted_scores, hits = scores[order], np.cumsum(is_second[order])
    last = np.append(np.nonzero(np.diff(sorted_scores))[0], len(scores) - 1)
    if len(last) > MOST_THRESHOLDS:
        last = last[np.unique(np.linspace(0, len(last) - 1, MOST_THRESHOLDS).round().astype(int))]
    return [[float(sorted_scores[i]), int(hits[i]), int(i + 1 - hits[i])] for i in last]


def judged_numbers(truth: np.ndarray, predicted: np.ndarray) -> dict[str, Any]:
    """How far predicted numbers lie from the true ones, and what is left over of some, evenly chosen by their prediction."""
    mse = metrics.mean_squared_error(truth, predicted)
    order = np.lexsort((truth - predicted, predicted))
    if len(order) > MOST_POINTS:
        order = order[np.linspace(0, len(order) - 1, MOST_POINTS).round().astype(int)]
    return {
        "metrics": {
            "rmse": float(np.sqrt(mse)),
            "mse": mse,
            "mae": metrics.mean_absolute_error(truth, predicted),
            "r2": metrics.r2_score(truth, predicted) if len(truth) > 1 else float("nan"),
            "mape": metrics.mean_absolute_percentage_error(truth, predicted),
            "medianAbsoluteError": metrics.median_absolute_error(truth, predicted),
            "explainedVariance": metrics.explained_variance_score(truth, predicted),
        },
        "residuals": [[float(predicted[i]), float(truth[i] - predicted[i])] for i in order],
    }


def judged_clusters(features: np.ndarray, found: np.ndarray) -> dict[str, Any]:
    """How well clusters lie apart. Needs two of them, and fewer than rows."""
    names, sizes = np.unique(found, return_counts=True)
    if not 1 < len(names) < len(found):
        raise Refusal("predictCol", f"the input has {len(names)} cluster{'' if len(names) == 1 else 's'} in {len(found)} rows: "
                      "must have at least 2 clusters, and fewer clusters than rows",
                      "choose predictions of at least two clusters")
    size = min(len(found), 10_000)
    return {
        "metrics": {
            "silhouette": metrics.silhouette_score(features, found, sample_size=size, random_state=0),
            "calinskiHarabasz": metrics.calinski_harabasz_score(features, found),
            "daviesBouldin": metrics.davies_bouldin_score(features, found),
        },
        "clusters": [[name_of(one), int(count)] for one, count in zip(names.tolist(), sizes)],
    }
