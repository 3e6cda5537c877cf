"""Does with PySpark what the test does with our client, on the same engine, and prints what came out as JSON."""

import importlib
import json
import math
import os
import sys
import warnings

warnings.filterwarnings("ignore")

from pyspark.ml.linalg import Vectors
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
# there is little data: compiling code for each query would take most of the time
for setting in ("codegen.wholeStage", "adaptive.enabled"):
    spark.conf.set(f"spark.sql.{setting}", "false")
spark.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")


def plain(value):
    # vectors and matrices
    if hasattr(value, "toArray"):
        return plain(value.toArray())
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and (math.isnan(value) or math.isinf(value)):
        return str(value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if hasattr(value, "asDict"):
        return [plain(one) for one in value]
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


def made(stage):
    module, name = stage["className"].split(".")
    params = dict(stage["params"])
    if "scalingVec" in params:
        params["scalingVec"] = Vectors.dense(params["scalingVec"])
    operator = getattr(importlib.import_module("pyspark.ml." + module), name)()
    # not all constructors take all parameters
    return operator._set(**params)


def run(case, tables):
    table = tables[case["table"]]
    df = spark.createDataFrame([tuple(row) for row in table["rows"]], table["schema"]).coalesce(1)
    fitted = None
    for stage in case["stages"]:
        fitted = made(stage)
        if hasattr(fitted, "fit"):
            fitted = fitted.fit(df)
        df = fitted.transform(df)
    told = {"columns": df.columns, "rows": [plain(row) for row in df.collect()], "attributes": {}}
    for path in case.get("attributes", []):
        value = fitted
        for part in path.split("."):
            value = getattr(value, part)
            value = value() if callable(value) else value
        told["attributes"][path] = plain(value.collect() if hasattr(value, "collect") else value)
    if "evaluator" in case:
        told["metric"] = plain(made(case["evaluator"]).evaluate(df))
    return told


def main():
    given = json.load(sys.stdin)
    out = []
    for case in given["cases"]:
        try:
            out.append(run(case, given["tables"]))
        except Exception as error:
            out.append({"error": f"{type(error).__name__}: {str(error)[:300]}"})
    print(json.dumps(out, allow_nan=False), flush=True)


# what PySpark does with its models at the end may wait for ever
try:
    main()
    os._exit(0)
except BaseException as error:
    print(repr(error), file=sys.stderr, flush=True)
    os._exit(1)
