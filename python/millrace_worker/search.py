"""The search for the orders of an ARIMA.

Steps from model to model as R. J. Hyndman and Y. Khandakar do (Automatic time series forecasting, 2008): four to begin
with, then neighbours of the best one as long as one of them is better. Or all orders in bounds, or some drawn of them.
"""

import itertools
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from statsmodels.tsa.api import SARIMAX, adfuller, kpss
from statsmodels.tsa.seasonal import STL

from .refusal import Refusal

#: How strong a season must be to be taken off by a difference (R. J. Hyndman, G. Athanasopoulos, 9.9).
STRONG = 0.64
#: How near to 1 roots of a model may lie: as near as in R's forecast package.
NEAREST_ROOT = 1.01
#: Most models that steps try.
MOST_TRIED = 100
#: What fits where the method that was asked for does not: statsmodels has no derivatives of second order for newton and ncg.
OTHER_METHOD = "lbfgs"
#: How statsmodels and SciPy say that they cannot fit.
UNFIT = (ValueError, ArithmeticError, np.linalg.LinAlgError, IndexError)

Orders = tuple[int, int, int, int, bool]


@dataclass(frozen=True)
class Candidate:
    """A fitted ARIMA."""

    order: tuple[int, int, int]
    seasonal_order: tuple[int, int, int, int]
    trend: str | None
    #: How it was fitted.
    method: str
    score: float
    results: Any

    def spec(self) -> dict[str, Any]:
        return {"order": list(self.order), "seasonal_order": list(self.seasonal_order), "trend": self.trend}

    def __str__(self) -> str:
        seasonal = f"{self.seasonal_order[:3]}[{self.seasonal_order[3]}]" if self.seasonal_order[3] else ""
        return f"ARIMA{self.order}{seasonal}{' with ' + self.trend if self.trend else ''}".replace(" with c", " with a constant").replace(", ", ",")


def ignored(fields: list[str]) -> str:
    """The fields by their names, with the verb that follows: `fields "d" and "D_seasonal" are`."""
    names = " and ".join(f'"{name}"' for name in fields)
    return f"field {names} is" if len(fields) == 1 else f"fields {names} are"


