"""The Python worker: scikit-learn and statsmodels beside an engine. Rows come in and go out as Arrow."""
