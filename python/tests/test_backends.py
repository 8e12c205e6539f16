# SPDX-License-Identifier: Apache-2.0
"""What runs a unit: cycles of the model and of the RTL, configurations, the other process."""
import importlib.metadata
import json
import os
import pathlib
import re
import stat
import subprocess

import gsq
import numpy as np
import pytest
from conftest import BUILD, SOURCE

PROGRAMS = [path for path in sorted((SOURCE / "tb" / "programs").glob("*.gsq"))
            if "tiny" in (re.search(r"# configs: *(.*)", path.read_text()) or ["", "tiny"])[1].split()]
BUILT = [config for config in [gsq.Config("tiny"), gsq.Config("tiny", Places=4, Parts=2)]
         if (BUILD / config.name / "gsq").exists()]


@pytest.mark.parametrize("config", BUILT, ids=lambda config: config.name)
def test_cycles_of_the_model_are_those_of_the_rtl(config, tmp_path):
    """All programs: the cost of every command, and that of gsq run."""
    for program in PROGRAMS:
        costs = []
        for backend in ["cycle", "lockstep"]:
            with gsq.Unit(config, backend) as unit:
                unit.run(program)
                costs.append((unit.cycles(), unit.ar(), unit.statistics(),
                              unit.read_ub(0, config.ub_bytes).tobytes()))
        compared = costs[1][2]["totals"]["compared_cycles"]
        assert compared == costs[1][0] > 0 and costs[0][2]["totals"]["compared_cycles"] == 0
        for cost in costs:
            del cost[2]["totals"]["compared_cycles"]
        assert costs[0] == costs[1], program.name
        stats = tmp_path / "stats.json"
        subprocess.run([BUILD / config.name / "gsq", "run", program, "--stats", stats], check=True,
                       stdout=subprocess.DEVNULL, timeout=100)
        assert json.loads(stats.read_text()) == costs[0][2], program.name
    assert len(PROGRAMS) > 10


def test_golden_has_no_cycles():
    unit = gsq.Unit("tiny")
    unit.create_mask(0, "b8", "ALL")
    assert unit.cycles() == 0
    totals = unit.statistics()["totals"]
    assert totals["commands"] == 1 and totals["cycles"] == 0


def test_statistics_are_of_the_time_since_the_last_ones():
    unit = gsq.Unit("tiny", "cycle")
    unit.create_mask(0, "b32", "ALL")
    first = unit.statistics()
    for _ in range(10):
        unit.gather(1, 0, 0, 0, "b32")
    second = unit.statistics()
    assert first["totals"]["commands"] == 1 and second["totals"]["commands"] == 10
    assert first["cycles"] + second["cycles"] == unit.cycles()
    assert second["totals"]["bank_cycles"] == second["totals"]["bound"] == 10
    assert [one["op"] for one in second["commands"]] == ["gather"] * 10
    assert second["config"] == gsq.Config("tiny").parameters
    assert unit.statistics()["commands"] == []


def test_configurations():
    names = sorted(path.stem for path in (SOURCE / "configs").glob("*.json"))
    for name in names:
        file = SOURCE / "configs" / f"{name}.json"
        config = gsq.Config(name)
        assert config.name == name and config.parameters == json.loads(file.read_text())
        assert gsq.Config(file).parameters == config.parameters
    # Named as scripts/spec/config.py names them.
    for changes in [{"Places": 8, "Banks": 16}, {"Banks": 16, "Places": 8}, {"Places": 1},
                    {"RspDepth": np.int64(32)}]:
        text = ",".join(f"{key}={value}" for key, value in changes.items())
        named = subprocess.run(["python3", SOURCE / "scripts", "config", "tiny", text],
                               capture_output=True, text=True, check=True).stdout.strip()
        assert gsq.Config("tiny", **changes).name == named
    assert gsq.Unit(gsq.Config("tiny", UbBytes=8192)).read_ub(8191, 1) == [0]
    for act, said in [
            (lambda: gsq.Config("tinny"), "expected the name of one of"),
            (lambda: gsq.Config("tinny"), "did you mean 'tiny'?"),
            (lambda: gsq.Config("none.json"), "none.json: cannot be read"),
            (lambda: gsq.Config("tiny", Plces=4), "unknown parameter Plces"),
            (lambda: gsq.Config("tiny", Places=2), "Places must be 1 or from 3 to 8, found 2"),
            (lambda: gsq.Config("tiny", Places="x"), "Places must be 1 or from 3 to 8, found "),
            (lambda: gsq.Config("tiny", Places=-1), "Places must be 1 or from 3 to 8, found -1"),
            (lambda: gsq.Config("tiny", Places=1 << 70), "Places must be 1 or from 3 to 8"),
            (lambda: gsq.Config(3), "expected the name of a configuration, found 3"),
            (lambda: gsq.Config(b"tiny"), "expected the name of a configuration, found b'tiny'"),
            (lambda: gsq.Unit("tiny", "silver"), "expected a backend (golden, cycle, rtl, lockstep)"),
            (lambda: gsq.Unit("tiny", stall=3), "stall: expected backend rtl or lockstep, found golden"),
            (lambda: gsq.Unit("tiny", "cycle", waves="x.fst"), "waves: expected backend rtl or"),
            (lambda: gsq.Unit("tiny", "rtl", stall=100), "--stall: expected a whole number from 0 to"),
            (lambda: gsq.Unit("tiny", "rtl", waves="/none/x.fst"), "'/none/x.fst': expected the name")]:
        with pytest.raises(gsq.Error) as caught:
            act()
        assert said in str(caught.value)


