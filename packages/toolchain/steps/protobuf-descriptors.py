"""Writes a CodeGeneratorRequest for the Spark Connect protocol of the installed pyspark to standard output."""

import importlib
import sys

from google.protobuf import descriptor_pb2
from google.protobuf.compiler import plugin_pb2

MODULES = [
    *(
        f"pyspark.sql.connect.proto.{name}_pb2"
        for name in ["base", "catalog", "commands", "common", "expressions", "ml_common", "ml", "pipelines", "relations", "types"]
    ),
    # The details of an error status.
    "google.rpc.error_details_pb2",
]

files = {}


def add(file):
    """Adds a file after all that it imports, as the protocol of code generators asks."""
    if file.name in files:
        return
    for dependency in file.dependencies:
        add(dependency)
    proto = descriptor_pb2.FileDescriptorProto()
    file.CopyToProto(proto)
    files[file.name] = proto


for module in MODULES:
    add(importlib.import_module(module).DESCRIPTOR)

request = plugin_pb2.CodeGeneratorRequest(
    parameter="target=js+dts,import_extension=js",
    file_to_generate=[name for name in files if name.startswith(("spark/", "google/rpc/"))],
    proto_file=files.values(),
)
sys.stdout.buffer.write(request.SerializeToString())
