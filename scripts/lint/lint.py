# SPDX-License-Identifier: Apache-2.0
"""Static checks. One line a finding with file:line; exit 1 if there is any. The kinds:

  verilator  gsq_top with the configurations tiny, small and full: --lint-only -Wall
  configs    the same with all other named configurations
  modules    every module alone as top, with its default parameters: --lint-only -Wall
  slang      every module elaborated by the slang front end of Yosys, so that all can be synthesized
  circuit    the core of tiny as Yosys reads it: no latch, no loop, one driver of each signal
  rtl        conventions: header comment, file named as its module, doc comments, size
  cpp        conventions: header names, includes
  python     conventions: imports between the rooms of scripts/
  format     clang-format
  tidy       clang-tidy

`make test` runs those that take seconds. A check that passed is not run again until its command or
one of the files that it looks at changes; what passed is kept in build/lint/. JOBS is how many run
at once.
"""
import concurrent.futures
import sys
import time

from scripts.core import tasks
from scripts.lint import lint_check, lint_cpp, lint_python, lint_rtl

KINDS = {"verilator": lint_rtl.verilator, "configs": lint_rtl.configs,
         "modules": lint_rtl.modules, "slang": lint_rtl.slang,
         "circuit": lint_rtl.circuit, "rtl": lint_rtl.conventions, "cpp": lint_cpp.conventions, "python": lint_python.conventions,
         "format": lint_cpp.format_checks, "tidy": lint_cpp.tidy}


def name_of(check):
    return f"{check.kind} {check.name}"


def main():
    start = time.monotonic()
    parser = tasks.arguments(__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", type=tasks.one_of(KINDS),
                        help="only this kind of check; default: all")
    kinds = parser.parse_args().kinds or KINDS
    passed = {kind: lint_check.Passed(kind) for kind in kinds}
    checks = [check for kind in kinds for check in KINDS[kind]()]
    todo = [check for check in checks if not passed[check.kind].knows(check)]
    shown = set()
    with tasks.Progress("lint", [name_of(check) for check in todo], tasks.jobs(),
                        "checks") as progress, \
         concurrent.futures.ThreadPoolExecutor(tasks.jobs()) as pool:

        def timed(check):
            progress.begin(name_of(check))
            findings = check.run()
            progress.end(name_of(check))
            return findings

        running = {pool.submit(timed, check): check for check in todo}
        for done in concurrent.futures.as_completed(running):
            check, findings = running[done], done.result()
            if not findings:
                passed[check.kind].add(check)
            for finding in findings:
                if finding not in shown:  # the same one is reported below every top
                    progress.say(f"{finding} [{check.kind}]")
                shown.add(finding)
    print(f"lint: {len(checks)} checks ({', '.join(kinds)}), {len(checks) - len(todo)} unchanged "
          f"since they passed, {len(shown)} findings, {time.monotonic() - start:.0f} seconds")
    sys.exit(1 if shown else 0)
