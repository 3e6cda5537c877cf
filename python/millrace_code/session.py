"""A PySpark session that is the run's own, reached over a Unix socket, and DataFrames that travel as plans."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from typing import Any

import grpc
from pyspark.sql.connect import proto
from pyspark.sql.connect.client.core import ChannelBuilder
from pyspark.sql.connect.dataframe import DataFrame
from pyspark.sql.connect.plan import SQL, DataSource, LogicalPlan, SubqueryAlias
from pyspark.sql.connect.session import SparkSession

from .rdd import RDD

#: A name in SQL text, quoted or not.
NAMES = re.compile(r"`((?:[^`]|``)+)`|(\w+)")


class LateChannel(grpc.Channel):
    """A channel that opens at its first call. Code that only composes makes none, and opening takes a tenth of its time."""

    def __init__(self, opening: Callable[[], grpc.Channel]) -> None:
        self._opening = opening
        self._opened: grpc.Channel | None = None

    def _channel(self) -> grpc.Channel:
        if self._opened is None:
            self._opened = self._opening()
        return self._opened

    def _method(self, kind: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> Callable[..., Any]:
        methods: list[Callable[..., Any]] = []

        def call(*of: Any, **call_options: Any) -> Any:
            if not methods:
                methods.append(getattr(self._channel(), kind)(*arguments, **named))
            return methods[0](*of, **call_options)

        return call

    def unary_unary(self, *arguments: Any, **named: Any) -> Any:
        return self._method("unary_unary", arguments, named)

    def unary_stream(self, *arguments: Any, **named: Any) -> Any:
        return self._method("unary_stream", arguments, named)

    def stream_unary(self, *arguments: Any, **named: Any) -> Any:
        return self._method("stream_unary", arguments, named)

    def stream_stream(self, *arguments: Any, **named: Any) -> Any:
        return self._method("stream_stream", arguments, named)

    def subscribe(self, callback: Any, try_to_connect: bool = False) -> None:
        self._channel().subscribe(callback, try_to_connect)

    def unsubscribe(self, callback: Any) -> None:
        self._channel().unsubscribe(callback)

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def __enter__(self) -> LateChannel:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class SocketChannel(ChannelBuilder):
    """Reaches the session behind the socket; whatever it is called here, the other end knows which it is."""

    def __init__(self, path: str, session_id: str, user_id: str, name: str) -> None:
        params = {"user_agent": name} if name else {}
        super().__init__(channelOptions=[("grpc.max_receive_message_length", -1)], params=params)
        self._path = path
        self._session_id = session_id
        self._user_id = user_id

    @property
    def userId(self) -> str:
        return self._user_id

    @property
    def session_id(self) -> str:
        return self._session_id

    @property
    def endpoint(self) -> str:
        return f"unix:{self._path}"

    @property
    def host(self) -> str:
        return "localhost"

    def toChannel(self) -> grpc.Channel:
        return LateChannel(lambda: grpc.insecure_channel(self.endpoint, options=self._channel_options))


class PlanOfRun(LogicalPlan):
    """The plan of rows of the run, which PySpark's own plans build on."""

    def __init__(self, relation: proto.Relation) -> None:
        super().__init__(None)
        self._relation = relation
        # the run finds its rows again by this number, and columns that name their DataFrame name it by it
        if relation.common.HasField("plan_id"):
            self._root_plan_id = relation.common.plan_id

    def plan(self, session: Any) -> proto.Relation:
        relation = proto.Relation()
        relation.CopyFrom(self._relation)
        relation.common.plan_id = self._plan_id
        return relation


