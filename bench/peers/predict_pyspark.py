"""Predictions of single rows in a warm PySpark: predict_pyspark.py MODEL CALLS prints the ms of each call, one a line."""

import sys
import time

from pyspark.ml import PipelineModel
from pyspark.sql import SparkSession

folder, calls = sys.argv[1], int(sys.argv[2])
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
model = PipelineModel.load(folder)
schema = "plan string, " + ", ".join(f"x{i} double" for i in range(10))
row = ("gold", *(float(i) for i in range(10)))
for _ in range(calls):
    begun = time.perf_counter()
    model.transform(spark.createDataFrame([row], schema)).select("prediction", "probability").collect()
    print((time.perf_counter() - begun) * 1000)
