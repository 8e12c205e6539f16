# SPDX-License-Identifier: Apache-2.0
"""Proves that two versions of a module are the same circuit, with Yosys and ABC.

The first way matches registers by their names and cuts them: outputs and next values of equal names
must be the same functions of inputs and registers. Then no sequence of inputs tells the versions
apart, whatever the registers hold at the start. What the RTL asserts is taken for granted in the
original: other proofs and simulation check that. The second way lets ABC find which registers agree;
it proves also what differs in states that are never reached, but takes long in large modules.
"""
import subprocess

import prove
import runner
import tasks
from synthesis.tools import ROOT, SLANG

LIMIT = 60      # s of the last step of a proof
PATIENCE = 120  # s of each of its tools

# What is x or undriven is 0 in both.
READ = """
read_slang -j 1 -I rtl -D {macro} --top {top} {params} {files}
hierarchy -top {top}; proc; flatten; chformal -assert2assume; memory_map; setundef -undriven -zero
"""

# Each register becomes an input <name>.q and outputs <name>.d, its next value, .r, its reset, and .v,
# the value of that. opt_dff tells resets from other asynchronous loads. Other signals become outputs
# too, so the list of those of the module is kept.
CUT = READ + """
opt_dff -nodffe -nosdff; opt_clean; dffunmap; splitnets
tee -o {out}/outputs.txt select -list o:*
expose -evert-dff
async2sync; dffunmap; chformal -lower; bwmuxmap; bmuxmap; demuxmap; opt_expr -full; opt_merge; opt_clean
techmap; setundef -undriven -zero; aigmap; opt_clean
write_aiger -L -zinit -symbols -ascii {out}/design.aag
"""
CEC = "&read {out}/differ.aig; &cec -m -T {limit}\n"

# A wire is 1 when an output of the module differs. All registers are 0 at the start: those without
# reset have then the same value in both.
MITER = (READ + "async2sync; chformal -lower; rename {top} gold; design -stash gold\n",
         READ + "async2sync; chformal -lower; rename {top} gate; design -stash gate\n", """
design -copy-from gold -as gold gold; design -copy-from gate -as gate gate
miter -equiv -flatten gold gate miter; hierarchy -top miter
setundef -zero -init; opt -full; bwmuxmap; bmuxmap; demuxmap; dffunmap; techmap
setundef -zero; aigmap; opt_clean
write_aiger -zinit {out}/miter.aig
""")
PDR = "read_aiger {out}/miter.aig; fold; strash; scorr; dc2; scorr; print_stats; pdr -T {limit}\n"
MACROS = ("GSQ_FORMAL", "SYNTHESIS")    # of the original, of the other version