def test_patterns():
    assert gsq.pattern("UNIFORM:4:3").tolist() == [0, 3, 6, 9]
    assert gsq.pattern("LAPLACIAN:2:1:100").tolist() == [0, 99, 100, 101, 200]
    assert gsq.pattern("5,1").dtype == np.uint64
    for wrong in ["UNIFROM:4:3", "UNIFORM:4", "", "UNIFORM:0:1", "MS1:2:3", None, 3]:
        with pytest.raises(gsq.Error, match="expected"):
            gsq.pattern(wrong)


def test_stalls_change_cycles_only(tmp_path):
    results = []
    for stall, seed in [(0, 0), (50, 1), (50, 1), (50, 2)]:
        with gsq.Unit("tiny", "lockstep", stall=stall, seed=seed) as unit:
            unit.run((SOURCE / "tb" / "programs" / "gather.gsq"))
            results.append((unit.read_ub(0, 4096).tobytes(), unit.cycles()))
    assert len({memory for memory, _ in results}) == 1
    assert results[1] == results[2] and len({cycles for _, cycles in results}) == 3


def test_a_waveform_is_complete_when_the_unit_is_closed(tmp_path):
    waves = tmp_path / "run.fst"
    with gsq.Unit("tiny", "rtl", waves=waves) as unit:
        unit.create_mask(0, "b8", "ALL")
    assert waves.stat().st_size > 1000


# -------------------------------------------------------------------------------------------------
# The process
# -------------------------------------------------------------------------------------------------

def wrapper(folder, text, config="tiny"):
    """A folder of a build whose program is a shell script."""
    program = folder / config / "gsq"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return folder


def test_no_rtl_says_what_to_build(tmp_path, monkeypatch):
    with pytest.raises(gsq.Error) as caught:
        gsq.Unit(gsq.Config("tiny", Places=3, Banks=16), "lockstep", build=tmp_path)
    assert str(caught.value).startswith(
        "there is no RTL of the configuration tiny+Banks16+Places3: expected the program "
        f"{tmp_path}/tiny+Banks16+Places3/gsq; build it with 'make build CONFIG=tiny "
        f"SET=Places=3,Banks=16' in {SOURCE}")
    monkeypatch.setenv("GSQ_BUILD", str(tmp_path))
    with pytest.raises(gsq.Error, match=f"expected the program {tmp_path}/tiny/gsq"):
        gsq.Unit("tiny", "rtl")
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "gsq").write_text("")
    with pytest.raises(gsq.Error, match="cannot be run"):
        gsq.Unit("tiny", "rtl")


def test_rtl_of_other_parameters_is_refused(gsq_program, tmp_path):
    build = wrapper(tmp_path, f'exec "{gsq_program.path}" "$@"', "tiny+Banks16")
    with pytest.raises(gsq.Error, match="expected RTL with Banks 16, found RTL of the configuration "
                                        "tiny with 8: build it again"):
        gsq.Unit(gsq.Config("tiny", Banks=16), "rtl", build=build)


def test_a_mismatch_is_an_error(gsq_program, tmp_path):
    build = wrapper(tmp_path,
                    f'exec "{gsq_program.path}" "$@" --plant-fault 0x24 --failures "{tmp_path}/f"')
    unit = gsq.Unit("tiny", "lockstep", build=build)
    unit.write_v(0, np.arange(8, dtype=np.int32))
    unit.create_mask(0, "b8", "ALL")
    unit.store_align(0x20, 0, 0, "b8", "norm")
    unit.load_align(1, 0x20, "norm")
    line = "test_backends.py:"
    with pytest.raises(gsq.Error) as caught:
        unit.wait()
    assert "expected" in str(caught.value) and line in str(caught.value)
    folder, = (tmp_path / "f").glob("*")
    assert {path.name for path in folder.glob("*")} >= {"program.gsq", "report.txt"}
    assert [path.stat().st_size > 1000 for path in folder.glob("*.fst")] == [True]
    # It goes on saying so, and does not hang.
    with pytest.raises(gsq.Error, match="have differed: expected a new run"):
        unit.create_mask(0, "b8", "ALL")
        unit.wait()
    unit.close()


@pytest.mark.parametrize("script, said", [
    ("exit 3", "gsq serve ended with status 3"),
    ("echo no such thing >&2; exit 2", "gsq serve ended with status 2: no such thing"),
    ("read line; echo hello; cat >/dev/null", "expected an answer of gsq serve, found 'hello"),
    ("read line; echo '[1]'; cat >/dev/null", "expected an answer of gsq serve"),
    ("read line; echo '{}'; cat >/dev/null", "parameters"),
    ("read line; printf '{'; exit 0", "gsq serve ended with status 0"),
    ("read line; echo '{\"error\": \"a sentence\"}'; cat >/dev/null", "^a sentence$"),
])
def test_whatever_the_process_does(script, said, tmp_path):
    with pytest.raises(gsq.Error, match=said):
        gsq.Unit("tiny", "rtl", build=wrapper(tmp_path, script))


