"""What an operation is given, and where its results go."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .refusal import PRECEDING, Refusal

Tables = dict[str, pa.Table]
Answer = tuple[dict[str, Any], Tables]

#: Results of more bytes go through Parquet where the engine sees our files: a plan need not carry them.
LARGE = 1 << 20


@dataclass(frozen=True)
class Fitted:
    """A model, and what has to be known to use it. `about` is plain JSON: it is saved beside the model."""

    model: Any
    about: dict[str, Any]


@dataclass(frozen=True)
class Given:
    """One request. `parameters` are those of the operation, `rows` whole tables, `files` paths of copies."""

    parameters: dict[str, Any]
    rows: dict[str, pa.Table | None]
    files: dict[str, Path]
    models: dict[str, Fitted]

    def __getitem__(self, name: str) -> Any:
        return self.parameters[name]

    def table(self, name: str = "input") -> pa.Table:
        """Rows to learn from or to judge. Refuses where there are none."""
        table = self.rows.get(name)
        if table is None or table.num_rows == 0:
            raise Refusal("", "the input has no rows", PRECEDING)
        return table

    def model(self) -> Fitted:
        """The model that the request names."""
        found = self.models.get(self["model"])
        if found is None:
            raise Refusal("", "the model was lost when its Python worker ended", "run the workflow again")
        return found


class Work:
    """The models of this worker, and the files of its results."""

    def __init__(self, parquet: bool):
        self._models: dict[str, Fitted] = {}
        self._parquet = parquet
        self._written = 0

    def of(self, request: dict[str, Any]) -> Given:
        self._parquet = bool(request.get("parquet"))
        rows = {name: read(files) for name, files in request.get("rows", {}).items()}
        files = {name: Path(path) for name, path in request.get("files", {}).items()}
        return Given(request["with"], rows, files, self._models)

    def write(self, table: pa.Table) -> dict[str, str]:
        """A file of the table, as Parquet where it is large and the engine can read it, else as an Arrow stream."""
        self._written += 1
        if self._parquet and table.nbytes > LARGE:
            name = f"made-{self._written}.parquet"
            pq.write_table(table, name, compression="snappy")
            return {"file": name, "format": "parquet"}
        name = f"made-{self._written}.arrow"
        with pa.OSFile(name, "wb") as sink, pa.ipc.new_stream(sink, table.schema) as stream:
            stream.write_table(table)
        return {"file": name, "format": "arrow"}


def forget(given: Given) -> Answer:
    """Lets go of a model, whose name may be asked for no more."""
    given.models.pop(given["model"], None)
    return {}, {}


def read(files: list[str]) -> pa.Table | None:
    """The rows of Arrow streams, one after the other; the files go, the rows stay."""
    parts = []
    for name in files:
        with open(name, "rb") as source:
            parts.append(pa.ipc.open_stream(source.read()).read_all())
        os.unlink(name)
    return pa.concat_tables(parts) if parts else None
