# SPDX-License-Identifier: Apache-2.0
"""Proves properties of RTL blocks, and that a planted fault breaks each proof.

A proof is a module of tb/formal/: a block of rtl/ with assertions about its ports, assumptions
about its inputs, and free inputs. A current Yosys (slang) converts it to an and-inverter graph; ABC
proves that no assertion fails, in all cycles by induction, or in as many as the assertions refer
to. Then a one-line fault is planted in a copy of the RTL and must make an assertion fail. See
docs/develop/proofs.md. Results: build/prove/<name>/done/; docs/develop/proofs_table.md when all
proofs hold. A proof that held is not repeated until its sources change. RUNNER, JOBS: where proofs
run, and how many at once. Exit code 1 when a proof fails or a fault breaks no assertion.
"""
import dataclasses
import json
import re
import subprocess
import sys
import time
import typing

from scripts.core import runner, tasks
from scripts.flow.synthesis import blocks
from scripts.flow.synthesis.sources import sources
from scripts.flow.synthesis.tools import ROOT, SLANG, Stop, shown, write

OUT = ROOT / "build" / "prove"
FORMAL = ROOT / "tb" / "formal"
TABLE = ROOT / "docs" / "develop" / "proofs_table.md"
DEPENDS = ("rtl", "tb/formal", "scripts/formal/prove.py", "scripts/flow/synthesis", "pyproject.toml")
LIMIT = 300  # s, for one run of ABC
STEP = 3     # cycles without failure from which induction concludes that the next has none
BASE = 5     # first cycles, in which nothing may fail
VREG_READS = ("index_is_still", "source_is_still")   # assertions of the core on vector registers
OUTCOME = {True: "proven", False: "FAILED", None: "UNDECIDED"}

# A fault must break a stated property, not only the invariants (inv_…) that make it inductive.
STATED = "delete t:$check n:*inv_* %i;"

# The proof of a block omits what the block requires of its inputs (GSQ_ASSUME), since it states its
# own assumptions. It proves what the blocks within it require.
CONTRACT = "delete t:$check n:*assume_* %i n:*.u_* %d;"

# Two copies take for granted what the RTL asserts: other proofs and simulation check that.
GRANTED = "chformal -assert2assume t:$check;"

# Undriven values and x are free: they may have any value in every cycle. So may the outputs of
# modules that are cut out.
ELABORATE = """
read_slang -j 1 -I rtl -D GSQ_FORMAL --top {top} {cut} {params} {files}
hierarchy -top {top}; proc; flatten; check -assert; {removed} {contract} {stated} memory_map
setundef -undriven -anyseq; async2sync; chformal -lower; bwmuxmap; bmuxmap; demuxmap
opt_expr -full; opt_merge; opt_clean; dffunmap; techmap
setundef -undriven -anyseq; aigmap; opt_clean
write_aiger -L -zinit {out}/design.aig
write_aiger -L -zinit -ascii -vmap {out}/design.map -ywmap {out}/design.json {out}/design.aag
"""

# fold: assumptions hold in all cycles up to the failure; orpos: one property of all assertions;
# ifraig: equal functions become the same gate.
BOUNDED = """
read_aiger {out}/{circuit}.aig
fold; {join} ifraig
bmc3 -v -F {cycles} -T {limit}
write_cex -a {out}/trace.txt
"""
INDUCTION = f"ind -v -F {STEP + 1} -T {LIMIT}\n"


@dataclasses.dataclass
class Proof:
    """One module of tb/formal/ with parameters; the fault is (file below rtl/, find, replace).

    With `cycles` only that many are checked: for a property that says nothing about later ones.
    With `inner` only assertions of these instances of the block are part of it; without those named
    in `omit`, which are about registers that are left out.
    With `twice` the module has outputs, which are the same in two copies that have the same
    inputs, but different values in registers without reset, x and undriven bits.
    Modules of `cut` are left out: their outputs may have any value.
    `per` gives the fields that depend on the parameters, {field: value}.
    With `apart` assertions are proven one after the other, each with those before it, and induction
    has one step: for invariants that follow from each other.
    """
    name: str
    top: str
    params: dict
    claim: str = ""
    fault: tuple = ()
    cycles: int = 0
    inner: tuple = ()
    omit: tuple = ()
    apart: bool = False
    twice: bool = False
    cut: tuple = ("gsq_vreg",)
    per: typing.Callable = None

    def __post_init__(self):
        vars(self).update(self.per(self.params) if self.per else {})