def tool(command):
    """Runs a program of the proof; returns whether it succeeded in time, and what it said."""
    done = subprocess.run(["timeout", str(PATIENCE), *command], cwd=ROOT, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    runner.expect_alive(done.returncode, command[0])
    print(done.stdout)
    return done.returncode == 0, done.stdout


def yosys(path, script):
    """Runs a script of Yosys; returns whether it succeeded in time."""
    tasks.write(path, script)
    # WebAssembly can access only the folder in which it runs, and those below.
    return tool([SLANG, "-q", "-s", path.relative_to(ROOT)])[0]


def abc(path, script, folder):
    """What ABC says of a script."""
    tasks.write(path, script.format(out=folder.relative_to(ROOT), limit=LIMIT))
    return tool(["berkeley-abc", "-f", path.relative_to(ROOT)])[1]


def symbols(folder):
    """Names of the inputs and outputs of a circuit: {kind: {number: name}}."""
    names = {"i": {}, "o": {}}
    for line in (folder / "design.aag").read_text(encoding="utf-8").split("\n"):
        if line[:1] in names and " " in line:
            kind, (number, name) = line[0], line[1:].split(" ", 1)
            names[kind][int(number)] = name
        elif line == "c":
            break
    return names


def registers_agree(folder):
    """Whether outputs and next values of equal names are the same functions in the circuits of
    folder/gold and folder/gate, when the assumptions of the first hold: True, or None if that is not
    so, since the registers may have such values in no cycle, or if ABC does not tell in time."""
    sides = [(prove.read_circuit(folder / side), symbols(folder / side)) for side in ("gold", "gate")]
    leaves, literals = {}, ({0: 0}, {0: 0})    # inputs and registers by name; literals of the new circuit
    for side, ((inputs, latches, *_), names) in enumerate(sides):
        # A register that is not cut, or is not matched, has any value.
        for place, (literal, *_) in enumerate(inputs + latches):
            name = names["i"].get(place) if place < len(inputs) else None
            literals[side][literal] = leaves.setdefault(name or (side, place), 2 * len(leaves) + 2)
    made, known = [], {}

    def both(left, right):
        left, right = max(left, right), min(left, right)
        if right < 2 or (left ^ right) < 2:   # a constant, or equal but for inversion
            return left * right if right < 2 else right * (left == right)
        if (left, right) not in known:
            made.append((left, right))
            known[left, right] = 2 * (len(leaves) + len(made))
        return known[left, right]

    def same(left, right):
        return both(both(left, right ^ 1) ^ 1, both(left ^ 1, right) ^ 1)

    def of(side, literal):
        return literals[side][literal & ~1] ^ (literal & 1)

    for side, ((*_, gates), _) in enumerate(sides):
        for literal, left, right in gates:
            literals[side][literal] = both(of(side, left), of(side, right))
    allowed = 1
    for (literal,) in sides[0][0][4]:
        allowed = both(allowed, of(0, literal))
    functions = [{names["o"][place]: of(side, literal) for place, (literal,) in enumerate(circuit[2])}
                 for side, (circuit, names) in enumerate(sides)]
    outputs = {line.split("/", 1)[1] for line in (folder / "gold" / "outputs.txt").read_text(
        encoding="utf-8").split("\n") if "/" in line}
    ports = {name for name in functions[0] if name in outputs or name.rsplit("[", 1)[0] in outputs}
    matched = {name[:-2] for name in functions[0] if name.endswith(".d")} & {
        name[:-2] for name in functions[1] if name.endswith(".d")}
    compared = ports | {name for side in functions for name in side
                        if name[:-2] in matched and name[-2:] in (".d", ".r", ".v")}
    if not all(name in side for name in compared for side in functions):
        return None     # a reset that only one has
    agree = 1
    for name in sorted(compared):
        left, right = (side[name] for side in functions)
        reset = functions[0].get(f"{name[:-2]}.r", 0) if name.endswith(".d") else 0
        agree = both(agree, both(same(left, right) ^ 1, reset ^ 1) ^ 1)
    for name in matched:    # a register that is reset has the value of its reset
        if f"{name}.r" in functions[0]:
            held = same(leaves[f"{name}.q"], functions[0][f"{name}.v"])
            allowed = both(allowed, both(functions[0][f"{name}.r"], held ^ 1) ^ 1)
    differ = both(allowed, agree ^ 1)
    if differ == 0:
        return True
    prove.write_circuit(folder / "differ.aig", len(leaves), [], made, [differ], [])
    said = abc(folder / "differ.abc", CEC, folder)
    return True if "Networks are equivalent" in said else None


def cut_equal(folder, top, params, versions):
    """The first way. `versions` are the files of the original and of the other version."""
    for side, macro, files in zip(("gold", "gate"), MACROS, versions):
        out = folder / side
        out.mkdir(exist_ok=True)
        if not yosys(out / "cut.ys", CUT.format(macro=macro, top=top, params=params, files=files,
                                                out=out.relative_to(ROOT))):
            return None
    return registers_agree(folder)


def sequence_equal(folder, top, params, versions):
    """The second way: also False, if a sequence of inputs tells the versions apart."""
    script = "".join(part.format(macro=macro, top=top, params=params, files=files) for
                     part, macro, files in zip(MITER, MACROS, versions))
    if not yosys(folder / "miter.ys", script + MITER[2].format(out=folder.relative_to(ROOT))):
        return None
    said = abc(folder / "miter.abc", PDR, folder)
    return True if "Property proved" in said else False if "was asserted in frame" in said else None
