"""Estimators by their names, made of plain parameters, and what there is to see of them."""

import os
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
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

from .refusal import Refusal

CLASSES: dict[str, type[BaseEstimator]] = {
    one.__name__: one
    for one in (BayesianRidge, GradientBoostingClassifier, GradientBoostingRegressor, KMeans, Lasso, LogisticRegression,
                RandomForestClassifier, RandomForestRegressor, Ridge)
}
#: Rows that the silhouette of a search is measured on: it takes the square of them.
MOST_FOR_SILHOUETTE = 10_000


def make(name: str, parameters: dict[str, Any], classes: int) -> BaseEstimator:
    """An estimator that has learned nothing. `classes`: how many there are to tell apart; 0 for a regressor."""
    one_by_one = parameters.get("one_by_one", False) and classes > 2
    own = {key: value for key, value in parameters.items() if key != "one_by_one"}
    if name.startswith("RandomForest"):
        own["n_jobs"] = int(os.environ.get("OMP_NUM_THREADS", "1"))
    estimator = CLASSES[name](**own)
    return OneVsRestClassifier(estimator) if one_by_one else estimator


def clusterer(parameters: dict[str, Any], features: np.ndarray) -> tuple[KMeans, dict[str, float]]:
    """K-means with as many clusters as asked for, or with the number that is best in a range."""
    own, search = parameters["parameters"], parameters.get("search")
    different = len(np.unique(features, axis=0))
    if search is None:
        need_rows(own["n_clusters"], len(features), different, "n_clusters")
        return KMeans(**own).fit(features), {}
    least, most = search["range"]
    need_rows(least, len(features), different, "k_search_range")
    tried = [KMeans(**{**own, "n_clusters": k}).fit(features) for k in range(least, min(most, different - 1) + 1)]
    if not tried:
        raise Refusal("k_search_range", f"{least} clusters cannot be compared on {different} different rows", "search among fewer clusters")
    if search["metric"] == "inertia":
        best = tried[elbow([one.inertia_ for one in tried])]
        return best, {}
    size = min(len(features), MOST_FOR_SILHOUETTE)
    scores = [silhouette_score(features, one.labels_, sample_size=size, random_state=own["random_state"]) for one in tried]
    return tried[int(np.argmax(scores))], {"silhouette": max(scores)}


def need_rows(k: int, rows: int, different: int, field: str) -> None:
    if k > different:
        raise Refusal(field, f'"{field}" asks for {k} clusters, but there are only {different} different rows among {rows}',
                      "give fewer clusters than different rows")


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
        found["classes"] = [str(one) for one in estimator.classes_.tolist()]
    if hasattr(estimator, "cluster_centers_"):
        found["centres"] = estimator.cluster_centers_
        found["inertia"] = estimator.inertia_
    if hasattr(estimator, "train_score_"):
        found["history"] = estimator.train_score_
    iterations = getattr(estimator, "n_iter_", None)
    if iterations is not None:
        found["iterations"] = int(np.max(iterations))
    for name in ("oob_score_", "alpha_", "lambda_"):
        if isinstance(getattr(estimator, name, None), float):
            found.setdefault("more", {})[name.rstrip("_")] = float(getattr(estimator, name))
    return found
