"""Where code of users finds the libraries of its project."""

from __future__ import annotations

import os
import sys

#: The folder of libraries, if the project has any.
VARIABLE = "MILLRACE_LIBRARIES"


def find_libraries() -> None:
    """Has modules imported from the libraries, after all that is built in. A process that code is forked from does not call it:
    what it imports would be the code of users."""
    folder = os.environ.get(VARIABLE)
    if folder:
        sys.path.append(folder)
