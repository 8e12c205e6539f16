# SPDX-License-Identifier: Apache-2.0
"""The commands around the unit: python3 -m scripts COMMAND …, from the root of the project; from
elsewhere python3 PROJECT/scripts COMMAND …

A command is the function main() of a module. What it needs of other projects is a group of
scripts/setup.sh, which is installed first; packages of PyPI live in build/venv, whose Python then
runs it. Without a command: a list of all.
"""
import ast
import importlib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / "build" / "venv"
SETUP = "GSQ_SETUP"     # environment: groups that are installed; "all" where whoever calls sees to it
# {room: {command: groups of scripts/setup.sh}}. A module has the name of its command, with _ for -.
COMMANDS = {
    "core": {"ninja": "", "runner": ""},
    "spec": {"axi-registers": "axi", "commands": "", "commands-table": "", "config": "", "file-lists": "", "instruction-header": "",
             "instructions": "", "isa-header": "", "parameter-sets": "", "parameters": "", "patterns": "", "port-widths": "",
             "python-commands": "", "rvv": "", "rvv-header": "", "slang": "slang", "spdx": ""},
    "lint": {"lint": "lint", "packages": ""},
    "flow": {"area-tables": "area", "layout-table": "layout", "make-layout": "layout",
             "make-power": "layout", "power-table": "layout base waves", "synth": "area"},
    "formal": {"netlist-check": "area", "prove": "prove"},
    "coverage": {"code-coverage": "coverage", "coverage": "coverage", "functional-coverage": ""},
    "mutate": {"mutate": "", "mutate-drawn": "mutants", "mutate-models": "mutants"},
    "explore": {"explore": "area study explore", "explore-store": "area layout waves explore",
                "study": "base area study"},
    "kernels": {"foreign-kernels": "", "kernel-calls": "", "kernel-source": ""},
    "run": {"axi": "axi", "cycle-check": "", "cycle-speed": "", "examples": "", "fuzz": "fuzz",
            "python-wheel": "python", "regress": "", "riscv-core": "riscv", "rvv-tandem": "rvv",
            "sanitize": "test", "signoff": "", "soc": "base riscv", "speed-pairs": "", "verilate": ""},
    "pages": {"ahead-table": "", "assertions": "", "debug-demo": "", "diagrams": "waves",
              "doc-output": "", "docs": "docs", "examples-page": "study", "figures": "",
              "module-index": "", "python-page": "python", "riscv-page": "base riscv", "tools-table": "tools", "vec-table": "",
              "waves": "waves"},
    "": {"docs-check": "", "make-checks": ""},
}


def summary(path):
    """The first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return " ".join(text.split("\n\n")[0].split()).split(": ")[0].split(". ")[0].rstrip(".")


def show():
    print("usage: python3 -m scripts COMMAND …\n")
    for room, commands in COMMANDS.items():
        print(room)
        for name in commands:
            path = ROOT / "scripts" / room / f"{name.replace('-', '_')}.py"
            print(f"  {name:<20} {summary(path)}")


def prepare(groups):
    """Installs these groups, but for those that a command above has installed, and goes on with the
    Python of build/venv if there are any."""
    done = os.environ.get(SETUP, "").split()
    for group in groups:
        if not {group, "all"} & set(done):
            if status := subprocess.run([ROOT / "scripts" / "setup.sh", group], check=False).returncode:
                sys.exit(status)
    os.environ[SETUP] = " ".join(dict.fromkeys([*done, *groups]))
    python = VENV / "bin" / "python"
    if groups and python.exists() and not os.path.samefile(os.path.dirname(sys.executable), VENV / "bin"):
        os.execv(python, [str(python), *sys.orig_argv[1:]])


def main():
    name = sys.argv[1] if sys.argv[1:] else "--help"
    room = next((room for room, commands in COMMANDS.items() if name in commands), None)
    if room is None and name not in ("-h", "--help"):
        sys.exit(f"scripts: there is no command {name}; python3 -m scripts lists all")
    helped = sys.argv[2:3] in (["-h"], ["--help"])      # which needs nothing
    if room is not None and not helped:
        prepare(COMMANDS[room][name].split())
    # Not the rooms themselves: some have the names of packages of others.
    sys.path[0] = str(ROOT)
    sys.argv = [f"python3 -m scripts {name}", *sys.argv[2:]]
    tasks = importlib.import_module("scripts.core.tasks")
    if room is None:
        tasks.main(show)
    module = importlib.import_module(".".join(filter(None, ("scripts", room, name.replace("-", "_")))))
    tasks.main(module.main)


main()
