"""Prints what the interpreter is, and what is built in, as JSON: `describe_interpreter.py SITE_PACKAGES`.

Libraries of projects must fit the interpreter, and must not have the names of what is built in.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import sys
import sysconfig

from packaging.tags import sys_tags

#: Modules that code of others imports (`millrace_code/workflow_context.py`), and those that Python loads by itself.
OWN = ["fire", "fire_notebook", "firepython", "workflowcontext", "sitecustomize", "usercustomize", "__main__"]


def modules_in(folder: str) -> tuple[list[str], list[str]]:
    """Names of modules and packages in a folder, and names of folders that packages share."""
    modules = set()
    namespaces = set()
    for entry in os.scandir(folder):
        name = entry.name.split(".")[0]
        if not name.isidentifier() or name == "__pycache__":
            continue
        if entry.is_file():
            if entry.name.endswith((".py", ".so", ".pyd")):
                modules.add(name)
        elif entry.name == name:
            (modules if os.path.exists(os.path.join(entry.path, "__init__.py")) else namespaces).add(name)
    return sorted(modules), sorted(namespaces)


def main() -> None:
    site_packages = sys.argv[1]
    modules, namespaces = modules_in(site_packages)
    own, folders = modules_in(os.path.dirname(os.path.abspath(__file__)))
    packages = {one.metadata["Name"]: one.version for one in importlib.metadata.distributions(path=[site_packages])}
    description = {
        "version": platform.python_version(),
        "platform": sysconfig.get_platform(),
        "tags": [str(tag) for tag in sys_tags()],
        "standard": sorted({*sys.stdlib_module_names, *sys.builtin_module_names}),
        "packages": packages,
        "modules": modules,
        "namespaces": namespaces,
        "own": [*own, *folders, *OWN],
    }
    json.dump(description, sys.stdout)


if __name__ == "__main__":
    main()
