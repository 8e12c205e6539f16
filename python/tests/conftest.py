# SPDX-License-Identifier: Apache-2.0
"""What the tests share."""
import os
import pathlib
import subprocess

import pytest
from gsq import _core

SOURCE = pathlib.Path(_core.SOURCE)
BUILD = pathlib.Path(os.environ.get("GSQ_BUILD", SOURCE / "build"))


@pytest.fixture(scope="session")
def gsq_program():
    """Runs the gsq program of the configuration tiny; returns what subprocess.run does."""
    program = BUILD / "tiny" / "gsq"
    if not program.exists():
        pytest.fail(f"expected {program}: scripts/build.sh gsq-tiny builds it")

    def run(*arguments, **options):
        return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True,
                              timeout=300, check=False, **options)

    run.path = program
    return run
