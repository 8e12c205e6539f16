# SPDX-License-Identifier: Apache-2.0
"""The driver in C on the SoC example, with the masters of cocotbext-axi as its bus.

The driver runs in a thread of its own; each of its accesses is a transfer on the bus.
"""
import ctypes
import os

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiBus, AxiMaster

from bench import start

BASE = 0x10000000  # of the buffer, as in soc_gsq_axi.sv


class GsqBus(ctypes.Structure):
    """struct gsq_bus of gsq_driver.h"""
    READ = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32)
    WRITE = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32)
    BUFFER = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32)
    WAIT = ctypes.CFUNCTYPE(None)
    _fields_ = [("read", READ), ("write", WRITE), ("read_buffer", BUFFER),
                ("write_buffer", BUFFER), ("wait", WAIT)]


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def gather(dut):
    """A gather by polling, then by interrupt."""
    lite = (await start(dut, lite_only=True)).lite
    axi = AxiMaster(AxiBus.from_prefix(dut, "s_axi"), dut.clk, dut.rst_n, False)
    await ClockCycles(dut.clk, 4)
    waits, reads = [], []

    @cocotb.function
    async def read(offset):
        reads.append(offset)
        answer = await lite.read(offset, 4)
        assert answer.resp == 0, f"read of register {offset:#x}: response {answer.resp}"
        return int.from_bytes(answer.data, "little")

    @cocotb.function
    async def write(offset, value):
        answer = await lite.write(offset, value.to_bytes(4, "little"))
        assert answer.resp == 0, f"write of register {offset:#x}: response {answer.resp}"

    @cocotb.function
    async def read_buffer(address, data, size):
        answer = await axi.read(BASE + address, size)
        assert answer.resp == 0
        ctypes.memmove(data, answer.data, size)

    @cocotb.function
    async def write_buffer(address, data, size):
        answer = await axi.write(BASE + address, ctypes.string_at(data, size))
        assert answer.resp == 0

    @cocotb.function
    async def wait():
        waits.append(int(dut.irq.value))
        if not int(dut.irq.value):
            await RisingEdge(dut.irq)

    bus = GsqBus(GsqBus.READ(read), GsqBus.WRITE(write), GsqBus.BUFFER(read_buffer),
                 GsqBus.BUFFER(write_buffer), GsqBus.WAIT(wait))
    library = ctypes.CDLL(os.environ["GSQ_DRIVER"])

    def run(by_interrupt):
        return library.gather(ctypes.byref(bus), by_interrupt)

    for by_interrupt in (0, 1):
        reads.clear()
        result = await cocotb.external(run)(by_interrupt)
        assert result == 0, f"gather by {('polling', 'interrupt')[by_interrupt]} returned {result}"
        print(f"gsq_axi: gather in C by {('polling', 'interrupt')[by_interrupt]}: right, "
              f"{len(reads)} reads of registers, {len(waits)} waits", flush=True)
    assert waits, "no interrupt was waited for"
