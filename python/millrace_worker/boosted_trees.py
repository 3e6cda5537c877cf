"""Estimators of XGBoost in the manner of scikit-learn."""

import os
import warnings
from typing import Any

import numpy as np
import xgboost

from .refusal import Refusal

#: What XGBoost calls a metric of two classes, where there are more.
OF_MANY = {"error": "merror", "logloss": "mlogloss"}


class BoostedClassifier(xgboost.XGBClassifier):
    """Tells any classes apart, not only those that are called 0, 1, 2 and so on."""

    def fit(self, features: np.ndarray, target: np.ndarray, *, eval_set: Any = None, **more: Any) -> "BoostedClassifier":
        labels = np.unique(target)
        if len(labels) > 2:
            self.eval_metric = OF_MANY.get(self.eval_metric, self.eval_metric)
        else:
            self.objective = "binary:logistic"
        known = [(rows[at], np.searchsorted(labels, of[at])) for rows, of in eval_set or [] for at in [np.isin(of, labels)]]
        super().fit(features, np.searchsorted(labels, target), eval_set=[one for one in known if len(one[0]) > 0], **more)
        self.labels_ = labels
        return self

    def predict(self, features: np.ndarray, **more: Any) -> np.ndarray:
        return self.labels_[np.asarray(super().predict(features, **more)).astype(int)]

    @property
    def classes_(self) -> np.ndarray:
        # while it learns, they are what XGBoost calls them
        return self.labels_ if hasattr(self, "labels_") else super().classes_


CLASSES = {"XGBClassifier": BoostedClassifier, "XGBRegressor": xgboost.XGBRegressor}


def make(name: str, parameters: dict[str, Any]) -> Any:
    """An estimator that has learned nothing. It takes as many processors as it is given: -1 for all of ours."""
    # several processors that learn one set of weights at once give others each time
    if parameters.get("booster") == "gblinear":
        return CLASSES[name](**{**parameters, "n_jobs": 1})
    ours, asked = int(os.environ.get("OMP_NUM_THREADS", "1")), parameters["n_jobs"]
    return CLASSES[name](**{**parameters, "n_jobs": min(ours, asked) if asked > 0 else ours})


def fit(estimator: Any, learn: tuple[np.ndarray, np.ndarray], test: tuple[np.ndarray, np.ndarray]) -> None:
    """Learns, and measures each round on the rows themselves and on those of the test, which may say when to stop."""
    measured = [learn, test] if len(test[0]) > 0 else [learn]
    if estimator.get_params().get("early_stopping_rounds") is not None:
        warnings.warn("the test rows were used for early stopping: their metrics are better than those of independent rows", stacklevel=1)
    try:
        estimator.fit(*learn, eval_set=measured, verbose=False)
    except xgboost.core.XGBoostError as error:
        # the library puts what was wrong into its second line at the latest
        words = " ".join(str(error).split())
        raise Refusal("", words.split("Stack trace:")[0].split("Check failed:")[-1].strip()[:300], "check the fields of the node and its input") from error


def history(estimator: Any) -> list[float]:
    """The metric on the rows themselves after each round."""
    [metrics, *_] = estimator.evals_result().values()
    [values, *_] = metrics.values()
    return list(values)