class NodeSession(SparkSession):
    """The session as one node sees it. Views that its code makes are plans here: neither other nodes nor later code change them."""

    def __init__(self, channel: SocketChannel) -> None:
        super().__init__(connection=channel)
        self.release_session_on_close = False
        SparkSession._set_default_and_active_session(self)
        # PySpark has models deleted that the code has let go of, which the rows that it has returned need
        self.client._delete_ml_cache = lambda *_, **__: []
        #: Plans of views by their names, in lower case.
        self.views: dict[str, LogicalPlan] = {}

    def createDataFrame(self, data: Any, *arguments: Any, **named: Any) -> Any:
        return super().createDataFrame(data.collect() if isinstance(data, RDD) else data, *arguments, **named)

    def sql(self, sqlQuery: str, args: Any = None, **kwargs: Any) -> DataFrame:
        from pyspark.sql.connect.functions import builtin as F
        from pyspark.sql.connect.sql_formatter import SQLStringFormatter

        named = {key: F.lit(value) for key, value in args.items()} if isinstance(args, dict) else {}
        positions = [F.lit(value) for value in args] if isinstance(args, (list, tuple)) else []
        aliases: list[SubqueryAlias] = []
        if kwargs:
            formatter = SQLStringFormatter(self)
            sqlQuery = formatter.format(sqlQuery, **kwargs)
            aliases.extend(SubqueryAlias(df._plan, name) for df, name in formatter._temp_views)
        words = {(quoted.replace("``", "`") or plain).lower() for quoted, plain in NAMES.findall(sqlQuery)}
        aliases.extend(SubqueryAlias(plan, name) for name, plan in self.views.items() if name in words)
        return DataFrame(SQL(sqlQuery, positions, named, aliases), self)

    def table(self, tableName: str) -> DataFrame:
        plan = self.views.get(tableName.strip("`").lower())
        return super().table(tableName) if plan is None else DataFrame(plan, self)

    def stop(self) -> None:
        """The session is the run's: it goes on."""


def make_view(df: DataFrame, name: str, replace: bool = True) -> None:
    """`createTempView` and its kin."""
    views = df.sparkSession.views
    if not replace and name.lower() in views:
        raise ValueError(f'view "{name}" already exists')
    views[name.lower()] = df._plan


def keep_views_here() -> None:
    """Has DataFrames make their views in the session of the node."""
    DataFrame.createOrReplaceTempView = lambda self, name: make_view(self, name)
    DataFrame.createTempView = lambda self, name: make_view(self, name, replace=False)
    DataFrame.registerTempTable = lambda self, name: make_view(self, name)
    DataFrame.createGlobalTempView = lambda self, name: make_view(self, f"global_temp.{name}", replace=False)
    DataFrame.createOrReplaceGlobalTempView = lambda self, name: make_view(self, f"global_temp.{name}")


def read_frame(session: NodeSession, path: str) -> DataFrame:
    """The DataFrame whose relation a file holds."""
    relation = proto.Relation()
    with open(path, "rb") as file:
        relation.ParseFromString(file.read())
    return DataFrame(PlanOfRun(relation), session)


#: Numbers of the files that a process has written.
FILES = itertools.count()


def written(df: DataFrame, request: int) -> str:
    """Writes the relation of a DataFrame to a file, and returns its name."""
    name = f"plan-{request}-{next(FILES)}"
    relation = df._plan.plan(df.sparkSession.client)
    # code may have put a link there
    if os.path.lexists(name):
        os.unlink(name)
    with open(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
        file.write(relation.SerializeToString())
    return name


def find_files_in(root: str | None) -> None:
    """Has the session's readers take paths for those of the file space, as fields of nodes do. `root`: where the file space
    is for the engine; nothing if paths are the engine's own."""
    if root is None:
        return
    original = DataSource.__init__

    def init(self: DataSource, format: Any = None, schema: Any = None, options: Any = None, paths: Any = None, *more: Any, **named: Any) -> None:
        original(self, format, schema, options, paths and [path_in(root, str(path)) for path in paths], *more, **named)

    DataSource.__init__ = init


def path_in(root: str, path: str) -> str:
    if "://" in path or path.startswith(("file:", f"{root}/")):
        return path
    return f"{root}/{path.lstrip('/')}"
