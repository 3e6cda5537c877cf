"""The queries of TPC-H over Parquet in one DuckDB: tpch_duckdb.py FOLDER TABLE …"""

import sys

import duckdb
from answer import answer

folder, *tables = sys.argv[1:]
db = duckdb.connect()
db.execute("set threads to 2")
for table in tables:
    db.execute(f"create view {table} as select * from read_parquet('{folder}/{table}.parquet')")
answer(lambda sql: db.execute(sql).fetchall())
