#!/usr/bin/env python3
"""Breaks the RTL in the ways that tb/faults.json lists, one at a time; each must fail a test.

A fault is {"name", "file", "find", "replace", "intent"}: the text `find`, which occurs exactly once
in `file`, becomes `replace`. With "config" it shows there alone, and the tests of that configuration
run too. With "assertion" that assertion of the RTL must fail in random commands before a port differs.
Every fault gets a copy of the sources in build/mutate/<name>/, is built
there like the project itself (ccache has most of it), and runs the benches of blocks and the tests
of tiny up to the first that fails. Prints a table, writes build/mutate/results.json; exit 1 when a
fault survives. FAULT=NAME,… takes only these; JOBS is how many are tried at once.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "mutate"
SOURCES = ("CMakeLists.txt", "configs", "cpp_model", "docs", "examples", "rtl", "scripts", "sim",
           "tb")
TESTS = "unit|tiny"  # labels of the tests that are tried


def source_files():
    for name in SOURCES:
        path = ROOT / name
        yield from [path] if path.is_file() else (
            file for file in sorted(path.rglob("*"))
            if file.is_file() and "__pycache__" not in file.parts)


def copy_with_fault(fault):
    """The folder of the copy. Files that are right already stay untouched, for a quick rebuild."""
    folder = OUT / fault["name"]
    wanted = {}
    for file in source_files():
        wanted[folder / file.relative_to(ROOT)] = file.read_bytes()
    broken = folder / fault["file"]
    wanted[broken] = wanted[broken].replace(fault["find"].encode(), fault["replace"].encode())
    for name in SOURCES:
        for old in (folder / name).rglob("*"):
            if old.is_file() and old not in wanted:
                old.unlink()
    for path, data in wanted.items():
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o755)
    return folder


def attempt(fault):
    """Builds and tests one fault: its row of the table."""
    start = time.monotonic()
    folder = copy_with_fault(fault)
    labels, targets = TESTS, []
    if "config" in fault:
        labels = f"{TESTS}|{fault['config']}"
        targets = [f"gsq-{fault['config']}", f"system_test_{fault['config']}"]
    environment = {**os.environ, "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1",
                   "JOBS": "1", "GSQ_SHRINK_SECONDS": "0"}
    with open(folder / "build.log", "w", encoding="utf-8") as log:
        build = subprocess.run(["scripts/build.sh", "rtl_tests", *targets], cwd=folder,
                               env=environment, stdout=log, stderr=log, check=False)
    if build.returncode:
        outcome = f"NOT BUILT, see {(folder / 'build.log').relative_to(ROOT)}"
    else:
        tests = subprocess.run(
            ["ctest", "--test-dir", "build/cmake", "-L", f"^({labels})$", "--stop-on-failure",
             "--no-tests=error", "--output-on-failure"],
            cwd=folder, env=environment, capture_output=True, text=True, errors="replace",
            check=False)
        (folder / "test.log").write_text(tests.stdout + tests.stderr, encoding="utf-8")
        failed = re.search(r"Test +#\d+: (\S+) .*\*\*\*", tests.stdout)
        outcome = failed[1] if failed else "SURVIVED"
        if "assertion" in fault and not asserted(folder, fault["assertion"], environment):
            outcome = f"{fault['assertion']} SURVIVED"
    return {"name": fault["name"], "intent": fault["intent"], "caught_by": outcome,
            "seconds": round(time.monotonic() - start, 1)}


def asserted(folder, name, environment):
    """Whether that assertion is the first to notice the fault, in one of some random runs."""
    for seed in range(1, 6):
        run = subprocess.run(["build/tiny/gsq", "random", "--commands", "20000", "--stall", "30",
                              "--seed", str(seed), "--failures", ""], cwd=folder, env=environment,
                             capture_output=True, text=True, errors="replace", check=False)
        if re.search(rf"an assertion failed: \S+\.{name} ", run.stdout + run.stderr):
            return True
    return False


def load_faults():
    path = ROOT / "tb" / "faults.json"
    faults = json.loads(path.read_text(encoding="utf-8"))
    wanted = [name for name in os.environ.get("FAULT", "").split(",") if name]
    for fault in faults:
        count = (ROOT / fault["file"]).read_text(encoding="utf-8").count(fault["find"])
        if count != 1:
            sys.exit(f"tb/faults.json: {fault['name']}: expected its text `find` once in "
                     f"{fault['file']}, found it {count} times; adapt the fault to the RTL")
        if fault["find"] == fault["replace"]:
            sys.exit(f"tb/faults.json: {fault['name']}: `replace` changes nothing")
    unknown = set(wanted) - {fault["name"] for fault in faults}
    if unknown:
        sys.exit(f"there is no FAULT={','.join(sorted(unknown))} in tb/faults.json")
    return [fault for fault in faults if not wanted or fault["name"] in wanted]


def main():
    faults = load_faults()
    jobs = int(os.environ.get("JOBS") or os.cpu_count())
    start = time.monotonic()
    # The sound project first: it must pass, and it fills the cache of compiled code.
    OUT.mkdir(parents=True, exist_ok=True)
    for command in ([str(ROOT / "scripts" / "build.sh"), "rtl_tests"],
                    ["ctest", "--test-dir", str(ROOT / "build" / "cmake"), "-L", f"^({TESTS})$",
                     "-j",
                     str(jobs), "--quiet", "--no-tests=error"]):
        if subprocess.run(command, check=False).returncode:
            sys.exit("mutate: the RTL without a fault must build and pass first: make test")
    results = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for result in pool.map(attempt, faults):
            results.append(result)
            print(f"{result['name']:28} {result['seconds']:6.1f} s  {result['caught_by']}",
                  flush=True)
    path = OUT / "results.json"
    path.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    missed = sum(re.search("SURVIVED|NOT BUILT", result["caught_by"]) is not None for result in results)
    print(f"{len(results) - missed} faults caught, {missed} not, "
          f"{time.monotonic() - start:.0f} seconds, results in {path.relative_to(ROOT)}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
