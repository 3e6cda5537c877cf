"""What code knows of its workflow: what it shows, and the modules that it imports for that."""

from __future__ import annotations

import html
import sys
import types
from typing import Any

from pyspark.sql.connect.dataframe import DataFrame

from .faults import CodeFault

#: Results that the code of one node may show.
MOST_SHOWN = 200
#: Characters of all texts that it may show.
MOST_TEXT = 4_000_000
#: Rows of a table that names no number, as code of others expects.
ROWS = 10

#: Types of columns by the words that code of others has for them.
TYPES = {"integer": "int", "long": "bigint", "short": "smallint", "byte": "tinyint", "vectorudt": "string"}


class WorkflowContext:
    """Shows results of a node. `id` is the number of the node, which code passes on: results are shown with the node that
    runs, whatever it says. Rows may be a DataFrame of Spark, of pandas or of Polars."""

    def __init__(self, shown: list[dict[str, Any]], session: Any, request: dict[str, Any]) -> None:
        self._shown = shown
        self._session = session
        self._request = request
        self._left = MOST_TEXT
        self._given = dict(request["parameters"])
        self._variables: dict[str, str] = {}

    # texts

    def outStr(self, *arguments: Any, **named: Any) -> None:
        """`outStr(text)`, `outStr(id, text)` or `outStr(id, title, text)`."""
        title, text = _text_of(arguments, named)
        self._text("text", title, text)

    outText = outRunning = outStr

    def outHeader(self, *arguments: Any, **named: Any) -> None:
        title, text = _text_of(arguments, named)
        self._text("html", title, f"<h3>{html.escape(text)}</h3>")

    def outSuccess(self, *arguments: Any, **named: Any) -> None:
        title, text = _text_of(arguments, named)
        self._text("text", title or "Success", text)

    def outFailure(self, *arguments: Any, **named: Any) -> None:
        title, text = _text_of(arguments, named)
        self._text("text", title or "Failure", text)

    def outHTML(self, *arguments: Any, **named: Any) -> None:
        title, text = _text_of(arguments, named)
        self._text("html", title, text)

    outPlotly = outHTML

    def outNameValue(self, nm: Any, val: Any = None, *more: Any) -> None:
        """`outNameValue(name, value)`, or with an id before them."""
        name, value = (val, more[0]) if more else (nm, val)
        self._text("text", str(name), str(value))

    outHeaderValues = outFailureValues = outNameValue

    def sendMessage(self, message: Any) -> None:
        self._text("text", "", str(message))

    def outputProgress(self, id: Any = None, title: Any = "", progress: Any = "", **_: Any) -> None:
        """Progress is logged."""
        print(f"{title}: {progress} %" if title else f"{progress} %", flush=True)

    # tables

    def outDataFrame(self, id: Any = None, title: Any = "", df: Any = None, num_rows: int = ROWS, *_: Any) -> None:
        self._table(title, df, num_rows)

    outPandasDataframe = outDataFrame

    def outNumpy1darray(self, id: Any = None, title: Any = "", arr: Any = None) -> None:
        import pandas

        self._table(title, pandas.DataFrame({"value": arr}), len(arr))

    def outNumpy2darray(self, id: Any = None, title: Any = "", arr: Any = None) -> None:
        import pandas

        frame = pandas.DataFrame(arr)
        frame.columns = [str(name) for name in frame.columns]
        self._table(title, frame, len(frame))

    def outndarray(self, id: Any = None, title: Any = "", df: Any = None) -> None:
        is_flat = getattr(df, "ndim", 2) == 1
        (self.outNumpy1darray if is_flat else self.outNumpy2darray)(id, title, df)

    def outSchema(self, id: Any = None, title: Any = "", df: Any = None) -> None:
        import pandas

        frame = _spark_frame(df, self._session)
        fields = [(field.name, field.dataType.simpleString()) for field in frame.schema.fields]
        self._table(title, pandas.DataFrame(fields, columns=["column", "type"]), len(fields))

    def outDictionaryToTable(self, id: Any = None, title: Any = "", parameters: Any = None) -> None:
        import pandas

        pairs = [(str(name), str(value)) for name, value in dict(parameters or {}).items()]
        self._table(title, pandas.DataFrame(pairs, columns=["name", "value"], dtype=str), len(pairs))

    outParameters = outDictionaryToTable

    # charts

    def outDataframeChart(
        self, title: Any, x_column: str, y_columns: Any, chart_type: str, df: Any, numRowsToDisplay: int = 20
    ) -> None:
        """A chart of the type LINECHART, COLUMNCHART, BARCHART, …: `y_columns` over `x_column`."""
        columns = [y_columns] if isinstance(y_columns, str) else list(y_columns)
        self._table(title, df, numRowsToDisplay, {"kind": str(chart_type), "x": x_column, "y": columns})

    outPandasDataframeChart = outDataframeChart

    # parameters

    def getParmeters(self, parameter_name: str, default: Any = None) -> Any:
        """A parameter of the run; spelt as code of others has it."""
        return self._request["parameters"].get(parameter_name, default)

    getParameters = getParmeters

    def setParameters(self, parameter_name: Any, value: Any = None) -> None:
        """Sets a value that later nodes read as `$name`, or by `getParameters` and `cust_dict`; also a dictionary of them.
        Lists are joined with commas, as values of parameters are."""
        values = parameter_name if isinstance(parameter_name, dict) else {parameter_name: value}
        for name, one in values.items():
            self._request["parameters"][str(name)] = self._variables[str(name)] = _parameter_text(one)

    setParameter = setVariable = setVariables = setParameters

    def variables(self) -> dict[str, str]:
        """What the code sets for later nodes: also what it has put into `cust_dict`."""
        variables = {**self._variables}
        for name, value in self._request["parameters"].items():
            if name in variables or self._given.get(name) == value:
                continue
            if isinstance(value, (str, int, float)):
                variables[str(name)] = _parameter_text(value)
            else:
                print(f"later nodes do not get {name!r} of cust_dict: it is a value of type {type(value).__name__}", flush=True)
        return variables

    def getTextInput(self, id: Any = None, title: Any = "", **_: Any) -> str:
        """Nobody is asked while a workflow runs: an empty text, as after no answer."""
        return ""

    def getUserDetailsOfAppExecute(self) -> dict[str, Any]:
        return {}

    def getConnectionDetails(self, conn_name: str, default: Any = None) -> Any:
        """Connections hold secrets, which code does not see."""
        return default if default is not None else {}

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"workflowContext has no {name}")

    # what goes to the run

    def _text(self, kind: str, title: str, text: str) -> None:
        if len(text) > self._left:
            text = f"{text[: self._left]}… ({len(text)} characters)"
        self._left = max(0, self._left - len(text))
        self._show({"type": kind, "title": title, "text": text})

    def _table(self, title: Any, df: Any, rows: Any, chart: dict[str, Any] | None = None) -> None:
        limit = max(1, int(rows))
        if not isinstance(df, DataFrame) and hasattr(df, "head"):
            df = df.head(limit)
        one = {"type": "table", "title": str(title), "frame": _spark_frame(df, self._session), "limit": limit}
        self._show(one if chart is None else {**one, "type": "chart", "chart": chart})

    def _show(self, one: dict[str, Any]) -> None:
        if len(self._shown) >= MOST_SHOWN:
            raise CodeFault(f"the code shows more than {MOST_SHOWN} results", "show fewer, or more in one table")
        self._shown.append(one)


