"""Syntax of Python code: reads it on standard input and prints a JSON list of {"line", "column", "message", "severity"}.

Nothing is run: the code is parsed and no more. Lines and columns count from 1.
"""

import ast
import json
import sys
import warnings


def problem(message: str, line: int | None = 1, column: int | None = 1, severity: str = "error") -> dict:
    return {"line": line or 1, "column": column or 1, "message": message, "severity": severity}


def problems_of(code: str) -> list[dict]:
    found = []
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            ast.parse(code, "<code>")
        except SyntaxError as error:
            found.append(problem(error.msg, error.lineno, error.offset))
        except (RecursionError, MemoryError):
            found.append(problem("it is nested too deeply"))
        except ValueError as error:
            found.append(problem(str(error)))
    for one in said:
        found.append(problem(str(one.message), one.lineno, severity="warning"))
    return found


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogatepass")
    json.dump(problems_of(sys.stdin.read()), sys.stdout)
