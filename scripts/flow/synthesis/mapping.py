# SPDX-License-Identifier: Apache-2.0
"""Plain Verilog to a netlist of library cells, module by module, by Yosys and ABC."""
import json
import pathlib
import re

from scripts.flow.synthesis import abc
from scripts.flow.synthesis.liberty import GATE
from scripts.flow.synthesis.netlist import GATES, base, read_module
from scripts.flow.synthesis.tools import OUT, ROOT, SLANG, Stop, alone, digest, run, shown, write

# Flip-flops that one clock gate serves at least. Fewer make it larger than their multiplexers.
GATED = 4

# Stored modules are made anew when what makes them changes.
CODE = [(pathlib.Path(__file__).parent / file).read_text(encoding="utf-8")
        for file in ("netlist.py", "abc.py")]

PREPARE = """
read_verilog {at}/stubs.v; read_verilog {at}/rtl.v
synth -top {module} -noabc
{gate}
dfflibmap -liberty {lib}
rename -hide w:_*_; opt_clean -purge
write_json {at}/prepared.json
"""


def stub(name, ports):
    """An empty module with the ports of a child, for its parent."""
    items = ",\n".join(f"  {direction} [{bits - 1}:0] \\{port} "
                       for port, (direction, bits) in ports.items())
    return f"(* blackbox *)\nmodule {name} (\n{items});\nendmodule\n"


def prepare(name, modules, memories, library, versions):
    """A module with registers of the library, clock gates, and gates that are not yet mapped."""
    stubs = "".join(stub(child, modules[child]["ports"] if child in modules else memories[child])
                    for child in sorted({child for _, child in modules[name]["children"]}))
    gate = f"clockgate -pos {GATE} ce:clk:gclk -min_net_size {GATED}" if library.gate else ""
    key = digest(modules[name]["rtl"], stubs, gate, PREPARE, CODE[0], library.text, versions)
    folder = OUT / "modules" / f"{name}-{key}"
    stored = folder / "module.json"
    with alone(folder):
        if not stored.exists():
            write(stored, json.dumps(prepared(name, modules[name]["rtl"], stubs, gate, library,
                                              folder)))
    return json.loads(stored.read_text(encoding="utf-8")), folder


def prepared(name, rtl, stubs, gate, library, folder):
    """What `prepare` returns, made in a folder."""
    # WebAssembly reads no file outside the folder in which it runs.
    lib = OUT / f"{library.name}-{digest(library.text)}.lib"
    if not lib.exists():
        write(lib, library.text)
    script = PREPARE.format(module=name, gate=gate, lib=lib.relative_to(ROOT),
                            at=folder.relative_to(ROOT))
    for file, text in (("rtl.v", rtl), ("stubs.v", stubs), ("prepare.ys", script)):
        (folder / file).write_text(text, encoding="utf-8")
    good, log = run([SLANG, "-q", "-s", (folder / "prepare.ys").relative_to(ROOT)], ROOT,
                    folder / "prepare.log")
    lacking = re.search(r"cannot be legalized: (.*)", log)
    if lacking:
        raise Stop(f"library {library.name} lacks a register that {base(name)} needs: {lacking[1]}")
    if not good:
        raise Stop(f"mapping {base(name)} failed: {(log.splitlines() or ['no message'])[-1]}; see "
                   f"{shown(folder / 'prepare.log')}")
    data = json.loads((folder / "prepared.json").read_text(encoding="utf-8"))
    module = read_module(data["modules"][name])
    left = sorted({kind for kind, _, _ in module["cells"]
                   if kind.startswith("$") and kind not in GATES})
    if left:
        if any("LATCH" in kind for kind in left):
            raise Stop(f"{base(name)} has a latch, and only flip-flops are mapped")
        raise Stop(f"library {library.name} lacks cells that {base(name)} needs: {', '.join(left)}")
    (folder / "prepared.json").unlink()
    return module


def map_module(name, modules, memories, library, delay, versions, budget=None):
    """The netlist of one module; its children stay instances.

    `delay` in ps is for paths between registers. With a `budget` the module is mapped for speed, which
    gives nets of ports another time.
    """
    module, folder = prepare(name, modules, memories, library, versions)
    key = digest(CODE[1], f"{delay:.0f}",
                 "" if budget is None else json.dumps(sorted(budget.items())))
    folder = folder / key
    stored = folder / "mapped.json"
    with alone(folder):
        if not stored.exists():
            write(stored, json.dumps(abc.map_gates(module, library, delay, folder, budget)))
    return json.loads(stored.read_text(encoding="utf-8"))
