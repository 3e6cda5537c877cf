"""Written as users of openapi-python-client write it; the package `millrace_client` is generated beside it."""

import json
import sys
from io import BytesIO

from millrace_client import AuthenticatedClient
from millrace_client.api.files import upload_file
from millrace_client.api.results import list_results
from millrace_client.api.workflow_executions import run_workflow, watch_execution
from millrace_client.api.workflows import create_workflow, read_workflow
from millrace_client.models import (
    CreateWorkflowBody,
    Edge,
    Graph,
    Node,
    NodeField,
    Problem,
    RunWorkflowBody,
    UploadFileBody,
)
from millrace_client.types import File

client = AuthenticatedClient(
    base_url=sys.argv[1], token=sys.argv[2], prefix="", auth_header_name="token"
)

people = File(payload=BytesIO(b"name,age\nAda,36\nBo,7\n"), file_name="python.csv")
uploaded = upload_file.sync(client=client, body=UploadFileBody(path="/", file=[people]))
print(",".join(entry.path for entry in uploaded.files))


def field(name, value):
    return NodeField(name=name, value=value, widget="textfield")


graph = Graph(
    name="From Python",
    nodes=[
        Node(
            id="1",
            name="People",
            type_="dataset",
            node_class="fire.nodes.dataset.NodeDatasetCSV",
            fields=[
                field("path", "python.csv"),
                field("outputColNames", json.dumps(["name", "age"])),
                field("outputColTypes", json.dumps(["STRING", "INTEGER"])),
            ],
        ),
        Node(
            id="2",
            name="Show",
            type_="transform",
            node_class="fire.nodes.util.NodePrintFirstNRows",
            fields=[field("n", "10")],
        ),
    ],
    edges=[Edge(id=1, source="1", target="2")],
)
workflow_id = create_workflow.sync(client=client, body=CreateWorkflowBody(workflow=graph))
saved = read_workflow.sync(workflow_id, client=client)
print(",".join(node.name for node in saved.workflow.nodes))

run = run_workflow.sync(client=client, body=RunWorkflowBody(workflow_id=workflow_id))
watch_execution.sync_detailed(run, client=client)
results = list_results.sync(run, client=client)
print(json.dumps(next(one.rows for one in results if one.type_ == "table"), separators=(",", ":")))

refused = read_workflow.sync(987654, client=client)
print(refused.code if isinstance(refused, Problem) else "no problem")
