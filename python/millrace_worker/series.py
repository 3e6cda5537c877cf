"""Time series by statsmodels: parts of one series, SARIMAX, an ARIMA that is searched for, several series by VAR.

A model is kept as what it was made of: the rows, how it is built, and its parameters. That is all that is saved, too.
"""

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from statsmodels.tsa.api import SARIMAX, VAR
from statsmodels.tsa.seasonal import seasonal_decompose

from .columns import matrix, numbers, with_columns
from .refusal import Refusal
from .search import Search
from .work import Answer, Fitted, Given

#: The share of forecasts that fall outside of their bounds.
OUTSIDE = 0.05

DAY = 86_400
#: Seconds between rows, from and to, and the rows of a period: hours, days, weeks, months, quarters and years.
STEPS = [(3_600, 3_600, 24), (DAY, DAY, 7), (7 * DAY, 7 * DAY, 52), (28 * DAY, 31 * DAY, 12), (90 * DAY, 92 * DAY, 4), (365 * DAY, 366 * DAY, 1)]


@dataclass(frozen=True)
class Series:
    """A fitted model and the rows that it stands on."""

    results: Any
    endog: np.ndarray
    exog: np.ndarray | None


def decompose(given: Given) -> Answer:
    """Trend, seasonal part and what is left of one series, whose rows come in the order of time."""
    table = given.rows.get("input")
    if table is None or table.num_rows == 0:
        return {}, {}
    values = numbers(table, given["value"], "value_name").ravel()
    period = given["period"] or period_of(table.column(given["time"]), given["time"])
    if len(values) < 2 * period:
        raise Refusal("period", f'invalid value {period} for field "period": must be at most half the number of rows ({len(values)})',
                      "enter a shorter period, or use more rows")
    parts = seasonal_decompose(values, model=given["model"], period=period)
    made = {given["names"][name]: pa.array(getattr(parts, name), from_pandas=True) for name in ("seasonal", "trend", "resid")}
    return {}, {"rows": with_columns(table, made)}


def period_of(times: pa.ChunkedArray, name: str) -> int:
    """Rows of a period as statsmodels takes them from the step of a series: a day of hours, a week of days, a year of what is longer."""
    if not pa.types.is_temporal(times.type) or pa.types.is_time(times.type) or pa.types.is_duration(times.type):
        raise Refusal("period", f'field "period" is required: column "{name}" has no dates or times to derive it from',
                      "enter the number of rows per period, or cast the column to a date or timestamp")
    instants = times.drop_null().cast(pa.timestamp("us")).cast(pa.int64()).to_numpy()
    step = float(np.median(np.diff(np.unique(instants)))) / 1e6 if len(instants) > 1 else 0.0
    for least, most, period in STEPS:
        if least <= step <= most:
            return period
    raise Refusal("period", f'field "period" is required: the times in column "{name}" are {step:g} seconds apart, which fits no usual period',
                  "enter the number of rows per period")


def sarimax(given: Given) -> Answer:
    """A SARIMAX of given orders."""
    about = given["about"]
    endog, exog = rows_of(given, about)
    model = SARIMAX(endog, exog, **orders(about["spec"]))
    need_rows(model, endog)
    return kept(given, about, Series(model.fit(disp=False, **given["fitting"]), endog, exog), {})


def arima(given: Given) -> Answer:
    """An ARIMA whose orders are those with the best information criterion."""
    about = given["about"]
    endog, exog = rows_of(given, about)
    search = Search(endog, exog, given["search"])
    best = search.best()
    return kept(given, {**about, "spec": best.spec()}, Series(best.results, endog, exog), {"order": str(best), "tried": search.tried})


def var(given: Given) -> Answer:
    """Several series, each foretold by the past of all."""
    about, table = given["about"], given.table()
    endog, _ = matrix(table, about["features"], "")
    if endog.shape[1] < 2:
        raise Refusal("", "the input has one numeric column: must have at least two", "provide rows with two or more numeric columns")
    fitting = given["fitting"]
    results = VAR(endog).fit(**fitting)
    if results.k_ar == 0:
        raise Refusal("ic", "no lag improves the model: the best model has none", 'choose another criterion, or set only field "maxlags"')
    return kept(given, {**about, "spec": {"lags": results.k_ar, "trend": fitting["trend"]}}, Series(results, endog, None), {})


def rows_of(given: Given, about: dict[str, Any]) -> tuple[np.ndarray, np.ndarray | None]:
    table = given.table()
    endog = numbers(table, about["target"], "endog" if about["library"] == "sarimax" else "y").ravel()
    return endog, matrix(table, about["features"], "exogenous")[0] if about["features"] else None


