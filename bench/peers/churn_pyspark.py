"""The gallery's churn graph as a plain PySpark script: churn_pyspark.py FOLDER"""

import sys

from pyspark.ml.classification import RandomForestClassifier
from pyspark.ml.evaluation import BinaryClassificationEvaluator
from pyspark.ml.feature import StringIndexer, VectorAssembler
from pyspark.ml.stat import Correlation
from pyspark.sql import SparkSession

folder = sys.argv[1]
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
numbers = "vmail day_minutes day_calls day_charge eve_minutes eve_calls eve_charge night_minutes night_calls".split()
numbers += "night_charge intl_minutes intl_calls intl_charge service_calls".split()
schema = "state string, length double, area double, phone string, intl string, voice string, "
schema += ", ".join(f"{name} double" for name in numbers) + ", churned string"
rows = spark.read.csv(f"{folder}/data/churn_prediction/churn.all", schema=schema).cache()
measured = ["length", "area", *numbers]
rows.select(measured).summary().show(truncate=False)
vectors = VectorAssembler(inputCols=measured, outputCol="all").transform(rows)
print(Correlation.corr(vectors, "all").head()[0])
index = StringIndexer(inputCols=["intl", "churned"], outputCols=["intl_index", "label"], handleInvalid="skip")
indexed = index.fit(rows).transform(rows)
features = "length vmail day_calls day_charge eve_calls eve_charge night_calls intl_calls intl_charge intl_index".split()
assembled = VectorAssembler(inputCols=features, outputCol="features").transform(indexed).cache()
training, test = assembled.randomSplit([0.8, 0.2], seed=42)
predicted = RandomForestClassifier(labelCol="label").fit(training).transform(test)
for step in (rows, indexed, assembled, training, test, predicted):
    print(step.count())
print(BinaryClassificationEvaluator(labelCol="label").evaluate(predicted))