class Search:
    """`wanted`: the fields of the node by their names."""

    def __init__(self, endog: np.ndarray, exog: np.ndarray | None, wanted: dict[str, Any]):
        self._endog, self._exog, self._wanted = endog, exog, wanted
        self._m = wanted["m"] if wanted["seasonal"] and wanted["m"] > 1 else 0
        told = [name for name in ("d", "D_seasonal") if wanted["stationary"] and wanted[name]]
        if told:
            warnings.warn(f"the series is marked as stationary, so no differences are taken: {ignored(told)} ignored", stacklevel=1)
        self._D = self._seasonal_differences()
        self._d = self._differences()
        self._seen: dict[Orders, Candidate | None] = {}

    @property
    def tried(self) -> int:
        return len(self._seen)

    def best(self) -> Candidate:
        wanted = self._wanted
        found = self._by_steps() if wanted["stepwise"] else self._among_all()
        method = wanted["method"]
        if found is None:
            by = method if method == OTHER_METHOD else f"{method} or {OTHER_METHOD}"
            raise Refusal("y", f"no ARIMA model within these bounds can be fitted to {len(self._endog)} rows by {by}",
                          'use more rows or other bounds, or choose another solver in field "method"')
        otherwise = sum(one is not None and one.method != method for one in self._seen.values())
        if otherwise:
            warnings.warn(f'field "method" is {method}, which found no valid model for {otherwise} of the {self.tried} orders tried: '
                          f"{OTHER_METHOD} fitted those", stacklevel=1)
        return found

    def _by_steps(self) -> Candidate | None:
        wanted, constant = self._wanted, self._constants()[0]
        P, Q = (min(wanted["start_P_seasonal"], wanted["max_P_seasonal"]), min(wanted["start_Q_seasonal"], wanted["max_Q_seasonal"])) if self._m else (0, 0)
        one = 1 if self._m else 0
        begin = [(min(wanted["start_p"], wanted["max_p"]), min(wanted["start_q"], wanted["max_q"]), P, Q, constant), (0, 0, 0, 0, constant),
                 (min(1, wanted["max_p"]), 0, min(one, wanted["max_P_seasonal"]), 0, constant), (0, min(1, wanted["max_q"]), 0, min(one, wanted["max_Q_seasonal"]), constant)]
        best = self._better(None, begin)
        while best is not None and self.tried < MOST_TRIED:
            better = self._better(best, self._neighbours(best))
            if better is best:
                break
            best = better
        return best

    def _neighbours(self, best: Candidate) -> list[Orders]:
        p, _, q = best.order
        P, _, Q, _ = best.seasonal_order
        has = best.trend is not None
        near = [(p + a, q + b, P, Q, has) for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1))]
        if self._m:
            near += [(p, q, P + a, Q + b, has) for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1))]
        if len(self._constants()) > 1:
            near.append((p, q, P, Q, not has))
        wanted = self._wanted
        return [one for one in near if min(one[:4]) >= 0 and one[0] <= wanted["max_p"] and one[1] <= wanted["max_q"]
                and one[2] <= wanted["max_P_seasonal"] and one[3] <= wanted["max_Q_seasonal"]]

    def _among_all(self) -> Candidate | None:
        wanted = self._wanted
        seasons = (range(wanted["max_P_seasonal"] + 1), range(wanted["max_Q_seasonal"] + 1)) if self._m else (range(1), range(1))
        every = [one for one in itertools.product(range(wanted["max_p"] + 1), range(wanted["max_q"] + 1), *seasons, self._constants())
                 if sum(one[:4]) <= wanted["max_order"]]
        if wanted["random"] and len(every) > wanted["n_fits"]:
            drawn = np.random.RandomState(wanted["random_state"]).choice(len(every), wanted["n_fits"], replace=False)
            every = [every[i] for i in sorted(drawn)]
        return self._better(None, every)

    def _better(self, best: Candidate | None, orders: list[Orders]) -> Candidate | None:
        for one in orders:
            if one not in self._seen:
                self._seen[one] = self._fitted(one)
            found = self._seen[one]
            if found is not None and (best is None or found.score < best.score):
                best = found
        return best

    def _fitted(self, orders: Orders) -> Candidate | None:
        p, q, P, Q, constant = orders
        order, seasonal = (p, self._d, q), (P, self._D, Q, self._m) if self._m else (0, 0, 0, 0)
        trend = self._wanted["trend"] or ("c" if constant else None)
        for method in dict.fromkeys((self._wanted["method"], OTHER_METHOD)):
            found = self._by(method, order, seasonal, trend)
            if found is not None:
                return found
        return None

    def _by(self, method: str, order: Any, seasonal: Any, trend: str | None) -> Candidate | None:
        """What a method fits, or None where it cannot."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                results = self._model(self._endog, self._exog, order, seasonal, trend, method)
                if not is_sound(results):
                    return None
                score = self._score(results, order, seasonal, trend, method)
        except UNFIT:
            return None
        return Candidate(order, seasonal, trend, method, score, results) if np.isfinite(score) else None

    def _model(self, endog: np.ndarray, exog: np.ndarray | None, order: Any, seasonal: Any, trend: str | None, method: str) -> Any:
        model = SARIMAX(endog, exog, order=order, seasonal_order=seasonal, trend=trend)
        if len(endog) <= model.k_params + order[1] + seasonal[1] * seasonal[3]:
            raise ValueError("there are too few rows")
        return model.fit(disp=False, method=method, maxiter=self._wanted["maxiter"])

    def _score(self, results: Any, order: Any, seasonal: Any, trend: str | None, method: str) -> float:
        wanted = self._wanted
        if wanted["information_criterion"] != "oob":
            return float(getattr(results, wanted["information_criterion"]))
        aside = wanted["out_of_sample_size"]
        exog = self._exog
        before = self._model(self._endog[:-aside], None if exog is None else exog[:-aside], order, seasonal, trend, method)
        off = before.forecast(aside, exog=None if exog is None else exog[-aside:]) - self._endog[-aside:]
        return float(np.mean(off**2) if wanted["scoring"] == "mse" else np.mean(np.abs(off)))

    def _constants(self) -> list[bool]:
        """Whether models have a constant, the first choice first."""
        asked = self._wanted["with_intercept"]
        if self._wanted["trend"] or asked == "false" or self._d + self._D > 1:
            return [False]
        return [True] if asked == "true" else [True, False]

    def _differences(self) -> int:
        wanted = self._wanted
        if wanted["stationary"]:
            return 0
        if wanted["d"] is not None:
            return wanted["d"]
        values = self._endog
        for _ in range(self._D):
            values = values[self._m:] - values[:-self._m]
        for d in range(wanted["max_d"]):
            if len(values) < 10 or np.ptp(values) == 0 or is_stationary(values, wanted["test"], wanted["alpha"]):
                return d
            values = np.diff(values)
        return wanted["max_d"]

    def _seasonal_differences(self) -> int:
        wanted = self._wanted
        if not self._m or wanted["stationary"]:
            return 0
        if wanted["D_seasonal"] is not None:
            return wanted["D_seasonal"]
        if len(self._endog) < 2 * self._m + 1 or wanted["max_D_seasonal"] == 0:
            return 0
        parts = STL(self._endog, period=self._m, robust=False).fit()
        rest = np.var(parts.resid + parts.seasonal)
        return 1 if rest > 0 and max(0.0, 1 - np.var(parts.resid) / rest) > STRONG else 0


def is_sound(results: Any) -> bool:
    """False where a solver has run to the edge of what is stationary and invertible: its likelihood means nothing there."""
    roots = np.abs(np.concatenate([results.arroots, results.maroots]))
    return bool(np.isfinite(results.params).all() and (roots > NEAREST_ROOT).all())


def is_stationary(values: np.ndarray, test: str, alpha: float) -> bool:
    with warnings.catch_warnings():
        # p values at the ends of their table are bounds: the side that they lie on is all that counts
        warnings.simplefilter("ignore")
        if test == "adf":
            return adfuller(values)[1] < alpha
        return kpss(values, regression="c", nlags="auto")[1] >= alpha
