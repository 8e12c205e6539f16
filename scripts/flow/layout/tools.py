# SPDX-License-Identifier: Apache-2.0
"""What the steps of the layout share: folders, and the error for the user."""
from scripts.flow.synthesis.tools import ROOT, Stop, alone, digest, run, shown, write

OUT = ROOT / "build" / "layout"

__all__ = ["OUT", "ROOT", "Stop", "alone", "digest", "run", "shown", "write"]
