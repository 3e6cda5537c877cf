"""Runs the code of one node: from its text and the rows of its inputs to the rows of its outputs."""

from __future__ import annotations

import builtins
import inspect
import json
import sys
import types
from typing import Any

from pyspark.sql.connect.dataframe import DataFrame

from .faults import CODE, CodeFault, remember
from .java_names import provide_java_names
from .jython import Session, in_python_3
from .shell import run_commands
from .polars_rows import eager_frame, package_of, polars_frame, spark_frame
from .workflow_context import WorkflowContext, provide_modules

#: The function that code of nodes defines.
ENTRY = "myfn"
SIGNATURE = f"{ENTRY}(spark, workflowContext, id, inDF, cust_dict)"
#: The same for Polars, whose code has no session.
POLARS_SIGNATURE = f"{ENTRY}(workflowContext, id, inDF, cust_dict)"
#: What code without it registers as a table or assigns.
RESULTS = ("outDF", "result")


def run_code(code: str, session: Any, context: WorkflowContext, inputs: list[DataFrame], request: dict[str, Any]) -> list[Any]:
    """What the code gives: one for each output, in their order.

    `request` has `node` (its id), `style`, `outputs` (their number; nothing if the code decides) and `parameters` (of the run
    and of the node). Styles: `one` and `many` for a function that takes the input or a list of them; `script` for code that
    reads the variable `df` and assigns `result`, or nothing; `jython` for code on the Java interface that assigns `outDF`, with
    the name of a table for the input in `table`; `polars` for a function of the input as a DataFrame of Polars, without the
    session; `shell` for commands as a JSON list.
    """
    style = request["style"]
    if style == "shell":
        return run_commands(json.loads(code), session, context, inputs[0] if inputs else None)
    is_polars = style == "polars"
    provide_modules(context)
    if style == "jython":
        code = in_python_3(code)
    remember(code)
    # before the rows for Polars are computed: code with a syntax error needs no rows
    compiled = compile(code, CODE, "exec", dont_inherit=True)
    if is_polars:
        inputs = [polars_frame(one) for one in inputs]
    names = names_of(session, context, inputs, request)
    exec(compiled, names)
    function = names.get(ENTRY)
    if function is None:
        return script_results(names, session, names["inDF"], style)
    rows = inputs if style == "many" else names["inDF"]
    values = [context, node_number(request["node"]), rows, request["parameters"]]
    result = function(*arguments(function, values if is_polars else [session, *values], style))
    results = function_results(result, request.get("outputs"), function)
    return [eager_frame(one) for one in results] if is_polars else results


def names_of(session: Any, context: WorkflowContext, inputs: list[Any], request: dict[str, Any]) -> dict[str, Any]:
    """The variables that code finds: those of a new module `__main__`."""
    module = types.ModuleType("__main__")
    first = inputs[0] if inputs else None
    names = module.__dict__
    names.update({"__builtins__": builtins, "__file__": CODE, "spark": session, "sqlContext": session})
    names.update({"workflowContext": context, "parameters": request["parameters"]})
    names.update({"inDF": first, "inDFs": inputs, "df": first})
    if request["style"] == "polars":
        del names["spark"], names["sqlContext"]
    if request["style"] == "jython":
        provide_java_names()
        names["spark"] = names["sqlContext"] = Session(session)
        if first is not None:
            first.createOrReplaceTempView(request["table"])
    # functions of `__main__` travel to the engine by value
    sys.modules["__main__"] = module
    return names


def signature_of(style: str) -> str:
    return POLARS_SIGNATURE if style == "polars" else SIGNATURE


def node_number(node: str) -> Any:
    """Code formats and compares the id of its node as a number."""
    return int(node) if node.isdigit() else node


def arguments(function: Any, values: list[Any], style: str) -> list[Any]:
    """The arguments that the function takes: older code has no last one."""
    for taken in (values, values[:-1]):
        try:
            inspect.signature(function).bind(*taken)
            return taken
        except TypeError:
            continue
    remedy = f"define {signature_of(style)}"
    raise CodeFault(f'function "{ENTRY}" does not take the arguments of a node', remedy, line_of(function))


def script_results(names: dict[str, Any], session: Any, first: Any, style: str) -> list[Any]:
    """What code without the function gives: a view or a variable; a script may also pass its input on."""
    for name in RESULTS:
        plan = session.views.get(name.lower())
        result = names.get(name) if plan is None else DataFrame(plan, session)
        if result is not None:
            return [result]
    if style == "script":
        return [] if first is None else [first]
    remedy = f"define {signature_of(style)} that returns a DataFrame, or assign {RESULTS[0]}"
    raise CodeFault("the code gives no rows", remedy)


def function_results(result: Any, outputs: int | None, function: Any) -> list[Any]:
    line = line_of(function)
    if outputs == 1:
        return list(result) if isinstance(result, (list, tuple)) and len(result) == 1 else [result]
    if not isinstance(result, (list, tuple)):
        raise CodeFault(f'"{ENTRY}" returned {kind_of(result)}', "return a list of DataFrames, one for each output", line)
    return list(result)


def frame_of(result: Any, session: Any, what: str = f'what "{ENTRY}" returned') -> DataFrame:
    """Rows as a DataFrame of Spark; those of pandas, Polars and Arrow become one."""
    if isinstance(result, DataFrame):
        return result
    package = package_of(result)
    if package in ("pandas", "pyarrow"):
        return session.createDataFrame(result)
    if package == "polars" and type(result).__name__ in ("DataFrame", "LazyFrame"):
        return spark_frame(eager_frame(result), session)
    raise CodeFault(f"{what} is {kind_of(result)}, not a DataFrame", "return a DataFrame of Spark, pandas or Polars")


def kind_of(value: Any) -> str:
    return "nothing" if value is None else f"a value of type {type(value).__name__}"


def line_of(function: Any) -> int | None:
    return function.__code__.co_firstlineno if hasattr(function, "__code__") else None
