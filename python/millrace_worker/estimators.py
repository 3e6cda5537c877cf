"""Estimators by their names, made of plain parameters, and what there is to see of them."""

import os
from inspect import signature
from typing import Any

import numpy as np
from sklearn import config_context
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import KMeans
from sklearn.ensemble import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.linear_model import BayesianRidge, Lasso, LogisticRegression, Ridge
from sklearn.metrics import silhouette_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import LabelBinarizer

from .refusal import Refusal

CLASSES: dict[str, type[BaseEstimator]] = {
    one.__name__: one
    for one in (BayesianRidge, GradientBoostingClassifier, GradientBoostingRegressor, KMeans, Lasso, LogisticRegression,
                RandomForestClassifier, RandomForestRegressor, Ridge)
}
#: Rows that the silhouette of a search is measured on: it takes the square of them.
MOST_FOR_SILHOUETTE = 10_000
#: Megabytes that distances between them may take at a time.
MEMORY_FOR_SILHOUETTE = 64


def make(name: str, parameters: dict[str, Any], classes: int) -> BaseEstimator:
    """An estimator that has learned nothing. `classes`: how many there are to tell apart; 0 for a regressor."""
    if name.startswith("XGB"):
        from . import boosted_trees

        return boosted_trees.make(name, parameters)
    one_by_one = parameters.get("one_by_one", False) and classes > 2
    own = {key: value for key, value in parameters.items() if key != "one_by_one"}
    if name.startswith("RandomForest"):
        own["n_jobs"] = int(os.environ.get("OMP_NUM_THREADS", "1"))
    if name == "LogisticRegression" and signature(LogisticRegression).parameters["penalty"].default != "deprecated":
        # before scikit-learn 1.8, which Python 3.10 has, the share of L1 alone says nothing
        own["penalty"] = {0: "l2", 1: "l1"}.get(own["l1_ratio"], "elasticnet")
        own["l1_ratio"] = own["l1_ratio"] if own["penalty"] == "elasticnet" else None
    estimator = CLASSES[name](**own)
    return OneVsRestClassifier(estimator) if one_by_one else estimator


def weights_of(given: Any, target: np.ndarray) -> Any:
    """Weights by the classes that the target has: JSON knows them by their names alone."""
    if not isinstance(given, dict):
        return given
    names = {name_of(one): one for one in np.unique(target).tolist()}
    strange = [name for name in given if name not in names]
    if strange:
        raise Refusal("class_weight", f'unknown class "{strange[0]}" in field "class_weight": the target has {", ".join(names)}',
                      "set weights for classes of the target")
    return {names[name]: weight for name, weight in given.items()}


def fit(estimator: BaseEstimator, features: np.ndarray, target: np.ndarray) -> None:
    """Teaches an estimator. Where each class is told apart from all others, weights of classes are those of their rows."""
    weights = estimator.estimator.class_weight if isinstance(estimator, OneVsRestClassifier) else None
    if not isinstance(weights, dict):
        estimator.fit(features, target)
        return
    of_rows = np.array([weights.get(one, 1.0) for one in target.tolist()])
    plain = clone(estimator.estimator).set_params(class_weight=None)
    binarizer = LabelBinarizer(sparse_output=True).fit(target)
    estimator.label_binarizer_ = binarizer
    estimator.classes_ = binarizer.classes_
    columns = binarizer.transform(target).toarray().T
    estimator.estimators_ = [clone(plain).fit(features, column, sample_weight=of_rows) for column in columns]
    estimator.n_features_in_ = features.shape[1]


