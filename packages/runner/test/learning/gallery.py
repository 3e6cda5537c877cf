"""Does what the graphs of the gallery do, as people would write it with PySpark, and prints what came out as JSON."""

import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")

from pyspark.ml import Pipeline
from pyspark.ml.classification import LogisticRegression, RandomForestClassifier
from pyspark.ml.clustering import KMeans
from pyspark.ml.evaluation import BinaryClassificationEvaluator, RegressionEvaluator
from pyspark.ml.feature import IDF, HashingTF, StringIndexer, Tokenizer, VectorAssembler
from pyspark.ml.regression import GBTRegressor
from pyspark.ml.tuning import CrossValidator, ParamGridBuilder
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
# there is little data: compiling code for each query would take most of the time
for setting in ("codegen.wholeStage", "adaptive.enabled"):
    spark.conf.set(f"spark.sql.{setting}", "false")
spark.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
root, seed = sys.argv[1], int(sys.argv[2])


def read(path, schema, header=False):
    return spark.read.csv(f"{root}/data/{path}", schema=schema, header=header)


def split(rows, fraction):
    return rows.randomSplit([fraction, 1 - fraction], seed=seed)


def predicted(rows):
    return [row.prediction for row in rows.select("prediction").collect()]


def churn():
    numbers = "vmail day_minutes day_calls day_charge eve_minutes eve_calls eve_charge night_minutes night_calls"
    numbers += " night_charge intl_minutes intl_calls intl_charge service_calls"
    columns = ["state string", "length double", "area double", "phone string", "intl string", "voice string"]
    columns += [f"{name} double" for name in numbers.split()] + ["churned string"]
    rows = read("churn_prediction/churn.all", ", ".join(columns))
    index = StringIndexer(inputCols=["intl", "churned"], outputCols=["intl_index", "label"], handleInvalid="skip")
    rows = index.fit(rows).transform(rows)
    features = "length vmail day_calls day_charge eve_calls eve_charge night_calls intl_calls intl_charge intl_index"
    rows = VectorAssembler(inputCols=features.split(), outputCol="features").transform(rows)
    training, test = split(rows, 0.8)
    done = RandomForestClassifier(labelCol="label").fit(training).transform(test)
    metric = BinaryClassificationEvaluator(labelCol="label").evaluate(done)
    return {"areaUnderROC": metric, "predictions": predicted(done)}


def messages():
    return read("spam.csv", "label double, message string, id double")


def words(size=1 << 18):
    return [
        Tokenizer(inputCol="message", outputCol="words"),
        HashingTF(inputCol="words", outputCol="features", numFeatures=size),
    ]


def cross_validator():
    regression = LogisticRegression(regParam=0.01)
    grid = ParamGridBuilder().addGrid(regression.regParam, [0.1, 0.01]).build()
    search = CrossValidator(
        estimator=Pipeline(stages=[*words(), regression]),
        estimatorParamMaps=grid,
        evaluator=BinaryClassificationEvaluator(),
        seed=42,
    )
    model = search.fit(messages())
    return {"areaUnderROC": max(model.avgMetrics), "predictions": predicted(model.transform(messages()))}


def pipeline():
    training, test = split(messages(), 0.5)
    # the pipeline learns from one part, and predicts for the other
    model = Pipeline(stages=[*words(), LogisticRegression()]).fit(training)
    return {"predictions": predicted(model.transform(test))}


def spam():
    tokens = Tokenizer(inputCol="message", outputCol="tokens").transform(messages())
    counts = HashingTF(inputCol="tokens", outputCol="tf").transform(tokens)
    weighed = IDF(inputCol="tf", outputCol="idf").fit(counts).transform(counts)
    rows = VectorAssembler(inputCols=["idf"], outputCol="features").transform(weighed)
    one, other = split(rows, 0.5)
    return {"predictions": predicted(LogisticRegression().fit(other).transform(one))}


def cars():
    rows = read("cars.csv", "c1 double, c2 double, c3 double, c4 double", header=True)
    rows = VectorAssembler(inputCols=["c2", "c3"], outputCol="features").transform(rows)
    training, test = split(rows, 0.5)
    done = GBTRegressor(labelCol="c4", maxDepth=1, maxIter=2).fit(training).transform(test)
    return {"rmse": RegressionEvaluator(labelCol="c4").evaluate(done), "predictions": predicted(done)}


def housing():
    schema = "id int, price double, lotsize int, bedrooms int, bathrms int, stories int, driveway string"
    rows = read("housing.csv", schema, header=True)
    rows = VectorAssembler(inputCols=["lotsize", "price"], outputCol="features").transform(rows)
    model = KMeans(k=5, maxIter=25, tol=0.01, initSteps=5).fit(rows)
    return {"predictions": predicted(model.transform(rows))}


told = {
    "ChurnAnalysis": churn(),
    "CrossValidator": cross_validator(),
    "Pipeline": pipeline(),
    "SpamDetectionWithLogisticRegression": spam(),
    "GBTRegression": cars(),
    "HousingKMeans": housing(),
}
print(json.dumps(told))
sys.stdout.flush()
# the client may wait for its models for ever
os._exit(0)
