# SPDX-License-Identifier: Apache-2.0
"""The gather, scatter and squeeze unit gsq: programs on its golden model, its cycle model, its RTL.

>>> import gsq
>>> unit = gsq.Unit("tiny", "cycle")
>>> unit.create_mask(0, "b32", "ALL")
>>> unit.cycles() > 0
True
"""
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gsq import _core
from gsq._config import Config
from gsq._error import Error
from gsq._unit import Unit

__all__ = ["Config", "Error", "Unit", "__version__", "pattern"]

__version__ = _core.VERSION


def pattern(text: str) -> NDArray[np.uint64]:
    """The indices of a pattern as Spatter writes it: "UNIFORM:64:8", "MS1:8:4:20",
    "LAPLACIAN:2:1:100", "0,4,9". Raises Error when it is none."""
    if not isinstance(text, str):
        raise Error(f"expected the text of a pattern, found {text!r:.60}")
    return np.array(_core.pattern(text), np.uint64)
