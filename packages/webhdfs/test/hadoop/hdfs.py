"""A real NameNode and DataNode in one JVM, on loopback.

Takes a JSON object on its first line of input (java, jars, folder, settings, httpPort), writes one JSON line when all is
ready, then obeys one command a line with one JSON line each: `safemode on`, `safemode off`, `namenode stop`,
`namenode start`, `datanode stop`, `datanode start`. The end of its input ends the JVM.
"""

import json
import os
import sys
import time

from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
from py4j.protocol import Py4JJavaError

asked = json.loads(sys.stdin.readline())
port, token, jvm = launch_gateway(
    classpath=os.pathsep.join(asked["jars"]),
    jarpath=asked["py4j"],
    java_path=asked["java"],
    javaopts=["-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"],
    die_on_exit=True,
    return_proc=True,
    enable_auth=True,
    redirect_stdout=sys.stderr,
    redirect_stderr=sys.stderr,
)
gateway = JavaGateway(gateway_parameters=GatewayParameters(port=port, auth_token=token, auto_convert=True))
hadoop = gateway.jvm.org.apache.hadoop
hdfs = hadoop.hdfs.server

hadoop.metrics2.lib.DefaultMetricsSystem.setMiniClusterMode(True)
conf = hadoop.hdfs.HdfsConfiguration()
folder = asked["folder"]
local = "127.0.0.1:0"
settings = {
    "fs.defaultFS": "hdfs://127.0.0.1:0",
    "dfs.namenode.rpc-address": local,
    "dfs.namenode.http-address": f"127.0.0.1:{asked['httpPort']}",
    "dfs.namenode.name.dir": f"file://{folder}/name",
    "dfs.namenode.edits.noeditlogchannelflush": "true",
    "dfs.namenode.datanode.registration.ip-hostname-check": "false",
    "dfs.namenode.safemode.extension": "0",
    "dfs.namenode.redundancy.considerLoad": "false",
    "dfs.namenode.resource.du.reserved": "0",
    "dfs.datanode.data.dir": f"file://{folder}/data",
    "dfs.datanode.address": local,
    "dfs.datanode.http.address": local,
    "dfs.datanode.ipc.address": local,
    "dfs.datanode.hostname": "127.0.0.1",
    "dfs.datanode.du.reserved": "0",
    "dfs.heartbeat.interval": "1",
    "dfs.replication": "1",
    "hadoop.tmp.dir": f"{folder}/tmp",
    **asked["settings"],
}
for name, value in settings.items():
    conf.set(name, value)

strings = lambda: gateway.new_array(gateway.jvm.java.lang.String, 0)
daemons = {"namenode": None, "datanode": None}


def start_namenode():
    daemons["namenode"] = node = hdfs.namenode.NameNode(conf)
    # the same ports when it is started again
    rpc = node.getNameNodeAddressHostPortString()
    conf.set("dfs.namenode.rpc-address", rpc)
    conf.set("fs.defaultFS", f"hdfs://{rpc}")
    conf.set("dfs.namenode.http-address", f"127.0.0.1:{node.getHttpAddress().getPort()}")


def start_datanode():
    daemons["datanode"] = hdfs.datanode.DataNode.createDataNode(strings(), conf)


def wait_for_writes():
    """Returns when a file can be written: the DataNode has made itself and its disk known, and safe mode is over."""
    names = daemons["namenode"].getNamesystem()
    while names.getNumLiveDataNodes() == 0 or names.isInSafeMode():
        time.sleep(0.05)
    system = hadoop.fs.FileSystem.newInstance(conf)
    file = hadoop.fs.Path("/.ready")
    deadline = time.monotonic() + 120
    while not is_written(system, file, deadline):
        time.sleep(0.05)
    system.delete(file, False)
    system.close()


def is_written(system, file, deadline):
    try:
        stream = system.create(file, True)
        stream.write(bytes(1))
        stream.close()
        return True
    except Py4JJavaError:
        # no report of the disk yet, or a connection that an earlier NameNode has closed
        if time.monotonic() < deadline:
            return False
        raise


def stop_namenode():
    daemons["namenode"].stop()
    daemons["namenode"].join()


def stop_datanode():
    daemons["datanode"].shutdown()


def safemode(name):
    action = getattr(hadoop.hdfs.protocol.HdfsConstants.SafeModeAction, name)
    daemons["namenode"].getRpcServer().setSafeMode(action, False)


commands = {
    "safemode on": lambda: safemode("SAFEMODE_ENTER"),
    "safemode off": lambda: safemode("SAFEMODE_LEAVE"),
    "namenode stop": stop_namenode,
    "namenode start": lambda: (start_namenode(), wait_for_writes()),
    "datanode stop": stop_datanode,
    "datanode start": lambda: (start_datanode(), wait_for_writes()),
}


def answer(**values):
    print(json.dumps(values), flush=True)


hdfs.namenode.NameNode.format(conf)
start_namenode()
start_datanode()
wait_for_writes()
answer(
    rpc=conf.get("fs.defaultFS"),
    http=conf.get("dfs.namenode.http-address"),
    datanode=f"127.0.0.1:{daemons['datanode'].getInfoPort()}",
)
for line in sys.stdin:
    try:
        commands[line.strip()]()
        answer(done=line.strip())
    except Exception as error:
        answer(error=str(error))
# its folder is removed when this process has ended
jvm.kill()
jvm.wait()