def name_of(value: Any) -> str:
    """What a class is called: 1 and 1.0 are one."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


#: Numbers of clusters of a search, and how the rows lie in them; a silhouette that cannot be had is NaN.
Tried = dict[str, list[float]]


def clusterer(parameters: dict[str, Any], features: np.ndarray) -> tuple[KMeans, Tried | None]:
    """K-means with as many clusters as asked for, or with the number that is best in a range, and all that were tried."""
    own, search = parameters["parameters"], parameters.get("search")
    different = len(np.unique(features, axis=0))
    if search is None:
        need_rows(own["n_clusters"], len(features), different, "n_clusters")
        return KMeans(**own).fit(features), None
    least, most = search["range"]
    need_rows(least, len(features), different, "k_search_range")
    tried = [KMeans(**{**own, "n_clusters": k}).fit(features) for k in range(least, min(most, different - 1) + 1)]
    if not tried:
        raise Refusal("k_search_range", f"cannot compare {least} clusters: the input has only {different} distinct rows", "search among fewer clusters")
    inertias = [one.inertia_ for one in tried]
    scores = [silhouette(features, one.labels_, own["random_state"]) for one in tried]
    best = elbow(inertias) if search["metric"] == "inertia" else int(np.argmax(np.nan_to_num(scores, nan=-1)))
    return tried[best], {"clusters": [one.n_clusters for one in tried], "inertia": inertias, "silhouette": scores}


def silhouette(features: np.ndarray, labels: np.ndarray, seed: int) -> float:
    """How well clusters lie apart; NaN where all rows that it is measured on are of one."""
    rows = np.random.RandomState(seed).permutation(len(features))[:MOST_FOR_SILHOUETTE]
    if len(np.unique(labels[rows])) < 2:
        return float("nan")
    with config_context(working_memory=MEMORY_FOR_SILHOUETTE):
        return float(silhouette_score(features[rows], labels[rows]))


def need_rows(k: int, rows: int, different: int, field: str) -> None:
    if k > different:
        raise Refusal(field, f'invalid value {k} for field "{field}": must be at most {different}, the number of distinct rows among {rows}',
                      f"enter {different} or less")


def elbow(inertias: list[float]) -> int:
    """Where a falling line bends most: the point farthest from the straight way between its ends."""
    if len(inertias) < 3:
        return len(inertias) - 1
    places = np.linspace(0, 1, len(inertias))
    heights = (np.array(inertias) - inertias[-1]) / ((inertias[0] - inertias[-1]) or 1)
    return int(np.argmax(1 - places - heights))


def look(estimator: BaseEstimator, names: list[str]) -> dict[str, Any]:
    """What a fitted estimator tells of itself, as far as it is of that kind."""
    found: dict[str, Any] = {}
    if hasattr(estimator, "feature_importances_"):
        found["importances"] = estimator.feature_importances_
    if isinstance(estimator, OneVsRestClassifier):
        parts = estimator.estimators_
        found["coefficients"] = np.vstack([one.coef_ for one in parts])
        found["intercepts"] = np.array([np.ravel(one.intercept_)[0] for one in parts])
    elif hasattr(estimator, "coef_"):
        found["coefficients"] = np.atleast_2d(estimator.coef_)
        found["intercepts"] = np.atleast_1d(estimator.intercept_)
    if hasattr(estimator, "classes_"):
        found["classes"] = [name_of(one) for one in estimator.classes_.tolist()]
    if hasattr(estimator, "cluster_centers_"):
        found["centres"] = estimator.cluster_centers_
        found["inertia"] = estimator.inertia_
    if hasattr(estimator, "train_score_"):
        found["history"] = estimator.train_score_
    if hasattr(estimator, "evals_result"):
        from .boosted_trees import history

        found["history"] = history(estimator)
        found["iterations"] = estimator.get_booster().num_boosted_rounds()
    iterations = getattr(estimator, "n_iter_", None)
    if iterations is not None:
        found["iterations"] = int(np.max(iterations))
    for name in ("oob_score_", "alpha_", "lambda_"):
        if isinstance(getattr(estimator, name, None), float):
            found.setdefault("more", {})[name.rstrip("_")] = float(getattr(estimator, name))
    return found
