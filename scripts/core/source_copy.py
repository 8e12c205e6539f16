# SPDX-License-Identifier: Apache-2.0
"""The sources: copies of them, each with a build of its own, for faults, sanitizers and fuzzers, and
which scripts a result depends on."""
import ast

from scripts.core import tasks

SOURCES = ("CMakeLists.txt", "VERSION", "gsq_sim.f", "configs", "cpp_model", "examples",
           "kernels", "python", "rtl", "scripts", "sim", "software", "tb")
BUILDING = ("scripts.__main__", "scripts.spec.config", "scripts.spec.instruction_header", "scripts.spec.isa_header",
            "scripts.spec.rvv_header",
            "scripts.spec.parameters", "scripts.run.verilate")     # what builds call


def scripts_of(*modules):
    """The files of these modules of scripts/ and of those that they import, from the root."""
    found, left = set(), list(modules)
    while left:
        path = tasks.ROOT / f"{left.pop().replace('.', '/')}.py"
        if path in found or not path.is_file():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                left += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                left += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return sorted(str(path.relative_to(tasks.ROOT)) for path in found)


def copy_sources(folder, more=(), changed=None):
    """Makes `folder` hold the sources, and `more`, as they are now, but `changed`, {path from the root: bytes}. Files
    up to date are not written, for a quick rebuild; what a build made there stays."""
    wanted = {folder / path: data for path, data in (changed or {}).items()}
    for source in (*SOURCES, *more):
        path = tasks.ROOT / source
        for file in [path] if path.is_file() else path.rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                wanted.setdefault(folder / file.relative_to(tasks.ROOT), file.read_bytes())
        for old in (folder / source).rglob("*"):
            if old.is_file() and old not in wanted and "__pycache__" not in old.parts:
                old.unlink()
    for path, data in wanted.items():
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            file = tasks.ROOT / path.relative_to(folder)
            if file.exists():
                path.chmod(file.stat().st_mode)
