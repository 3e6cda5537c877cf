"""Prints what XGBoost's estimators foretell of the rows of a file that they have learned from."""

import csv
import json
import sys

import numpy as np
from xgboost import XGBClassifier, XGBRegressor

with open(sys.argv[1], encoding="utf-8") as file:
    rows = [row for row in csv.DictReader(file) if row["kind"] != ""]
column = {name: np.array([float(row[name]) for row in rows]) for name in ("x", "y", "label")}
xy, y_label = np.column_stack([column["x"], column["y"]]), np.column_stack([column["y"], column["label"]])
kinds = np.array([row["kind"] for row in rows])
words = np.unique(kinds)
seed = {"random_state": 42, "n_jobs": 1}
classifier = {"learning_rate": 0.1, **seed}
told = {
    "words": words[XGBClassifier(n_estimators=6, **classifier).fit(xy, np.searchsorted(words, kinds)).predict(xy)],
    "classes": XGBClassifier(n_estimators=9, **classifier).fit(xy, column["label"].astype(int)).predict(xy),
    "amounts": XGBRegressor(n_estimators=9, **seed).fit(y_label, column["x"]).predict(y_label),
    "dart": XGBRegressor(n_estimators=5, booster="dart", **seed).fit(y_label, column["x"]).predict(y_label),
    "linear": XGBRegressor(n_estimators=5, booster="gblinear", learning_rate=0.3, reg_lambda=1, **seed).fit(y_label, column["x"]).predict(y_label),
}
print(json.dumps({name: values.tolist() for name, values in told.items()}))
