"""Does what single nodes do, as people would write it with PySpark. Takes cases as JSON, prints their columns as JSON."""

import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")

from pyspark.ml.classification import *  # noqa: F403 (what cases name)
from pyspark.ml.clustering import *  # noqa: F403
from pyspark.ml.evaluation import *  # noqa: F403
from pyspark.ml.feature import *  # noqa: F403
from pyspark.ml.fpm import *  # noqa: F403
from pyspark.ml.functions import vector_to_array
from pyspark.ml.recommendation import *  # noqa: F403
from pyspark.ml.regression import *  # noqa: F403
from pyspark.ml.stat import Correlation
from pyspark.sql import SparkSession
from pyspark.sql.functions import col

spark = SparkSession.builder.getOrCreate()
# there is little data: compiling code for each query would take most of the time
for setting in ("codegen.wholeStage", "adaptive.enabled"):
    spark.conf.set(f"spark.sql.{setting}", "false")
spark.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)

rows = spark.read.csv(given["data"], schema=given["schema"], header=True)
rows = VectorAssembler(inputCols=["x", "y", "z"], outputCol="features").transform(rows)
rows = Tokenizer(inputCol="text", outputCol="words").transform(rows)
rows = HashingTF(inputCol="words", outputCol="counts", numFeatures=32).transform(rows)
rows = StringIndexer(inputCol="kind", outputCol="kindIndex").fit(rows).transform(rows)


def correlations(names):
    def correlated(rows):
        vectors = VectorAssembler(inputCols=names, outputCol="v").transform(rows)
        matrix = Correlation.corr(vectors, "v").head()[0]
        return spark.createDataFrame(matrix.toArray().tolist(), names)

    return correlated


def plain(done, names):
    kinds = dict(done.dtypes)
    chosen = [vector_to_array(col(name)) if kinds[name] == "vector" else col(name) for name in names]
    return [list(row) for row in done.select(*chosen).collect()]


told = {}
for case in given["cases"]:
    stage = eval(case["python"])
    model = stage.fit(rows) if hasattr(stage, "fit") else stage
    if callable(stage):
        done = stage(rows)
    else:
        done = model.freqItemsets if case["columns"] == ["items", "freq"] else model.transform(rows)
    measured = {name: eval(metric).evaluate(done) for name, metric in case["metrics"].items()}
    told[case["name"]] = {"rows": plain(done, case["columns"]), "metrics": measured}
print(json.dumps(told))
sys.stdout.flush()
# the client may wait for its models for ever
os._exit(0)
