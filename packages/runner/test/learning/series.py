"""What statsmodels foretells of series.csv without us: JSON of rows by the name of the model."""

import itertools
import json
import sys
import warnings

import numpy as np
import pandas as pd
from statsmodels.tsa.api import SARIMAX, VAR

warnings.simplefilter("ignore")
data = pd.read_csv(sys.argv[1])
v = data["v"].to_numpy()


def rows(results):
    found = results.get_forecast(3)
    bounds = found.conf_int(alpha=0.05)
    return [[i + 1, found.predicted_mean[i], *bounds[i]] for i in range(3)]


given = SARIMAX(v, order=(1, 0, 1), trend="c", enforce_stationarity=False, enforce_invertibility=False, mle_regression=False)
sarimax = given.fit(method="lbfgs", maxiter=50, cov_type="opg", disp=False)
candidates = [
    SARIMAX(v, order=(p, 0, q), trend=trend).fit(method="lbfgs", maxiter=50, disp=False)
    for p, q, trend in itertools.product(range(3), range(3), (None, "c"))
]
# the others have run to the edge of what is stationary
sound = [one for one in candidates if (np.abs(np.concatenate([one.arroots, one.maroots])) > 1.01).all()]
arima = min(sound, key=lambda one: one.aic)
var = VAR(data.to_numpy()).fit(2)
print(json.dumps({
    "Sarimax": rows(sarimax),
    "Arima": rows(arima),
    "Var": [[i + 1, *one] for i, one in enumerate(var.forecast(data.to_numpy()[-2:], 3).tolist())],
}, default=float))
