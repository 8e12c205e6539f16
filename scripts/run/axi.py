# SPDX-License-Identifier: Apache-2.0
"""Tests gsq_axi with the bus masters of cocotbext-axi, the golden model behind them.

Verilates tb/axi/axi_tb.sv for each data width into build/axi-sim/WIDTH and runs tb/axi/test_axi.py and
tb/axi/test_ring.py on it. `scripts/setup.sh axi` installs cocotb into build/venv. The environment's CXX
compiles the simulator, without it Verilator's choice.

Exit status 0: no test failed, or with --faults each fault made one fail.
"""
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree

from scripts.core import tasks
from scripts.spec.rtl_files import MODULES, ROOT

SIM = ROOT / "build" / "axi-sim"
VENV = ROOT / "build" / "venv"
BENCH = ROOT / "tb" / "axi"
EXAMPLE = ROOT / "examples" / "soc" / "axi"
FAULTS = ROOT / "tb" / "plan" / "axi_faults.toml"
BRIEF = 300     # transactions at most for which the simulator is compiled quickly
# tiny, with a buffer large enough for the longest bursts in the part that no command accesses
PARAMETERS = {**json.loads((ROOT / "configs" / "tiny.json").read_text(encoding="utf-8")),
              "UbBytes": 65536}


def python(code):
    """What a line of Python prints in the environment of cocotb."""
    return subprocess.run([VENV / "bin" / "python", "-c", code], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def rtl_with(fault, folder):
    """gsq_sim.f, or a copy of it with a fault planted."""
    files = ROOT / "gsq_sim.f"
    if not fault:
        return files
    source = MODULES[fault["module"]]
    text = source.read_text(encoding="utf-8")
    if text.count(fault["find"]) != 1:
        sys.exit(f"{fault['name']}: expected its text once in {source.relative_to(ROOT)}, found it "
                 f"{text.count(fault['find'])} times")
    folder.mkdir(parents=True, exist_ok=True)
    changed = folder / source.name
    tasks.write(changed, text.replace(fault["find"], fault["replace"]))
    made = folder / "files.f"
    tasks.write(made, files.read_text(encoding="utf-8").replace(
        source.relative_to(ROOT).as_posix(), changed.relative_to(ROOT).as_posix()))
    return made


@dataclasses.dataclass
class Bench:
    """A top module, and the tests that run on it."""
    top: str
    file: pathlib.Path
    sources: list
    parameters: dict
    tests: str


def whole():
    return Bench("axi_tb", BENCH / "axi_tb.sv", [BENCH / "axi_checker.sv"], PARAMETERS,
                 "test_axi,test_ring")


def soc():
    """The SoC example, of which the parameters are its own."""
    return Bench("soc_gsq_axi", EXAMPLE / "soc_gsq_axi.sv", [EXAMPLE.parent / "soc_sram.sv"], {},
                 "test_driver")


def build(bench, width, fault, brief):
    """The simulator for one width: its path. A brief one is compiled quickly, for few cycles."""
    folder = SIM / "-".join([str(width), *(["soc"] if bench.top != "axi_tb" else []),
                             *(["brief"] if brief else []), *([fault["name"]] if fault else [])])
    libs = python("import cocotb.config as c; print(c.libs_dir)")
    share = python("import cocotb.config as c; print(c.share_dir)")
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "build.log"
    command = [
        "verilator", "--cc", "--exe", "--build", "-fno-const-bit-op-tree", "-j", os.environ.get("JOBS", "2"), "--vpi",
        "--assert", "-O3", "--prefix", "Vtop", "-o", "Vtop", "--Mdir", folder / "obj",
        "--timescale", "1ns/1ps", "--x-assign", "unique", "--x-initial", "unique",
        "--output-split", "20000", "-Wno-lint", "-Wno-style", "-Wno-fatal",
        "-Werror-USERFATAL", *(f"-G{name}={value}" for name, value in bench.parameters.items()),
        f"-GAxiDataWidth={width}", "--top", bench.top,
        "-MAKEFLAGS", "OPT_SLOW=-O0 " + ("OPT_FAST=-O0 OPT_GLOBAL=-O0" if brief else "OPT_FAST=-O1"),
        *(["-MAKEFLAGS", f"CXX={os.environ['CXX']} LINK={os.environ['CXX']}"] if "CXX" in os.environ
          else []),
        "-LDFLAGS", f"-Wl,-rpath,{libs} -L{libs} -lcocotbvpi_verilator",
        BENCH / "axi_tb.vlt", "-f", rtl_with(fault, folder / "rtl"), *bench.sources,
        bench.file, pathlib.Path(share) / "lib" / "verilator" / "verilator.cpp"]
    with open(log, "w", encoding="utf-8") as out:
        environment = {**os.environ}
        if shutil.which("ccache"):
            environment["OBJCACHE"] = "ccache"
        if subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT,
                          env=environment, check=False).returncode:
            sys.exit(f"{width} bits: the simulator cannot be built, see {log.relative_to(ROOT)}")
    return folder


