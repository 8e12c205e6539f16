#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Any text as a sweep of make study: its points, or a sentence that begins with "study: ".

Usage: fuzz_study.py OPTIONS FOLDER…   as a fuzzer of libFuzzer, with Atheris
       fuzz_study.py replay FOLDER…    gives it the inputs of folders, without Atheris
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))


def check(sweep, data):
    """Reads these bytes as a sweep, through the file `sweep`."""
    sweep.write_bytes(data)
    try:
        points = study.points_of(study.read(sweep))
    except SystemExit as end:
        said = end.code
        assert isinstance(said, str) and said.startswith("study: "), f"not a sentence: {said!r}"
        assert "\n" not in said.strip(), f"not one line: {said!r}"
    else:
        assert points, "a sweep without its base"


def replay(*folders):
    files = sorted(path for folder in folders for path in pathlib.Path(folder).iterdir())
    with tempfile.TemporaryDirectory() as place:
        for file in files:
            print(file.name, flush=True)    # the last line names the input that failed
            check(pathlib.Path(place, "fuzz.toml"), file.read_bytes())
    print(f"replayed {len(files)} inputs")
    return 0 if files else 1


def fuzz():
    sweep = pathlib.Path("inputs.toml")     # in the folder of the run, since libFuzzer ends the process
    atheris.Setup(sys.argv, lambda data: check(sweep, data))
    atheris.Fuzz()


if sys.argv[1:2] == ["replay"]:
    from scripts.explore import study
else:
    import atheris
    with atheris.instrument_imports(include=["scripts.explore.study", "scripts.spec.config", "scripts.explore.own_traffic", "tomllib",
                                             "tomllib._parser"]):
        from scripts.explore import study

if __name__ == "__main__":
    sys.exit(replay(*sys.argv[2:]) if sys.argv[1] == "replay" else fuzz())