def orders(spec: dict[str, Any]) -> dict[str, Any]:
    """Orders are tuples to statsmodels."""
    return {name: tuple(one) if isinstance(one, list) else one for name, one in spec.items()}


def need_rows(model: SARIMAX, endog: np.ndarray) -> None:
    least = model.k_params + model.order[1] + model.seasonal_order[1] * model.seasonal_order[3] + 1
    if len(endog) < least:
        raise Refusal("order", f"the input has {len(endog)} rows: a model of these orders needs at least {least}", "enter lower orders, or use more rows")


def kept(given: Given, about: dict[str, Any], series: Series, more: dict[str, Any]) -> Answer:
    given.models[given["model"]] = Fitted(series, about)
    results = series.results
    value: dict[str, Any] = {"rows": len(series.endog), **more}
    if isinstance(series.results.model, VAR):
        value["numbers"] = {"lags": results.k_ar, "aic": results.aic, "bic": results.bic, "hqic": results.hqic, "fpe": results.fpe}
        value["names"] = [f"{of} by {name}" for of in about["features"] for name in results.exog_names]
        # statsmodels calls the series y1, y2, …
        for at in range(len(about["features"]), 0, -1):
            value["names"] = [one.replace(f".y{at}", f".{about['features'][at - 1]}") for one in value["names"]]
        columns = {"value": results.params, "standard error": results.stderr, "p value": results.pvalues}
        value["columns"] = {name: np.asarray(one).T.ravel() for name, one in columns.items()}
        return value, {}
    converged = (results.mle_retvals or {}).get("converged", True)
    if not converged:
        warnings.warn('the model did not converge: increase the maximum iterations in field "maxiter"', stacklevel=1)
    value["numbers"] = {"aic": results.aic, "bic": results.bic, "hqic": results.hqic, "log likelihood": results.llf}
    value["names"] = named(results.param_names, about["features"])
    value["columns"] = {"value": results.params, "standard error": results.bse, "p value": results.pvalues}
    return value, {}


def named(parameters: list[str], features: list[str]) -> list[str]:
    """Names of parameters, with columns in place of x1, x2, …"""
    called = {f"x{i + 1}": name for i, name in enumerate(features)}
    return [called.get(one, one) for one in parameters]


def forecast(given: Given) -> Answer:
    """What follows the rows that a model was made of, with bounds."""
    fitted = given.model()
    series: Series = fitted.model
    steps = given["steps"]
    at = {"step": pa.array(range(1, steps + 1), pa.int32())}
    if fitted.about["library"] == "var":
        middle = series.results.forecast(series.endog[-series.results.k_ar:], steps)
        return {}, {"rows": pa.table({**at, **{name: pa.array(middle[:, i]) for i, name in enumerate(fitted.about["features"])}})}
    exog = None
    if series.exog is not None:
        coming = given.table("coming")
        if coming.num_rows < steps:
            raise Refusal("steps", f'invalid value {steps} for field "steps": must be at most {coming.num_rows}, the number of rows with future values', "connect one row per step")
        if coming.num_rows > steps:
            warnings.warn(f"only the first {steps} of {coming.num_rows} rows with future values are used: "
                          "connect only rows that follow the training rows", stacklevel=1)
        exog = matrix(coming.slice(0, steps), fitted.about["features"], "exogenous")[0]
    found = series.results.get_forecast(steps, exog=exog)
    bounds = np.asarray(found.conf_int(alpha=OUTSIDE))
    columns = {"forecast": np.asarray(found.predicted_mean), "lower": bounds[:, 0], "upper": bounds[:, 1]}
    return {}, {"rows": pa.table({**at, **{name: pa.array(one) for name, one in columns.items()}})}


def save_series(fitted: Fitted, folder: Path) -> Path:
    """Writes the rows and parameters of a model as plain arrays."""
    series: Series = fitted.model
    arrays = {"endog": series.endog, "params": np.asarray(series.results.params)}
    if series.exog is not None:
        arrays["exog"] = series.exog
    file = folder / "model.npz"
    np.savez_compressed(file, **arrays)
    return file


def load_series(card: dict[str, Any], file: Path) -> Series:
    """Builds a model anew of what was saved; nothing is learned again but the lags of VAR, which follow from its rows."""
    with np.load(file, allow_pickle=False) as arrays:
        endog, params, exog = arrays["endog"], arrays["params"], arrays.get("exog")
    if card["library"] == "var":
        return Series(VAR(endog).fit(card["spec"]["lags"], trend=card["spec"]["trend"]), endog, None)
    return Series(SARIMAX(endog, exog, **orders(card["spec"])).filter(params), endog, exog)
