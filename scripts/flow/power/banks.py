# SPDX-License-Identifier: Apache-2.0
"""Energy of the banks, which are not part of a netlist, by a model of SRAM.

Source: M. Horowitz, "Computing's energy problem (and what we can do about it)", ISSCC 2014, in
45 nm at 0.9 V: an access to 64 bits of a cache of 8 KiB takes 10 pJ, of 32 KiB 20 pJ, of 1 MiB
100 pJ. These are on a square root of the size. Energy is proportional to the bits of an access, to
the length of a process (capacitance), and to the square of the voltage.
"""
import math

PJ, BITS, BYTES, NODE, VOLT = 10.0, 64, 8192, 45.0, 0.9     # of the source
NODES = {"osu018": 180.0}   # nm, of the libraries


def access(parameters, library, volt):
    """pJ of an access to a word of a bank; None if the process of the library is not known."""
    node = NODES.get(library)
    if node is None:
        return None
    size = parameters["UbBytes"] / parameters["Banks"]
    return (PJ * 8 * parameters["BankBytes"] / BITS * math.sqrt(size / BYTES)
            * node / NODE * (volt / VOLT) ** 2)
