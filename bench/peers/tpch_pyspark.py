"""The queries of TPC-H over Parquet in one PySpark session: tpch_pyspark.py FOLDER TABLE …"""

import sys

from answer import answer
from pyspark.sql import SparkSession

folder, *tables = sys.argv[1:]
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
for table in tables:
    spark.read.parquet(f"{folder}/{table}.parquet").createOrReplaceTempView(table)
answer(lambda sql: [tuple(row) for row in spark.sql(sql).collect()])