def test_a_killed_process_is_an_error():
    unit = gsq.Unit("tiny", "rtl")
    unit.create_mask(0, "b8", "ALL")
    unit.wait()
    unit._process._process.kill()
    unit.create_mask(0, "b8", "ALL")
    with pytest.raises(gsq.Error, match="gsq serve ended with status -9"):
        unit.wait()
    with pytest.raises(gsq.Error, match="gsq serve ended"):
        unit.read_v(0)
    with pytest.raises(gsq.Error):
        unit.close()
    unit.close()


def test_no_process_is_left_behind():
    unit = gsq.Unit("tiny", "rtl")
    process = unit._process._process
    del unit
    assert process.wait(10) == 0
    with pytest.raises(ZeroDivisionError):
        with gsq.Unit("tiny", "rtl") as unit:
            process = unit._process._process
            unit.load_align(0, 1, "norm")   # its error must not hide the other
            1 / 0
    assert process.wait(10) == 0


def test_serve_answers_bad_requests_with_errors(gsq_program):
    requests = ["", "[", "3", "{}", '{"do": 3}', '{"do": "nothing"}', '{"do": "read_v"}',
                '{"do": "read_v", "index": 32}', '{"do": "read_v", "index": -1}',
                '{"do": "read_ub", "address": 4090, "size": 7}',
                '{"do": "write_ub", "address": 0, "bytes": "0"}',
                '{"do": "write_ub", "address": 0, "bytes": "0g"}',
                '{"do": "write_v", "index": 0, "bytes": "00"}',
                '{"do": "write_m", "index": 8, "bytes": "00"}',
                '{"do": "drain", "commands": [{"bits": "zz", "label": ""}]}', "\xff"]
    done = gsq_program("serve", input="\n".join([*requests, '{"do": "hello"}']) + "\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(answers) == len(requests) + 1
    assert all(list(answer) == ["error"] for answer in answers[:-1])
    assert answers[-1]["configuration"] == "tiny"


def mypy(*what):
    """mypy --strict."""
    return subprocess.run(
        ["python3", "-m", "mypy", "--config-file", SOURCE / "python" / "pyproject.toml",
         "--cache-dir", SOURCE / "build" / "python" / "mypy", *what],
        env={**os.environ, "PATH": f"{pathlib.Path(os.sys.executable).parent}:{os.environ['PATH']}",
             "MYPYPATH": f"{pathlib.Path(gsq.__file__).parent.parent}"},
        capture_output=True, text=True, check=False, timeout=300)


def test_the_types_are_right():
    """Of the installed package."""
    done = mypy(pathlib.Path(gsq.__file__).parent)
    assert done.returncode == 0, done.stdout + done.stderr


USES = """\
import gsq
import numpy as np
unit = gsq.Unit(gsq.Config("tiny", Places=3, Banks=np.int64(8)))
unit.write_ub(0, np.zeros(3, np.int32))
unit.write_ub(0, np.float32(1))
unit.write_ub(0, b"abc")
unit.write_v(0, bytearray(32))
unit.write_m(0, [True] * 32)
unit.write_m(0, np.ones(8, bool), "b32")
unit.store_unalign(0, 1, 0, "post")
unit.store_unalign(0, 1, 0, post=True)
unit.squeeze(1, 0, 0, "b32", "store_reg")
version: str = gsq.__version__
gsq.Config("tiny", Plces=3)             # wrong
gsq.Config("tiny", Places="3")          # wrong
unit.write_ub(0, [1, 2])                # wrong
unit.write_v(0, [1, 2])                 # wrong
unit.write_m(0, [1, 2])                 # wrong
unit.store_unalign(0, 1, 0, "abs")      # wrong
unit.clear_spr("pc")                    # wrong
"""


def test_a_type_checker_knows_what_is_taken(tmp_path):
    (tmp_path / "uses.py").write_text(USES)
    done = mypy(tmp_path / "uses.py")
    wrong = {number for number, line in enumerate(USES.splitlines(), 1) if line.endswith("# wrong")}
    assert {int(line.split(":")[1]) for line in done.stdout.splitlines()
            if ": error: " in line} == wrong, done.stdout + done.stderr
    for number, line in enumerate(USES.splitlines(), 1):    # and what it accepts runs, no more
        if number not in wrong:
            continue
        with pytest.raises(gsq.Error):
            exec("import gsq\nimport numpy as np\nunit = gsq.Unit('tiny')\n" + line)
    exec("\n".join(line for line in USES.splitlines() if not line.endswith("# wrong")), {})


def test_the_version_is_that_of_the_project():
    assert gsq.__version__ == (SOURCE / "VERSION").read_text().split()[0]
    assert gsq.__version__ == importlib.metadata.version("gsq")
