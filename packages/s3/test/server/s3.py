"""A real S3 server (Moto's) on loopback.

Takes a JSON object on its first line of input (port), writes one JSON line when it is ready, then obeys one JSON array a
line with one JSON line each: `["bucket", NAME]` makes a bucket, `["time", BUCKET, KEY, MS]` sets the time of an object,
`["begun", BUCKET, KEY, MS]` that of its uploads, `["files", BUCKET, PREFIX, COUNT]` writes empty objects, `["keys"]` lets only
those in who sign with a key that it then tells. The end of its input ends it.
"""

import datetime
import json
import logging
import sys
import threading
import time

from moto import settings
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.responses import ActionAuthenticatorMixin
from moto.iam.models import iam_backends
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from moto.s3.models import FakeMultipart, s3_backends
from moto.s3.responses import S3Response
from werkzeug.serving import WSGIRequestHandler, make_server

logging.getLogger("werkzeug").setLevel(logging.ERROR)
moto = DomainDispatcherApplication(create_backend_app)
one_at_a_time = threading.RLock()


def application(environment, start):
    """What S3 decides at once, Moto looks up first and does then."""
    if "HTTP_IF_NONE_MATCH" not in environment:
        return moto(environment, start)
    with one_at_a_time:
        return list(moto(environment, start))


# Moto tells of each upload that it was begun in 2010
make_upload, serialized = FakeMultipart.__init__, S3Response.serialized


def upload_with_time(self, *given, **named):
    make_upload(self, *given, **named)
    self.begun = at(time.time() * 1000)


def serialized_with_times(self, result):
    is_list = isinstance(result.result, dict) and "KeyMarker" in result.result
    for told in result.result.get("Uploads", []) if is_list else []:
        begun = objects().get_bucket(self.bucket_name).multiparts[told["UploadId"]].begun
        told["Initiated"] = f"{begun.isoformat(timespec='milliseconds')}Z"
    return serialized(self, result)


FakeMultipart.__init__, S3Response.serialized = upload_with_time, serialized_with_times


class Handler(WSGIRequestHandler):
    """Keeps connections, as S3 does."""

    protocol_version = "HTTP/1.1"


def objects():
    return s3_backends[DEFAULT_ACCOUNT_ID]["aws"]


def at(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc).replace(tzinfo=None)


def obey(command, *rest):
    if command == "bucket":
        objects().create_bucket(rest[0], "us-east-1")
    elif command == "time":
        objects().get_bucket(rest[0]).keys[rest[1]].last_modified = at(rest[2])
    elif command == "begun":
        for upload in objects().get_bucket(rest[0]).multiparts.values():
            if upload.key_name == rest[1]:
                upload.begun = at(rest[2])
    elif command == "files":
        for number in range(rest[2]):
            objects().put_object(rest[0], f"{rest[1]}{number}", b"")
    elif command == "keys":
        iam = iam_backends[DEFAULT_ACCOUNT_ID]["aws"]
        iam.create_user("us-east-1", "millrace")
        allowed = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
        denied = {"Effect": "Deny", "Action": ["s3:GetObject", "s3:PutObject"], "Resource": "arn:aws:s3:::*/closed/*"}
        policy = {"Version": "2012-10-17", "Statement": [allowed, denied]}
        iam.put_user_policy("millrace", "all", json.dumps(policy))
        key = iam.create_access_key("millrace")
        settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
        ActionAuthenticatorMixin.request_count = 0
        return {"accessKeyId": key.access_key_id, "secretAccessKey": key.secret_access_key}
    return {}


asked = json.loads(sys.stdin.readline())
server = make_server("127.0.0.1", asked["port"], application, threaded=True, request_handler=Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"port": server.server_port}), flush=True)
for line in sys.stdin:
    try:
        answer = obey(*json.loads(line))
    except Exception as error:  # told to whoever asked
        answer = {"error": repr(error)}
    print(json.dumps(answer), flush=True)
