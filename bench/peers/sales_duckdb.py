"""The benchmark's sales graph as DuckDB SQL: sales_duckdb.py FOLDER csv|parquet"""

import sys

import duckdb

folder, form = sys.argv[1:3]
db = duckdb.connect()
db.execute("set threads to 2")
source = f"read_csv('{folder}/sales.csv')" if form == "csv" else f"read_parquet('{folder}/sales.parquet/*.parquet')"
db.execute(
    f"""
    create temp table margin as
    select *, amount - qty * cost as margin
    from (select *, qty * price as amount, month(ts) as ts_month from {source} where qty > 0)
    join read_csv('{folder}/products.csv') using (product)
    """
)
print(db.execute(f"select count(*) from {source}").fetchall())
print(db.execute("select count(*) from margin").fetchall())
print(
    db.execute(
        """select country, category, sum(amount), sum(margin), count(qty) from margin
        group by all order by country, category limit 20"""
    ).fetchall()
)
print(db.execute("select ts_month, sum(margin) from margin group by all order by 1").fetchall())
