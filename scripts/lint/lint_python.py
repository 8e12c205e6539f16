# SPDX-License-Identifier: Apache-2.0
"""Static checks of scripts/. For scripts/lint/lint.py."""
import ast

from scripts.lint.lint_check import Check, relative, text_of
from scripts.spec.rtl_files import ROOT

# From the bottom to the top: a room imports from those before it, never from one behind it. What lies
# above all rooms (docs_check.py, make_checks.py, __main__.py) and the tests import from all.
ROOMS = ("core", "spec", "flow", "lint", "formal", "coverage", "mutate", "explore", "kernels", "run",
         "pages")


def conventions():
    files = sorted(path for room in ROOMS for path in (ROOT / "scripts" / room).rglob("*.py"))
    yield Check("python", "rooms", files,
                lambda: breaches({relative(path): text_of(path) for path in files}))


def breaches(texts):
    """Findings on the imports of scripts, {path from the root: text}."""
    for path, text in texts.items():
        room = path.split("/")[1]
        for node in ast.walk(ast.parse(text)):
            names = ([alias.name for alias in node.names] if isinstance(node, ast.Import) else
                     [f"{node.module}.{alias.name}" for alias in node.names]
                     if isinstance(node, ast.ImportFrom) else [])
            for name in names:
                top, _, rest = name.partition(".")
                other = rest.partition(".")[0]
                if top == "scripts" and other not in ROOMS[:ROOMS.index(room) + 1]:
                    yield (f"{path}:{node.lineno}: {room} imports {name}, expected only rooms below it: "
                           f"{', '.join(ROOMS[:ROOMS.index(room)]) or 'none'}")