def driver(folder):
    """The driver in C as a library."""
    library = folder / "libgather.so"
    subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
                    f"-I{ROOT / 'cpp_model' / 'include'}", *sorted(EXAMPLE.glob("*.c")), "-o",
                    library], check=True)
    return library


def run(bench, folder, width, options):
    """Runs the tests; the number of those that failed."""
    results = folder / "results.xml"
    results.unlink(missing_ok=True)
    parameters = folder / "parameters.json"
    tasks.write(parameters, json.dumps(PARAMETERS))
    environment = {
        **os.environ, "PYTHONPATH": str(BENCH), "MODULE": bench.tests, "TOPLEVEL": bench.top,
        "GSQ_TOP_FILE": str(bench.file), "GSQ_DRIVER": str(driver(folder)),
        "TOPLEVEL_LANG": "verilog", "COCOTB_RESULTS_FILE": str(results),
        "COCOTB_LOG_LEVEL": "INFO", "LIBPYTHON_LOC": python(
            "import find_libpython as f; print(f.find_libpython())"),
        "PATH": f"{VENV / 'bin'}:{os.environ['PATH']}", "VIRTUAL_ENV": str(VENV),
        "RANDOM_SEED": str(options.seed),
        "GSQ_GOLDEN": str(options.golden), "GSQ_PARAMETERS": str(parameters),
        "GSQ_WIDTH": str(width), "GSQ_TRANSACTIONS": str(options.transactions)}
    if options.only:
        environment["TESTCASE"] = options.only
    limit = ["timeout", "--foreground", "--kill-after=1", "3600"]  # no run takes an hour
    done = subprocess.run([*limit, folder / "obj" / "Vtop"], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    tasks.write(folder / "run.log", done.stdout)
    if not results.exists():
        print(done.stdout[-2000:])
        print(f"{width} bits: the simulation ended early, see "
              f"{(folder / 'run.log').relative_to(ROOT)}")
        return 1
    failed = 0
    for case in xml.etree.ElementTree.parse(results).getroot().iter("testcase"):
        bad = case.find("failure") is not None
        if case.find("skipped") is not None:
            continue
        failed += bad
        print(f"{width} bits  {case.get('name'):16} {'FAILED' if bad else 'passed'}  "
              f"{float(case.get('sim_time_ns')) / 10:8.0f} cycles")
    for line in done.stdout.splitlines():
        if re.search(r"%Error: .*Assertion|AssertionError: |Error: [^ ]|^gsq_axi: ", line):
            print(f"  {line.strip()}")
    if "%Error" in done.stdout or done.returncode:
        failed += not failed
    return failed


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--width", type=int, action="append", metavar="BITS",
                        help="of data; may be given several times; default: 64 and 256")
    parser.add_argument("--transactions", type=int, default=10000, metavar="N", help="default: 10000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--only", default="", metavar="TEST",
                        help="run only this one, or those between commas")
    parser.add_argument("--golden", type=pathlib.Path, default=ROOT / "build" / "axi_golden",
                        metavar="PROGRAM", help="that of tb/axi/golden.cpp; default: build/axi_golden")
    parser.add_argument("--fault", default="", metavar="NAME", help=f"plant one of {FAULTS.relative_to(ROOT)}")
    parser.add_argument("--faults", action="store_true",
                        help="all of them, one after the other; each must make a test fail")
    parser.add_argument("--driver", action="store_true",
                        help="instead: the driver in C of examples/soc/axi on soc_gsq_axi")
    parser.add_argument("--build-only", action="store_true", help="run nothing")
    options = parser.parse_args()
    options.golden = options.golden.resolve()
    faults = {item["name"]: item
              for item in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]}
    if options.fault and options.fault not in faults:
        sys.exit(f"there is no fault {options.fault}, expected one of: {', '.join(faults)}")
    if options.faults:
        return 1 if [name for name in faults if not caught(faults[name], options)] else 0
    bench = soc() if options.driver else whole()
    failed = 0
    for width in options.width or (64, 256):
        folder = build(bench, width, faults.get(options.fault),
                       options.driver or options.transactions <= BRIEF)
        if not options.build_only:
            failed += run(bench, folder, width, options)
    return 1 if failed else 0


def caught(fault, options):
    """Whether a test fails with a fault."""
    options.transactions = min(options.transactions, BRIEF)
    width = fault.get("width", 64)
    options.only = fault.get("only", "")
    bench = whole() if options.only else dataclasses.replace(whole(), tests="test_axi")
    folder = build(bench, width, fault, True)
    failed = run(bench, folder, width, options)
    shutil.rmtree(folder / "obj")
    print(f"{fault['name']}: {'caught' if failed else 'NOT caught'}: {fault['intent']}")
    return failed != 0
