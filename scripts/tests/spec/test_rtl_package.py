# SPDX-License-Identifier: Apache-2.0
"""Uses the RTL like another project: only by the lists that scripts/spec/file_lists.py writes.

`scripts/setup.sh fusesoc` installs FuseSoC. Everything is elaborated with the parameters of the configuration tiny.
"""
import json
import pathlib
import subprocess
import tempfile
import unittest

from scripts.spec.rtl_files import ROOT

FUSESOC = ROOT / "build" / "venv" / "bin" / "fusesoc"
TINY = json.loads((ROOT / "configs" / "tiny.json").read_text(encoding="utf-8"))


class Package(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_quietly(self, command, folder):
        """The output of a command that must succeed without a warning."""
        done = subprocess.run([*map(str, command)], cwd=folder, timeout=240, capture_output=True,
                              text=True, check=False)
        output = done.stdout + done.stderr
        self.assertEqual(done.returncode, 0, output)
        self.assertNotRegex(output, "%Warning|%Error|WARNING|ERROR")
        return output

    def verilator(self, *options, folder=ROOT):
        parameters = [f"-G{name}={value}" for name, value in TINY.items()]
        self.assertEqual(self.run_quietly(["verilator", "--lint-only", *options, *parameters],
                                          folder), "")

    def fusesoc(self, target, *options):
        """Builds a target of the core; returns the folder of the build."""
        (self.folder / "fusesoc.conf").touch()  # not that of the user
        cores = self.folder / "cores"           # this core and no copy of it in build/
        cores.mkdir()
        for name in ("gsq.core", "rtl"):
            (cores / name).symlink_to(ROOT / name)
        parameters = [f"--{name}={value}" for name, value in TINY.items()]
        self.run_quietly([FUSESOC, "--config", "fusesoc.conf", "--cores-root", "cores", "run",
                          "--build-root", "built", "--target", target, "--setup", "--build",
                          *options, "gsq", *parameters], self.folder)
        built, = (self.folder / "built").glob(f"gsq_*/{target}")
        return built

    def test_list_for_simulation(self):
        self.verilator("-f", "gsq_sim.f", "--top", "gsq_top")

    def test_list_for_synthesis_from_another_folder(self):
        self.verilator("-F", ROOT / "gsq_synth.f", "--top", "gsq_core", folder=self.folder)

    def test_fusesoc_lint(self):
        version = (ROOT / "VERSION").read_text(encoding="utf-8").strip()
        self.assertEqual(self.fusesoc("lint").parent.name, f"gsq_{version}")

    def test_fusesoc_builds_a_library(self):
        built = self.fusesoc("sim")
        self.assertGreater((built / "Vgsq_top__ALL.a").stat().st_size, 0)
