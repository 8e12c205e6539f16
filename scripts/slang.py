#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""slang's command line, by its Python package: what `slang` does where it is installed.

Usage: build/tools/bin/python scripts/slang.py OPTION… FILE…
"""
import shlex
import sys

import pyslang


def main():
    driver = pyslang.driver.Driver() if hasattr(pyslang, "driver") else pyslang.Driver()
    driver.addStandardArgs()
    if not driver.parseCommandLine(shlex.join(["slang", *sys.argv[1:]])) or \
            not driver.processOptions() or not driver.parseAllSources():
        return 1
    compilation = driver.createCompilation()
    driver.reportCompilation(compilation, False)
    return 0 if driver.reportDiagnostics(False) else 1


if __name__ == "__main__":
    sys.exit(main())