def yosys(script, folder, log):
    (folder / f"{log}.ys").write_text(script, encoding="utf-8")
    # WebAssembly can access only the folder in which it runs, and those below.
    done = subprocess.run([SLANG, "-q", "-s", (folder / f"{log}.ys").relative_to(ROOT)], cwd=ROOT,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    runner.expect_alive(done.returncode, "Yosys")
    (folder / f"{log}.log").write_text(done.stdout, encoding="utf-8")
    return done.returncode == 0, done.stdout


def check(folder, proof, fault):
    """Whether the assertions hold, in which words, and after how many seconds.

    True: no assertion can fail. False: one can; a waveform shows it. None: no answer in time.
    """
    start = time.monotonic()
    folder.mkdir(exist_ok=True)
    files = sources(proof.top, [FORMAL / f"{proof.top}.sv"])
    if fault:
        name, find, replace = fault
        path = ROOT / "rtl" / name
        text = path.read_text(encoding="utf-8")
        if text.count(find) != 1 or path not in files:
            raise runner.Failed(f"expected the text of its fault once in rtl/{name}, found it "
                                f"{text.count(find)} times; adapt the fault in scripts/formal/prove.py to "
                                "the RTL")
        broken = folder / path.name
        write(broken, text.replace(find, replace))
        files[files.index(path)] = broken
    out = folder.relative_to(ROOT)
    params = " ".join(f"-G {name}={value}" for name, value in proof.params.items())
    inner = ""
    if proof.inner:
        kept = "".join(f" n:dut.{name}.* %d" for name in proof.inner)
        inner = f" delete t:$check n:dut*.* %i{kept} ;"
    inner += "".join(f" delete t:$check n:dut.g_{name}.* %i ;" for name in proof.omit)
    cut = " ".join(f"--blackboxed-module {name}" for name in proof.cut)
    removed = " ".join(f"delete t:{name}*;" for name in proof.cut)
    contract = GRANTED if proof.twice else CONTRACT + inner
    good, log = yosys(ELABORATE.format(top=proof.top, params=params, out=out, cut=cut,
                                       removed=removed, contract=contract,
                                       stated=STATED if fault else "",
                                       files=" ".join(str(f.relative_to(ROOT)) for f in files)),
                      folder, "elaborate")
    if not good:
        errors = re.findall(r"^.*\bERROR: .*$", log, re.M) or log.splitlines()[-1:]
        raise runner.Failed(f"{proof.top} does not elaborate: {errors[0].strip()}; see "
                            f"{out}/elaborate.log")
    if proof.twice:
        write_twice(folder, invariants=not fault)
    script = BOUNDED.format(out=out, circuit="design", join="" if proof.apart else "orpos;",
                            cycles=proof.cycles or BASE, limit=LIMIT)
    if not proof.cycles and not fault and proof.apart:
        write_step(folder)
        script += BOUNDED.format(out=out, circuit="step", join="", cycles=2, limit=LIMIT)
    elif not proof.cycles and not fault:
        script += INDUCTION
    write(folder / "prove.abc", script)
    done = subprocess.run(["berkeley-abc", "-f", out / "prove.abc"], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    runner.expect_alive(done.returncode, "ABC")
    log = done.stdout
    write(folder / "prove.log", log)
    seconds = time.monotonic() - start
    failed = re.search(r"was asserted in frame (\d+)", log)
    if failed and f"No output asserted in {BASE} frames" in log:
        return None, (f"no failure in {BASE} cycles, but the induction has one: the first state of "
                      f"{out}/trace.txt cannot be reached, or can fail later"), seconds
    if failed:
        names = replay(folder, int(failed[1]) + 1)
        return False, (f"{', '.join(names) or 'nothing'} fails in cycle {failed[1]}, see "
                       f"{out}/trace.vcd"), seconds
    if f"No output asserted in {proof.cycles or BASE} frames" in log:
        if proof.cycles:
            words = f"{proof.cycles} cycles" if proof.cycles > 1 else "combinational"
            return True, words, seconds
        if fault:
            return True, f"no failure in {BASE} cycles", seconds
        if proof.apart and "No output asserted in 2 frames" in log:
            return True, "induction of depth 1", seconds
        if "Networks are equivalent" in log:
            steps = int(re.search(r"Completed (\d+) iterations", log)[1]) - 1
            return True, f"induction of depth {steps}", seconds
        return None, f"no failure in {BASE} cycles, but no induction either, see {out}", seconds
    return None, f"no answer within {LIMIT} s, see {out}/prove.log", seconds


def read_circuit(folder):
    """Inputs, latches, outputs, assertions, assumptions and gates of the circuit, in literals."""
    lines = iter((folder / "design.aag").read_text(encoding="utf-8").split("\n"))
    counts = [int(word) for word in next(lines).split()[2:]]  # inputs, latches, outputs, …
    counts += [0] * (6 - len(counts))   # those of assertions and assumptions are left out when 0
    rows = [[[int(word) for word in next(lines).split()] for _ in range(counts[i])]
            for i in (0, 1, 2, 4, 5, 3)]  # the order of the file
    return rows


def read_names(folder):
    """Lines of the map of the circuit: kind, literal or number, number of the bit, name."""
    for line in (folder / "design.map").read_text(encoding="utf-8").split("\n"):
        if line.count(" ") >= 3:
            kind, number, bit, name = line.split(maxsplit=3)
            yield kind, int(number), int(bit), name


def write_circuit(path, count, nexts, made, checks, limits):
    """Writes a circuit: `count` inputs, latches by their next values, gates, assertions, assumptions."""
    first = 2 * (count + len(nexts))  # the literal before those of the gates
    lines = [f"aig {first // 2 + len(made)} {count} {len(nexts)} 0 {len(made)} {len(checks)} "
             f"{len(limits)}", *nexts, *checks, *limits]
    data = bytearray("".join(f"{line}\n" for line in lines).encode())
    for i, (left, right) in enumerate(made):
        for delta in (first + 2 * (i + 1) - left, left - right):
            while delta > 127:
                data.append(delta & 127 | 128)
                delta >>= 7
            data.append(delta)
    path.write_bytes(data)


def write_twice(folder, invariants):
    """Makes the circuit two copies of itself that must agree in their outputs, in those of a name
    inv_… only with `invariants`. Initial values and free bits differ between them."""
    inputs, latches, outputs, _, assumed, gates = read_circuit(folder)
    names = [*read_names(folder)]
    shared = {number for kind, number, _, _ in names if kind == "input"}
    alone = [i for i in range(len(inputs)) if i not in shared]
    count = len(inputs) + len(alone)
    first = 2 * (count + 2 * len(latches))
    literals = ({0: 0}, {0: 0})
    for i, (old, *_) in enumerate(inputs):
        literals[0][old] = literals[1][old] = 2 * (i + 1)
    for place, i in enumerate(alone):
        literals[1][inputs[i][0]] = 2 * (len(inputs) + place + 1)
    for i, (old, *_) in enumerate(latches):
        for copy in (0, 1):
            literals[copy][old] = 2 * (count + copy * len(latches) + i + 1)
    made = []

    def of(copy, old):
        return literals[copy][old & ~1] ^ (old & 1)

    def both(left, right):
        made.append((max(left, right), min(left, right)))
        return first + 2 * len(made)

    for copy in (0, 1):
        for old, left, right in gates:
            literals[copy][old] = both(of(copy, left), of(copy, right))
    same = {}  # per output: all of its bits agree
    for kind, number, _, name in names:
        if kind == "output" and (invariants or not name.startswith("inv_")):
            left, right = (of(copy, outputs[number][0]) for copy in (0, 1))
            agree = both(both(left, right ^ 1) ^ 1, both(left ^ 1, right) ^ 1)
            same[name] = both(same.get(name, 1), agree)
    nexts = [of(copy, row[1]) for copy in (0, 1) for row in latches]
    checks = [good ^ 1 for good in same.values()]
    limits = [of(copy, row) for copy in (0, 1) for (row,) in assumed]
    write_circuit(folder / "design.aig", count, nexts, made, checks, limits)
    # The same for replay().
    rows = [range(2, 2 * count + 1, 2), (f"{first - 4 * len(latches) + 2 * (i + 1)} {after}"
                                         for i, after in enumerate(nexts)),
            checks, limits, (f"{first + 2 * (i + 1)} {left} {right}"
                             for i, (left, right) in enumerate(made))]
    write(folder / "design.aag", f"aag {first // 2 + len(made)} {count} {len(nexts)} 0 {len(made)} "
          f"{len(checks)} {len(limits)}\n" + "".join(f"{row}\n" for part in rows for row in part))
    write(folder / "design.map", "".join(f"wire {of(copy, number)} {bit} {'ab'[copy]}.{name}\n"
                                         for copy in (0, 1) for kind, number, bit, name in names
                                         if kind == "wire"))
    write(folder / "design.json", json.dumps({"asserts": [[name] for name in same]}))


def write_step(folder):
    """Writes step.aig: the circuit from any state, assuming that nothing fails in the first cycle."""
    inputs, latches, _, bads, assumed, gates = read_circuit(folder)
    count = len(inputs) + len(latches)  # inputs: those of the circuit, and its first state
    first = 2 * (count + len(latches) + 1)  # a latch that is 0 in the first cycle only
    made = []

    def both(left, right):
        made.append((max(left, right), min(left, right)))
        return first + 2 * len(made)

    literal = {0: 0}
    for i, (old, *_) in enumerate(inputs):
        literal[old] = 2 * (i + 1)
    for i, (old, *_) in enumerate(latches):
        given, kept = 2 * (len(inputs) + i + 1), 2 * (count + i + 1)
        literal[old] = both(both(first, kept) ^ 1, both(first ^ 1, given) ^ 1) ^ 1

    def of(old):
        return literal[old & ~1] ^ (old & 1)

    for old, left, right in gates:
        literal[old] = both(of(left), of(right))
    sound = 1
    for (bad,) in bads:
        sound = both(sound, of(bad) ^ 1)
    # What is proven is used for those behind it: invariants first.
    names = json.loads((folder / "design.json").read_text(encoding="utf-8"))["asserts"]
    order = sorted(range(len(bads)), key=lambda i: ".inv_" not in f".{names[i][-1]}".replace("\\", "."))
    checks = [of(bads[i][0]) for i in order]
    limits = [of(row) for (row,) in assumed] + [both(first ^ 1, sound ^ 1) ^ 1]
    write_circuit(folder / "step.aig", count, [*(of(row[1]) for row in latches), 1], made, checks,
                  limits)


def replay(folder, frames):
    """Simulates the counter-example: the assertions that fail, and a waveform."""
    inputs, latches, _, bads, _, gates = read_circuit(folder)
    nets = {}
    for kind, literal, bit, name in read_names(folder):
        if kind == "wire" and "$" not in name:
            nets.setdefault(name, {})[bit] = literal
    trace = (folder / "trace.txt").read_text(encoding="utf-8")
    trace = re.findall("^[01]+", trace, re.M)[-frames:]
    codes = {name: f"n{i}" for i, name in enumerate(sorted(nets))}
    vcd = ["$timescale 1ns $end", "$scope module prove $end",
           *(f"$var wire {max(nets[name]) + 1} {code} {name.replace('[', '(').replace(']', ')')}"
             " $end" for name, code in codes.items()), "$upscope $end", "$enddefinitions $end"]
    value = [0] * (2 * (max(map(lambda row: row[0], inputs + latches + gates), default=0) // 2 + 1))
    value[1] = 1
    state = [0] * len(latches)
    for cycle, bits in enumerate(trace):
        for (literal, *_), bit in [*zip(inputs, map(int, bits)), *zip(latches, state)]:
            value[literal:literal + 2] = bit, 1 - bit
        for literal, left, right in gates:
            value[literal] = value[left] & value[right]
            value[literal + 1] = 1 - value[literal]
        state = [value[row[1]] for row in latches]
        vcd.append(f"#{cycle}")
        for name, code in codes.items():
            net = nets[name]
            vcd.append("b" + "".join(str(value[net[i]]) if i in net else "x" for i in
                                     range(max(net), -1, -1)) + f" {code}")
    write(folder / "trace.vcd", "\n".join([*vcd, f"#{frames}"]) + "\n")
    names = json.loads((folder / "design.json").read_text(encoding="utf-8"))["asserts"]
    # Names of blocks that have none are numbers.
    return list(dict.fromkeys(re.sub(r"^(\\|\$\d+\.)+", "", name[-1])
                              for name, (literal,) in zip(names, bads) if value[literal]))


COMPACT = "the bytes kept, from lane 0 upwards in order, zeros above them, for all masks and data"
LOW_LOST = ("compute/gsq_compact.sv", "place += 2'(Levels'(i - base) < low);", "")
TWICE = "no output depends on what registers without reset start with"


def compact(params):
    return {"claim": "a vector that enters, whatever registers hold, leaves "
                     f"{params['Cuts']} moves later as {COMPACT}",
            "fault": LOW_LOST if params["Radix"] == 4 else
                     ("compute/gsq_compact.sv", "if (count[k]) b = ~b;", "if (count[0]) b = ~b;"),
            "cycles": params["Cuts"] + 1}


def prefix_count(params):
    return {"claim": f"{params['Cuts']} moves after a vector entered the first count is 0, and "
                     "each one adds the bit before it",
            "fault": ("compute/gsq_prefix_count.sv", "upto[g], upto[mid-1]", "upto[g], upto[mid]"),
            "cycles": params["Cuts"] + 2}


def lanes(params):
    if params["Parts"] == 1:
        return {"fault": ("xbar/gsq_lane.sv", "!turn_i && !hold_i &&", "!turn_i &&")}
    if params["XbarOneHot"]:
        return {"fault": ("xbar/gsq_lane.sv", "alike_q && !older_j_q", "1'b0")}
    return {"fault": ("xbar/gsq_lanes.sv", "{Cfg.Banks{hold_i || turn}}", "{Cfg.Banks{hold_i}}")}


PROOFS = [
    *(Proof(f"compact_{lanes}_radix{radix}_cuts{cuts}", "prove_compact",
            {"Lanes": lanes, "Radix": radix, "Cuts": cuts}, per=compact)
      for cuts in (0, 3) for lanes in (8, 16) for radix in (2, 4)),
    *(Proof(f"compact_{lanes}_radix{radix}_hold", "prove_compact_hold",
            {"Lanes": lanes, "Radix": radix, "Cuts": 3},
            "while en_i is 0 no register changes, whatever they hold; reset empties the pipeline",
            ("compute/gsq_compact.sv", "else if (en_i) valid <=", "else valid <="), 2)
      for lanes in (8, 16) for radix in (2, 4)),
    *(Proof(f"prefix_count_{width}_cuts{cuts}", "prove_prefix_count",
            {"Width": width, "Cuts": cuts}, per=prefix_count)
      for width, cuts in ((32, 0), (32, 3), (64, 2))),
    *(Proof(f"row_product_{'multiply' if any_factor else 'shift'}", "prove_row_product",
            {"VlenBytes": 32, "UbBytes": 4096, "RowMultiplier": any_factor},
            "the two numbers make the product plus the constant in both codings, with any factor for "
            "indices of two digits; a product that is not far is exact, one that is far is "
            "UbBytes or more",
            ("access/gsq_row_product.sv", "& beyond_i[Cfg.AddrWidth-1:1])", "& beyond_i[Cfg.AddrWidth-2:0])"),
            1)
      for any_factor in (0, 1)),
    *(Proof(f"stream_merge_{vlen}", "prove_stream_merge", {"VlenBytes": vlen},
            "at every place: a byte held or appended is either written or held on, unchanged, and "
            "no other is",
            ("access/gsq_stream_rotate.sv", "k < 32'(complete_o)", "k <= 32'(complete_o)"), 1)
      for vlen in (32, 64)),
    Proof("agu_range", "prove_agu_range", {"VlenBytes": 128, "UbBytes": 4096},
          "an operand is outside when, and only when, it exists and some block of some iteration is, "
          "up to the last one with a selected lane; the answer stays until the next command",
          ("issue/gsq_agu_range.sv", "repeat_i - 8'd1", "repeat_i"), 3),
    Proof("lane_alu", "prove_lane_alu", {"VlenBytes": 32},
          "copy, abs and add of every lane of b16 and b32, whatever its neighbours hold or do",
          ("access/gsq_lane_alu.sv", "{16{wide_i[i] && make[15]}}", "{16{make[15]}}"), 1),
    Proof("lane_ops", "prove_lane_ops", {"VlenBytes": 8},
          "every operation of lane.* in every lane of b8, b16 and b32, with a vector or a scalar, 0 in "
          "inactive lanes; copy, abs and add of vec.*, whatever lane.* would do",
          ("compute/gsq_lane_shift.sv", "& {8{top[i]}}", "& {8{i == 3}}"), 1),
    *(Proof(f"lane_return_{size}_{'merge' if lane_ops else f'parts{parts}'}", "prove_lane_return",
            {"VlenBytes": 32, "Places": 3, "Parts": parts, "BankBytes": size, "LaneOps": lane_ops},
            "a word, or the element of it that its slot takes, goes to its bytes of V in the register of "
            "its command, a cycle after it came, or to the lane ALU with what its tag says; on each port "
            "one word at most writes a byte, both ports never write one half of a register, and what no "
            "word writes is not written, but for zeros beside a lane of one byte" +
            (" that unpacks" if lane_ops else ""),
            ("access/gsq_lane_return.sv", *fault))
      for size, parts, lane_ops, fault in (
          (4, 1, 0, ("tag_q[Lane].info[0] == 1'(Group)", "1'b1")),
          (4, 2, 0, ("elem = slot_tag_i[s].info;", "elem = 2'd3;")),
          (4, 2, 1, ("= ^low_high;", "= 1'b0;")),
          (8, 2, 0, ("(Cfg.LanePorts - 1) * Cfg.Slots + Word;", "Word;")))),
    Proof("vec_entries", "prove_vec_entries", {"VlenBytes": 8, "Depth": 3},
          "each lane of each entry has the copy, the absolute value, or the sum of both operands in "
          "whatever order they came; results come in the order of entries, when all are there",
          ("access/gsq_vec_entries.sv", "again[i] || op_i[i] != AluAdd", "op_i[i] != AluAdd")),
    Proof("vec_entries_shared", "prove_vec_entries", {"VlenBytes": 8, "Depth": 3, "LaneOps": 1},
          "the same with a lane ALU beside it, which gets the other operand in the right cycle",
          ("access/gsq_vec_entries.sv", "next_entry_i[i] == 3'(e) && first_d", "first_d")),
    *(Proof(f"rsp_queue_{depth}", "prove_rsp_queue", {"RspDepth": depth},
            "responses leave in order, once, when done, as allocated or as their fault says; while "
            "stalled valid and payload stay; full is right",
            ("issue/gsq_rsp_queue.sv", "if (rsp_valid_o && rsp_ready_i)", "if (rsp_valid_o)"))
      for depth in (16, 32)),
    Proof("issue_queue", "prove_issue_queue", {"VlenBytes": 32},
          "commands leave in order, once, unchanged; the oldest one is always at the head; a place "
          "is free when fewer than IssueQueueDepth commands are held",
          ("issue/gsq_issue_queue.sv", "pop_i : push_i && (!valid_q[i] || pop_i)",
           "pop_i : push_i && !valid_q[i]")),
    *(Proof(f"xif_queue_{depth}", "prove_xif_queue", {"IdWidth": ids, "Depth": depth},
            "an instruction is offered for execution and for its result once, in order, as it was issued, and "
            "neither before its commit; a killed one is gone, and no other goes but those behind it",
            ("xif/gsq_xif_queue.sv", "if (kill_i) left = count_t'(i);",
             "if (kill_i) left = count_t'(i) + 1'b1;"))
      for depth, ids in ((2, 2), (3, 2), (4, 3))),
    Proof("mem_queue", "prove_mem_queue", {"VlenBytes": 32},
          "commands leave in order, once, unchanged, after exactly the writes they wait for; while "
          "stalled valid and payload stay; registers they read and load are reported",
          ("issue/gsq_mem_queue.sv", "used_q[head_q] && data_ahead_q[head_q] == '0 &&",
           "used_q[head_q] &&")),
    *(Proof(f"host_port_{patience}", "prove_host_port",
            {"UbBytes": 4096, "HostPatience": patience},
            "granted requests are served once, in order, unchanged, after at most HostPatience "
            "cycles as the oldest, and answered two cycles later with the data of the banks or the "
            "error",
            ("banks/gsq_host_port.sv", "serve_o    = request &&", "serve_o    = valid_q[head_q] &&"))
      for patience in (2, 64)),
    *(Proof(f"progress{name}", "prove_progress", {"LaneOps": lanes},
            "the oldest command without an answer moves in every cycle, but while the second port "
            f"of V{alu} is used, or is in the access pipe and the oldest there, whatever the "
            "commands; so response, issue and memory queue and the compute pipe do not wait for each "
            "other in a circle",
            fault, inner=("none",), apart=True,
            cut=("gsq_checks", "gsq_compact", "gsq_prefix_count", *cut))
      for lanes, name, alu, cut, fault in (
          (0, "", "", (), ("issue/gsq_mem_queue.sv", "if (used_q[i]) begin", "begin")),
          (1, "_lanes", " or the lane ALU", ("gsq_lane_ops",),
           ("compute/gsq_compute.sv", "!(lanes && vec)", "!lanes")))),
    *(Proof(f"twice_{block}{suffix}", f"prove_twice_{block}", params, f"{TWICE}{of}", fault,
            apart=True, twice=True, cut=cut)
      for block, suffix, params, of, cut, fault in (
          ("rsp_queue", "", {}, "", (),
           ("issue/gsq_rsp_queue.sv", "if (offer_i && !full_o) begin",
            "if (offer_i && alloc_done_i && !full_o) begin")),
          ("mem_queue", "", {}, "", (),
           ("issue/gsq_mem_queue.sv", "if (used_q[i]) begin", "begin")),
          ("compute", "", {}, ", without cuts in the network", ("gsq_lane_ops",),
           ("compute/gsq_compute.sv", "if (writes[i] && (stage_q[i].vd", "if ((stage_q[i].vd")),
          ("compute", "_cut", {"SqueezeCuts": 1}, ", with one cut", ("gsq_lane_ops",),
           ("compute/gsq_compute.sv", "if (goes_on[i]) stage_q[i+1] <= stage_q[i];",
            "if (goes_on[i] && stage_q[i].unsqueeze) stage_q[i+1] <= stage_q[i];")),
          ("group_gen", "", {}, ", with the address generator", (),
           ("access/gsq_agu.sv", "(overlap_q & waiting) == '0", "overlap_q == '0")),
          ("group_gen", "_lanes", {"LaneOps": 1}, ", with the address generator and lanes of one byte", (),
           ("access/gsq_agu.sv", "(overlap_q & waiting) == '0", "overlap_q == '0")))),
    *(Proof(f"slot_to_bank_{slots}x{banks}", "prove_slot_to_bank", {"Slots": slots, "Banks": banks},
            "both codings give the same accesses when slots of a bank name the same word",
            ("xbar/gsq_slot_to_bank.sv", "be_o[bank_i[i]] | be_i[i]", "be_i[i]"), 1)
      for slots, banks in ((4, 2), (8, 4))),
    Proof("bank_to_slot_4x8", "prove_bank_to_slot", {"Slots": 4, "Words": 8},
          "both codings give every slot the same word",
          ("xbar/gsq_bank_to_slot.sv", "word_i[sel_i[i]]", "word_i[sel_i[0]]"), 1),
    *(Proof(f"xbar_4x2_onehot{coding}", "prove_xbar",
            {"VlenBytes": 16, "UbBytes": 32, "Banks": 2, "XbarOneHot": coding},
            "every slot of a group is served once, together with all that ask for its word; each "
            "beat each bank takes the word of the lowest slot still waiting; the highest slot wins "
            "each byte; as many beats as words wanted from the fullest bank; through after at most "
            "3 cycles a slot without hold; reads return the right words to the right slots",
            ("xbar/gsq_slot_order.sv", "be_o   <= be;", "be_o   <= be_i;"))
      for coding in (0, 1)),
    *(Proof(f"lanes_4x4_parts{parts}_onehot{coding}", "prove_lanes",
            {"VlenBytes": 16, "UbBytes": 64, "Banks": 4, "Places": 3, "Parts": parts,
             "XbarOneHot": coding, "Groups": 4},
            "each bank offers the first word of its queue, and each lane takes the offers of its oldest "
            "groups, with parts two, of different ones, but one in single cycles; counts are places in "
            "the queues, lengths their lengths; slots served at once in a bank name one word of one "
            "group, with bytes apart in a write; words of a bank leave in the order of groups; a place "
            "holds one slot; groups enter, have turns and leave as the rule says, in order; the oldest "
            "one is served within its beats without hold or wait of fractions; fractions of a cycle are "
            "of one kind, and no lane serves a second word beside them",
            apart=True, per=lanes)
      for parts in (1, 2) for coding in (0, 1)),
    *(Proof(name, "prove_core", {"VlenBytes": 32, "UbBytes": 4096, "Banks": 8}, claim,
            fault, cycles, inner, omit, cut=cut)
      for name, claim, fault, cycles, inner, omit, cut in (
          ("core", "while stalled rsp_valid_o and rsp_o stay; commands go into queues with a place, "
           "what is reported done or faulty was issued and is not done yet",
           ("issue/gsq_issue.sv", "(entry_o.cls == ClassImmediate)",
            "(entry_o.cls != ClassCompute)"), 12,
           ("u_issue.u_rsp_queue", "u_issue.u_mem_queue"), (), ("gsq_vreg",)),
          ("core_blocks", "all blocks keep their assertions, and what they demand of each other",
           ("issue/gsq_rsp_queue.sv", "if (rsp_valid_o && rsp_ready_i) begin",
            "if (rsp_valid_o) begin"), 8, (), VREG_READS, ("gsq_vreg",)),
          ("core_reads", "vector registers are read only for commands that use them",
           ("gsq_core.sv", "mem_taken && reads_data(mem_op.kind), compute}", "mem_taken, compute}"), 8,
           tuple(f"g_{name}" for name in VREG_READS), (), ()))),
]


def family(proof):
    """What proofs have in common that differ only in their parameters."""
    return proof.top, re.sub(r"\d+", "", proof.claim)


def in_core(proofs, config, overrides):
    """The proofs with the parameters that their blocks have in the core of a configuration: of each
    family one for each set, [(proof, how it is called, its parameters)], and sentences on those
    that have none.

    The block is the first one in the module of the proof. What only this module has stays.
    """
    found, without = [], []
    families = {}
    for proof in proofs:
        families.setdefault(family(proof), []).append(proof)
    for (top, _), members in families.items():
        text = (FORMAL / f"{top}.sv").read_text(encoding="utf-8")
        block = re.search(r"^\s*(gsq_(?!pkg)\w+)\s+(?:#\s*\(|\w+\s*\()", text, re.M)[1]
        names = re.findall(r"^\s*parameter\s+[^=]*?(\w+)\s*=", text, re.M)
        sets = []
        for item in blocks.every(block, config, overrides):
            values = {name: value for name, value in item["parameters"].items() if name in names}
            sets += [values] if values and values not in sets else []
        label = members[0].name if len(members) == 1 else top.removeprefix("prove_")
        if not sets:
            what = ("has no parameters of it" if blocks.every(block, config, overrides) else
                    f"is not in {blocks.core_name(config, overrides)}")
            without.append(f"{label}: {block} {what}")
        for number, values in enumerate(sets):
            base = max(members, key=lambda proof: len(proof.params.items() & values.items()))
            name = f"{label}_{config}{f'_{number}' if number else ''}"
            found.append((base, name, {**base.params, **values}))
    return found, without


def attempt(folder, name, label=None, params=None):
    """The task: checks the RTL without and with the fault. Returns the method and the text."""
    proof = next(proof for proof in PROOFS if proof.name == name)
    if params:
        proof = dataclasses.replace(proof, name=label, params=params)
        name = label
    holds, how, seconds = check(folder, proof, None)
    line = (f"{name:24} {OUTCOME[holds]:9} {seconds:6.1f} s  {proof.top}: {proof.claim} ({how})")
    if not holds:
        raise runner.Failed(line)
    holds, words, seconds = check(folder / "broken", proof, proof.fault)
    outcome = "" if holds is False else "NOT NOTICED: "
    line += f"\n{'':24} fault     {seconds:6.1f} s  {outcome}{words}"
    if holds is not False:
        raise runner.Failed(line)
    return how, line


def row(outcome):
    name, error = outcome.task.name, outcome.error
    return outcome.result[1] if outcome.passed else (
        error if error.startswith(f"{name} ") else f"{name:24} FAILED    {error}")


def table(hows):
    """Writes the table of proofs for the documentation."""
    lines = ["# Proofs", "", "Written by `make prove`; what it means: [proofs.md](proofs.md).", "",
             "| proof | module | parameters | what holds | how | fault that breaks it |",
             "|---|---|---|---|---|---|"]
    for proof, how in zip(PROOFS, hows):
        params = ", ".join(f"{name} {value}" for name, value in proof.params.items())
        find, replace = (" ".join(text.split()).replace("|", "\\|") for text in proof.fault[1:])
        change = f"becomes `{replace}`" if replace else "is removed"
        lines.append(f"| {proof.name} | {proof.top} | {params} | {proof.claim} | {how} | "
                     f"`{find}` {change} in {proof.fault[0]} |")
    write(TABLE, "\n".join(lines) + "\n")


def chosen(names):
    """The proofs whose names begin with one of these; ends the program when none begins with one."""
    for name in names:
        if not any(proof.name.startswith(name) for proof in PROOFS):
            print(f"prove: no proof begins with {name}; there are "
                  f"{', '.join(proof.name for proof in PROOFS)}", file=sys.stderr)
            sys.exit(2)
    return [proof for proof in PROOFS if not names or proof.name.startswith(tuple(names))]


def work(proofs):
    """The tasks of these proofs."""
    return [runner.Task(proof.name, "scripts.formal.prove:attempt", {"name": proof.name}, OUT / proof.name,
                        runner.key(proof.name, DEPENDS)) for proof in proofs]


def work_in_core(proofs, config, overrides):
    """The tasks of these proofs with the parameters of a core; says which. Raises Stop."""
    made, without = in_core(proofs, config, overrides)
    for sentence in without:
        print(f"{sentence}; not proven")
    if not made:
        raise Stop(f"of these proofs none is of a block of {blocks.core_name(config, overrides)} "
                   "that has parameters; expected the name of one that is, or no CONFIG")
    todo = []
    for base, label, params in made:
        print(f"{label}: {base.top} with {blocks.text_of(params)}, as in "
              f"{blocks.core_name(config, overrides)}")
        arguments = {"name": base.name, "label": label, "params": params}
        key = runner.key(arguments, DEPENDS)
        todo.append(runner.Task(label, "scripts.formal.prove:attempt", arguments, OUT / f"{label}-{key}", key))
    return todo


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="only the proofs whose names begin with one of these")
    parser.add_argument("--config", metavar="NAME", default="", help="with the parameters that their blocks "
                        "have in the core of a configuration, all sets of them")
    parser.add_argument("--set", metavar="Name=Value,…", dest="overrides", default="",
                        help="overrides of these parameters, as in make area")
    args = parser.parse_args()
    proofs = chosen(args.names)
    start = time.monotonic()
    try:
        todo = work_in_core(proofs, args.config, args.overrides) if args.config else work(proofs)
    except Stop as stop:
        print(f"prove: {stop}", file=sys.stderr)
        return 2
    outcomes = runner.run("prove", todo, OUT, row, "proofs")
    failed = sum(not outcome.passed for outcome in outcomes.values())
    if not args.config and len(proofs) == len(PROOFS) and not failed:
        table([outcome.result[0] for outcome in outcomes.values()])
    print(f"{len(todo) - failed} proofs hold and notice their fault, {failed} do not, "
          f"{time.monotonic() - start:.0f} seconds with ABC (bmc3, ind){runner.summary(outcomes)}, "
          f"results in {shown(OUT)}")
    return 1 if failed else 0
