"""What scikit-learn says of points.csv without us: a JSON line with predictions and metrics."""

import json
import sys

import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score, roc_auc_score

data = pd.read_csv(sys.argv[1])
features = data[["x", "y"]].to_numpy(float)
model = RandomForestClassifier(n_estimators=7, random_state=3).fit(features, data["label"])
print(json.dumps({
    "predictions": model.predict(features).tolist(),
    "probabilities": model.predict_proba(features).tolist(),
    "importances": model.feature_importances_.tolist(),
    "accuracy": accuracy_score(data["label"], model.predict(features)),
    "areaUnderROC": roc_auc_score(data["label"] == 1, model.predict_proba(features)[:, 1]),
}))
