"""Read by Schemathesis (SCHEMATHESIS_HOOKS): bodies of kinds that it does not know by itself."""

import schemathesis

schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
