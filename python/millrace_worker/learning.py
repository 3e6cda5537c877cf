"""`train`: estimators of scikit-learn learn from rows."""

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from . import estimators
from .columns import labels, matrix, numbers
from .judging import judged_classes, judged_numbers
from .refusal import PRECEDING, Refusal
from .work import Answer, Fitted, Given


def train(given: Given) -> Answer:
    """Trains the estimator on a share of the rows; the rest tests it. Keeps the model under its name."""
    about: dict[str, Any] = given["about"]
    table = given.table()
    features, names = matrix(table, about["features"])
    kind = about["kind"]
    target = None
    if kind == "classifier":
        target = labels(table, about["target"])
    elif kind == "regressor":
        target = numbers(table, about["target"], "targetCol").ravel()
    learn, test = shares(len(features), given["split"], given["seed"])
    if kind == "classifier":
        need_classes(target[learn], about["target"])
    if kind == "clusterer":
        estimator, tried = estimators.clusterer(given.parameters, features)
    else:
        classes = len(np.unique(target)) if kind == "classifier" else 0
        parameters = dict(given["parameters"])
        if "class_weight" in parameters:
            parameters["class_weight"] = estimators.weights_of(parameters["class_weight"], target)
        estimator = estimators.make(about["estimator"], parameters, classes)
        if hasattr(estimator, "get_booster"):
            from . import boosted_trees

            boosted_trees.fit(estimator, (features[learn], target[learn]), (features[test], target[test]))
        else:
            estimators.fit(estimator, features[learn], target[learn])
    about = {**about, "names": names, "places": features.shape[1]}
    given.models[given["model"]] = Fitted(estimator, about)
    value: dict[str, Any] = {
        "rows": len(learn),
        "features": names,
        **estimators.look(estimator, names),
    }
    if kind == "clusterer":
        value["sizes"] = np.bincount(estimator.labels_, minlength=len(estimator.cluster_centers_))
        value["tried"] = tried
    elif len(test) > 0 or given["judge"]:
        at = test if len(test) > 0 else learn
        value["judged"] = judge_model(estimator, kind, features[at], target[at])
    return value, {}


def shares(rows: int, split: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Places of the rows to learn from and of those to test with, each in the order of the rows."""
    everything = np.arange(rows)
    if split >= 1:
        return everything, everything[:0]
    drawn = np.random.RandomState(seed).permutation(rows)
    most = max(1, min(rows - 1, round(rows * split)))
    return np.sort(drawn[:most]), np.sort(drawn[most:])


def need_classes(target: np.ndarray, name: str) -> None:
    found = np.unique(target)
    if len(found) < 2:
        raise Refusal("targetCol", f'column "{name}" is {found[0]} in every training row: must have at least two classes',
                      f"choose another target, or {PRECEDING}")


def judge_model(estimator: BaseEstimator, kind: str, features: np.ndarray, target: np.ndarray) -> dict[str, Any]:
    predicted = estimator.predict(features)
    if kind == "regressor":
        return judged_numbers(target, predicted)
    scores = estimator.predict_proba(features)[:, 1] if len(estimator.classes_) == 2 else None
    return judged_classes(target, predicted, scores, estimator.classes_)