def _parameter_text(value: Any) -> str:
    """A value as parameters have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple, set)):
        return ",".join(map(_parameter_text, value))
    return str(value)


def _text_of(arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[str, str]:
    """Title and text of calls such as `outStr(text)`, `outStr(id, text)` and `outStr(id, title, text)`."""
    *before, text = [*arguments, *(named[name] for name in ("text", "progress") if name in named)] or [""]
    title = named.get("title", before[1] if len(before) > 1 else "")
    return str(title), str(text)


def _spark_frame(df: Any, session: Any) -> DataFrame:
    from .running import frame_of

    return frame_of(df, session, "what is shown")


class FireSchema:
    """Names and types of columns that a node declares before it runs; changed in place."""

    def __init__(self, columns: list[tuple[str, str]] | None = None) -> None:
        self.columns = list(columns or [])

    def append(self, name: str, type: str) -> None:
        self.columns.append((name, TYPES.get(str(type).lower(), str(type).lower())))

    def drop(self, name: str) -> None:
        self.columns = [one for one in self.columns if one[0] != name]


class JobContext:
    """Code names it in annotations."""


class InputSchemaContext:
    """Code names it in annotations."""


#: Modules that code of others imports, and what they have.
MODULES = {
    "fire.workflowcontext": ["WorkflowContext", "RestWorkflowContext"],
    "workflowcontext": ["WorkflowContext", "RestWorkflowContext"],
    "firepython.workflowengine.workflowcontext": ["WorkflowContext", "RestWorkflowContext"],
    "fire_notebook.output.workflowcontext": ["WorkflowContext", "RestWorkflowContext"],
    "fire.workflowengine": ["JobContext", "InputSchemaContext", "FireSchema"],
    "fire.workflowengine.workflow": ["JobContext"],
    "fire.workflowengine.fireschema": ["FireSchema"],
}


def provide_module(path: str, names: dict[str, Any]) -> None:
    """Has a module imported by this path, with the packages above it, that has these names."""
    parts = path.split(".")
    for end in range(1, len(parts) + 1):
        name = ".".join(parts[:end])
        module = sys.modules.setdefault(name, types.ModuleType(name))
        module.__dict__.setdefault("__path__", [])
        if end > 1:
            setattr(sys.modules[".".join(parts[: end - 1])], parts[end - 1], module)
    sys.modules[path].__dict__.update(names)


def provide_modules(context: WorkflowContext) -> None:
    """Has the modules imported that code of others names."""

    class RestWorkflowContext(WorkflowContext):
        """Shows results of the node that runs, whatever address and job it is called with."""

        def __init__(self, *_: Any, **__: Any) -> None:
            super().__init__(context._shown, context._session, context._request)
            self._variables = context._variables

    known: dict[str, Any] = {
        "WorkflowContext": WorkflowContext,
        "RestWorkflowContext": RestWorkflowContext,
        "JobContext": JobContext,
        "InputSchemaContext": InputSchemaContext,
        "FireSchema": FireSchema,
    }
    for path, names in MODULES.items():
        provide_module(path, {name: known[name] for name in names})
