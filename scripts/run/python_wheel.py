# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel of the Python package for its tests, and installs it into build/python/site.

What did not change since the last time is not compiled again (build/python/cmake). Little is
optimised, which would take longer than the tests: see GSQ_BRIEF in python/CMakeLists.txt.
"""
import os
import shutil
import subprocess
import sys
import tomllib

from scripts.core import pins, tasks

FOLDER = tasks.ROOT / "build" / "python"
PACKAGE = tasks.ROOT / "python"


def pip(*arguments):
    """Runs pip; ends with what it says when it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)],
        cwd=tasks.ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "CMAKE_BUILD_PARALLEL_LEVEL": str(tasks.jobs()),
             "CCACHE_BASEDIR": str(tasks.ROOT), "CCACHE_NOHASHDIR": "1"})
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}python-wheel: pip {arguments[0]} failed")


def check_pins():
    """What pip installs for a user's build is what the tests build with."""
    pinned = {pin.replace("_", "-") for pin in pins.pinned("python")}
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    for wanted in project["build-system"]["requires"]:
        if wanted not in pinned:
            sys.exit(f"python/pyproject.toml: error: expected requirements that are pinned in "
                     f"pyproject.toml, found {wanted}")


def main():
    tasks.arguments(__doc__).parse_args()
    check_pins()
    with tasks.temporary() as folder:
        pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", folder,
            "--config-settings", f"build-dir={FOLDER / 'cmake'}",
            "--config-settings", "cmake.define.GSQ_BRIEF=ON", PACKAGE)
        wheel, = folder.glob("gsq-*.whl")
        site = folder / "site"
        pip("install", "--no-index", "--no-deps", "--target", site, wheel)
        shutil.rmtree(FOLDER / "site", ignore_errors=True)
        shutil.move(site, FOLDER / "site")
        print(f"built {wheel.name}, installed in {FOLDER / 'site'}")

