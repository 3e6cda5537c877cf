"""The benchmark's sales graph as a plain PySpark script: sales_pyspark.py FOLDER csv|parquet"""

import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

folder, form = sys.argv[1:3]
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
if form == "csv":
    schema = "id bigint, ts timestamp, customer int, product int, qty int, price double, country string"
    sales = spark.read.csv(f"{folder}/sales.csv", header=True, schema=schema)
else:
    sales = spark.read.parquet(f"{folder}/sales.parquet")
products = spark.read.csv(f"{folder}/products.csv", header=True, schema="product int, category string, cost double")
sold = sales.filter("qty > 0")
amount = sold.withColumn("amount", F.expr("qty * price"))
month = amount.withColumn("ts_month", F.month("ts"))
joined = month.join(products, "product")
margin = joined.withColumn("margin", F.expr("amount - qty * cost")).cache()
by_country = (
    margin.groupBy("country", "category")
    .agg(F.sum("amount").alias("amount"), F.sum("margin").alias("margin"), F.count("qty").alias("sales"))
    .orderBy("country", "category")
)
by_month = margin.groupBy("ts_month").agg(F.sum("margin").alias("margin")).orderBy("ts_month")
for step in (sales, products, sold, amount, month, joined, margin, by_country, by_month):
    print(step.count())
print(by_country.limit(20).collect())
print(by_month.collect())
