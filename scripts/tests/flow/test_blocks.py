# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/flow/synthesis/blocks.py and of the targets that use it: which parameters a block has in the
core of a configuration. With slang, Yosys and OpenSTA (scripts/setup.sh layout)."""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

from scripts.core import tasks
from scripts.flow.synthesis import blocks, liberty
from scripts.flow.synthesis.sources import sources
from scripts.flow.synthesis.tools import Stop
from scripts.formal import netlist_check, prove
from scripts.spec import parameters



def core_of(config):
    return {name: value for name, value in blocks.configuration(config).items() if name != "XbarOneHot"}


class InTheCore(unittest.TestCase):

    def values(self, *asked):
        return blocks.chosen(*asked).values

    def stops(self, sentence, *asked):
        with self.assertRaisesRegex(Stop, sentence):
            blocks.chosen(*asked)

    def test_a_block_has_what_its_core_gives_it(self):
        # Of the core's parameters, with the coding of gates
        self.assertEqual(self.values("gsq_xbar", "tiny", ""), {**core_of("tiny"), "XbarOneHot": 1})
        self.assertEqual(self.values("gsq_group_gen", "full", ""),
                         {**core_of("full"), "XbarOneHot": 1, "Ahead": 5})
        # Words of UB: 4096 bytes in 8 banks of 4 bytes are 128 rows; vectors of 32 bytes have 8 words.
        self.assertEqual(self.values("gsq_slot_to_bank", "tiny", ""),
                         {"Slots": 8, "Banks": 8, "RowWidth": 8, "WordBytes": 4, "OneHot": 1})
        self.assertEqual(self.values("gsq_compact", "small", ""),
                         {"Lanes": 64, "Cuts": 2, "Radix": 2, "LaneOps": 0})

    def test_what_the_configuration_has_is_changed_there(self):
        changed = self.values("gsq_slot_to_bank", "tiny", "Banks=16,VlenBytes=64")
        self.assertEqual([changed[name] for name in ("Slots", "Banks", "RowWidth")], [16, 16, 7])
        self.assertEqual(self.values("gsq_xbar", "tiny", "Banks=16")["Banks"], 16)
        # The coding of the crossbars: that of gates, whatever the configuration has for simulation
        changed = self.values("gsq_xbar", "tiny", "XbarOneHot=0")
        self.assertEqual(changed["XbarOneHot"], 0)
        self.assertEqual(changed.keys(), set(blocks.own("gsq_xbar")))

    def test_other_names_are_those_of_the_block(self):
        changed = self.values("gsq_slot_to_bank", "tiny", "Slots=4,RowWidth=4")
        self.assertEqual([changed[name] for name in ("Slots", "Banks", "RowWidth")], [4, 8, 4])
        self.assertIn("; by SET Slots=4,RowWidth=4",
                      blocks.chosen("gsq_slot_to_bank", "tiny", "Slots=4,RowWidth=4").said[0])
        self.assertNotIn("by SET", blocks.chosen("gsq_slot_to_bank", "tiny", "Slots=8").said[0])

    def test_without_a_configuration_nothing_is_said(self):
        found = blocks.chosen("gsq_xbar", "", "VlenBytes=32,Banks=8")
        self.assertEqual((found.values, found.said), ({"VlenBytes": 32, "Banks": 8}, []))

    def test_the_core_and_what_contains_it_have_the_parameters_of_the_configuration(self):
        self.assertEqual(self.values("gsq_core", "tiny", "Banks=16"), {**core_of("tiny"), "Banks": 16})
        self.assertEqual(self.values("gsq_axi", "tiny", "AxiDataWidth=64"),
                         {**core_of("tiny"), "AxiDataWidth": 64})

    def test_several_sets_are_listed_and_one_is_taken_by_a_rule(self):
        sets = [tuple(item["parameters"].values()) for item in blocks.every("gsq_carry_save", "tiny")]
        self.assertGreater(len(sets), 2)
        found = blocks.chosen("gsq_carry_save", "tiny", "")
        self.assertEqual(tuple(found.values.values()), max(sets))
        text = "\n".join(found.said)
        self.assertIn(f"gsq_carry_save has {len(sets)} sets of parameters there", text)
        for rows, width in set(sets) - {max(sets)}:
            self.assertIn(f"SET=Rows={rows},Width={width} (", text)
        # SET takes one that is there
        other = min(sets)
        asked = f"Rows={other[0]},Width={other[1]}"
        found = blocks.chosen("gsq_carry_save", "tiny", asked)
        self.assertEqual(tuple(found.values.values()), other)
        self.assertNotIn("by SET", found.said[0])
        self.assertEqual(len(blocks.every("gsq_carry_save", "tiny", asked)), 1)

    def test_a_block_that_is_not_there(self):
        self.stops("gsq_lanes is not in the core of tiny, whose parameters leave it out; expected a block",
                   "gsq_lanes", "tiny", "")
        self.assertEqual(self.values("gsq_lanes", "tiny", "Places=4,Parts=2")["Places"], 4)
        self.stops("gsq_axi_lite is not in the core of tiny, since it is not a block of gsq_core",
                   "gsq_axi_lite", "tiny", "")

    def test_what_cannot_be(self):
        self.stops("there is no CONFIG=huge; there are ascend, ", "gsq_xbar", "huge", "")
        self.stops("gsq_compact has no parameter Lane; it has Lanes, Cuts, .*the core of tiny has VlenBytes",
                   "gsq_compact", "tiny", "Lane=4")
        self.stops("gsq_compact has no parameter VlenBytes; it has Lanes", "gsq_compact", "", "VlenBytes=32")
        self.stops("Banks must be a power of two, at least 2, found 7", "gsq_xbar", "tiny", "Banks=7")
        self.stops("found 'Banks=x'", "gsq_xbar", "tiny", "Banks=x")

    def test_an_elaborated_core_is_kept(self):
        first = blocks.elaborated(core_of("tiny"))
        with unittest.mock.patch("subprocess.run", side_effect=AssertionError("slang ran again")):
            self.assertEqual(blocks.elaborated(core_of("tiny")), first)

    def slang_takes(self, instances):
        """Whether slang elaborates a module with these instances, [(module, {parameter: value})]."""
        with tasks.temporary() as folder:
            path = folder / "all.sv"
            path.write_text("module all;\n" + "".join(
                f"  {top} #({', '.join(f'.{name}({value})' for name, value in given.items())}) u{number} ();\n"
                for number, (top, values) in enumerate(instances)
                for given in [parameters.arguments(top, values)]) + "endmodule\n", encoding="utf-8")
            done = subprocess.run([blocks.PYTHON, tasks.ROOT / "scripts", "slang", "-DSYNTHESIS", f"-I{tasks.ROOT / 'rtl'}", "-Wnone",
                                   "--top", "all", *sources("gsq_core"), path], capture_output=True,
                                  text=True, check=False)
        return done.returncode == 0, done.stdout + done.stderr

    def test_each_block_elaborates_alone_with_its_parameters(self):
        known = blocks.elaborated(core_of("tiny"))
        instances = [(top, item["parameters"]) for top, sets in known.items() for item in sets]
        self.assertGreater(len(instances), 50)
        taken, text = self.slang_takes(instances)
        self.assertTrue(taken, text)
        taken, text = self.slang_takes([("gsq_core", {"Banks": 6})])
        self.assertFalse(taken, "the core takes any number of banks")
        self.assertIn("Banks must be a power of two", text)


class Scripts(unittest.TestCase):

    def run_script(self, script, *words):
        done = subprocess.run([sys.executable, tasks.ROOT / "scripts", script, *words], capture_output=True, text=True,
                              check=False, env={name: value for name, value in os.environ.items()
                                                if name != "GSQ_TASKS"})
        self.assertNotIn("Traceback", done.stderr)
        return done


class Targets(Scripts):

    def test_area_says_which_parameters_it_took(self):
        done = self.run_script("synth", "--top", "gsq_byte_count", "--config", "tiny", "--report", "area")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("gsq_byte_count as in the core of tiny (u_issue/u_checks/u_kept): VlenBytes=32,LaneOps=0",
                      done.stdout)
        self.assertIn("gsq_byte_count (VlenBytes=32, LaneOps=0), osu018", done.stdout)

    def test_a_block_that_is_not_there(self):
        for script in ("synth", "make-layout", "make-power"):
            done = self.run_script(script, "--top", "gsq_lanes", "--config", "tiny")
            self.assertEqual(done.returncode, 2, done)
            self.assertIn("gsq_lanes is not in the core of tiny", done.stderr)
        done = self.run_script("netlist-check", "gsq_lanes", "--config", "tiny")
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("none of these modules is in the core of tiny", done.stderr)
        done = self.run_script("prove", "lanes", "--config", "tiny")
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("none is of a block of the core of tiny", done.stderr)

    def test_an_option_that_slang_has_not(self):
        done = self.run_script("slang", "--no-such-option")
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("'--no-such-option'", done.stderr)

    def test_netlists_are_proved_with_the_parameters_of_a_core(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            jobs = netlist_check.in_core(["gsq_lanes", "gsq_compact", "gsq_prefix_count"],
                                         types.SimpleNamespace(config="tiny", overrides="SqueezeCuts=2"))
        self.assertEqual(jobs, [("equivalence", "gsq_compact", "Lanes=32,Cuts=2,Radix=2,LaneOps=0", None),
                                ("equivalence", "gsq_prefix_count", "Width=32,Cuts=2", None)])
        self.assertIn("gsq_lanes: is not in the core of tiny with SqueezeCuts=2; not proven",
                      said.getvalue())

    def test_proofs_with_the_parameters_of_a_core(self):
        asked = [proof for proof in prove.PROOFS
                 if proof.top in ("prove_compact", "prove_lanes", "prove_xbar", "prove_core")]
        found, without = prove.in_core(asked, "tiny", "SqueezeCuts=2")
        self.assertEqual(without, ["lanes: gsq_lanes is not in the core of tiny with SqueezeCuts=2"])
        named = {name: (base, params) for base, name, params in found}
        self.assertEqual(sorted(named), ["compact_tiny", "core_blocks_tiny", "core_reads_tiny", "core_tiny",
                                         "xbar_tiny"])
        base, params = named["compact_tiny"]
        self.assertEqual(params, {"Lanes": 32, "Cuts": 2, "Radix": 2})
        proof = prove.dataclasses.replace(base, params=params)
        self.assertEqual(proof.cycles, 3)
        self.assertIn("leaves 2 moves later", proof.claim)
        self.assertEqual([named["xbar_tiny"][1][name] for name in ("VlenBytes", "UbBytes", "Banks")],
                         [32, 4096, 8])
        self.assertEqual(named["core_tiny"][1]["SqueezeCuts"], 2)


class UnrecognisedRegisters(Scripts):
    """A library made of that of osu035: all flip-flops have a reset, their clock is in brackets, and no
    flip-flop has times."""

    def planted(self):
        text = liberty.LIBRARIES["osu035"].read_text(encoding="utf-8")
        for cell in ("DFFPOSX1", "DFFNEGX1"):
            begin = text.index(f"cell ({cell})")
            text = text[:begin] + text[text.index("\ncell (", begin) + 1:]
        begin = text.index("cell (DFFSR)")
        end = text.index("\ncell (", begin)
        flop, depth, place = text[begin:end], 0, 0
        while (place := flop.find("timing()", place)) >= 0:
            stop = flop.index("{", place)
            depth = 1
            while depth:
                stop += 1
                depth += {"{": 1, "}": -1}.get(flop[stop], 0)
            flop = flop[:place] + flop[stop + 1:]
        flop = flop.replace('clocked_on : "CLK"', 'clocked_on : "(CLK)"')
        self.assertIn("(CLK)", flop)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "planted.lib"
        path.write_text(text[:begin] + flop + text[end:], encoding="utf-8")
        # A LEF file beside it, without which layouts stop for another reason
        (path.parent / "planted.lef").symlink_to(liberty.LIBRARIES["osu035"].with_suffix(".lef"))
        return path

    def test_each_target_says_what_is_missing_in_which_file(self):
        path = self.planted()
        for script in ("synth", "make-layout", "make-power"):
            done = self.run_script(script, "--top", "gsq_register_slice", "--lib", path)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(f"library {path} has no flip-flop by which clock-to-output and setup can be "
                          "measured", done.stderr)
            for missing in ("DFFSR: clocked_on is '(CLK)', expected the name of an input",
                            "inputs beside clock and data: R, S", "no timing () at its output Q",
                            "no timing () with setup_… at its input D"):
                self.assertIn(missing, done.stderr)

    def test_no_stored_figure_is_0_because_something_was_not_recognised(self):
        done = self.run_script("synth", "--top", "gsq_carry_save", "--set", "Rows=3,Width=4", "--lib",
                               self.planted(), "--report", "timing")
        self.assertEqual(done.returncode, 0, done)      # no registers, so nothing is missing
        folder = tasks.ROOT / done.stdout.rsplit("all of it: ", 1)[1].split("/{")[0]
        result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
        self.assertEqual(list(result["timing"]), ["in to out"])
        self.assertGreater(result["fo4_ns"], 0)
        self.assertIsNone(result["clock_ns"])
