# SPDX-License-Identifier: Apache-2.0
"""The driver in C on the SoC example, with the masters of cocotbext-axi as its bus.

The driver runs in a thread of its own; each of its accesses is a transfer on the bus.
"""
import ctypes
import mmap
import os

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiBus, AxiMaster, AxiRam

from bench import COMMAND, REGISTER, bits, command, start

RING_WAIT, RING_END = 4, 5  # kinds of entries
BASE = 0x10000000  # of the buffer, as in soc_gsq_axi.sv
MEMORY = 0x10000   # bytes of memory behind the ring


class GsqBus(ctypes.Structure):
    """struct gsq_bus of gsq_driver.h"""
    READ = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32)
    WRITE = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32)
    BUFFER = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32)
    WAIT = ctypes.CFUNCTYPE(None)
    _fields_ = [("read", READ), ("write", WRITE), ("read_buffer", BUFFER),
                ("write_buffer", BUFFER), ("wait", WAIT)]


class GsqResponse(ctypes.Structure):
    """struct gsq_response of gsq_driver.h"""
    _fields_ = [("tag", ctypes.c_uint8), ("status", ctypes.c_uint8), ("info", ctypes.c_uint32)]


class Platform:
    """What a program in C reaches the unit by, and how often it read registers and waited."""

    def __init__(self, dut, lite):
        self.dut, self.lite = dut, lite
        self.axi = AxiMaster(AxiBus.from_prefix(dut, "s_axi"), dut.clk, dut.rst_n, False)
        self.waits, self.reads = 0, 0
        self.bus = GsqBus(
            GsqBus.READ(cocotb.function(self.read)), GsqBus.WRITE(cocotb.function(self.write)),
            GsqBus.BUFFER(cocotb.function(self.read_buffer)),
            GsqBus.BUFFER(cocotb.function(self.write_buffer)),
            GsqBus.WAIT(cocotb.function(self.wait)))
        self.library = ctypes.CDLL(os.environ["GSQ_DRIVER"])

    async def read(self, offset):
        self.reads += 1
        answer = await self.lite.read(offset, 4)
        assert answer.resp == 0, f"read of register {offset:#x}: response {answer.resp}"
        return int.from_bytes(answer.data, "little")

    async def write(self, offset, value):
        answer = await self.lite.write(offset, value.to_bytes(4, "little"))
        assert answer.resp == 0, f"write of register {offset:#x}: response {answer.resp}"

    async def read_buffer(self, address, data, size):
        answer = await self.axi.read(BASE + address, size)
        assert answer.resp == 0
        ctypes.memmove(data, answer.data, size)

    async def write_buffer(self, address, data, size):
        answer = await self.axi.write(BASE + address, ctypes.string_at(data, size))
        assert answer.resp == 0

    async def wait(self):
        self.waits += 1
        if not int(self.dut.irq.value):
            await RisingEdge(self.dut.irq)

    async def call(self, name, *arguments):
        """A function of the driver, in a thread of its own."""
        function = getattr(self.library, name)
        return await cocotb.external(lambda: function(ctypes.byref(self.bus), *arguments))()


async def platform(dut):
    lite = (await start(dut, lite_only=True)).lite
    made = Platform(dut, lite)
    await ClockCycles(dut.clk, 4)
    return made


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def gather(dut):
    """A gather by polling, then by interrupt."""
    unit = await platform(dut)
    for by_interrupt in (0, 1):
        unit.reads = 0
        result = await unit.call("gather", by_interrupt)
        assert result == 0, f"gather by {('polling', 'interrupt')[by_interrupt]} returned {result}"
        print(f"gsq_axi: gather in C by {('polling', 'interrupt')[by_interrupt]}: right, "
              f"{unit.reads} reads of registers, {unit.waits} waits", flush=True)
    assert unit.waits, "no interrupt was waited for"


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def failure(dut):
    """A command that fails is in the flags of errors, once."""
    unit = await platform(dut)
    for opcode, flags in ((COMMAND["GSQ_OP_GET_SPR"], 0), (31, bits("error", "command"))):
        number = command(op=opcode)
        words = (ctypes.c_uint32 * 16)(*(number >> 32 * i & 0xffffffff for i in range(16)))
        assert await unit.call("gsq_open") == 0
        await unit.call("gsq_push", words)
        while not (await unit.lite.read(REGISTER["rsp_status"], 4)).data[3]:
            pass
        assert await unit.call("gsq_errors") == flags, f"opcode {opcode}"
        assert await unit.call("gsq_errors") == 0, f"opcode {opcode}: cleared flags"
        unit.library.gsq_pop.restype = GsqResponse
        answer = await unit.call("gsq_pop", 0)
        assert (answer.status != 0) == (flags != 0), f"opcode {opcode}: status {answer.status}"


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def embed(dut):
    """Rows of a table from memory to memory, by a program of the ring."""
    unit = await platform(dut)
    shared = mmap.mmap(-1, MEMORY)  # of the program in C and of the bus
    AxiRam(AxiBus.from_prefix(dut, "m_axi"), dut.clk, dut.rst_n, False, mem=shared)
    memory = (ctypes.c_uint32 * (MEMORY // 4)).from_buffer(shared)
    # A ring that somebody has left: its interrupt is high, and its next entry waits for ever.
    memory[0], memory[3] = 1 << 31, RING_END
    memory[4], memory[5], memory[7] = 1 << 31, 0, RING_WAIT
    for closes in (True, False):
        for register, value in (("size", 3), ("tail", 2), ("irq_enable", 3), ("control", 1)):
            await unit.write(REGISTER[f"ring.{register}"], value)
        while not await unit.read(REGISTER["ring.state"]) & bits("ring.state", "waiting"):
            pass
        assert int(dut.irq.value), "no interrupt of the end"
        if closes:
            ring = (ctypes.c_void_p * 64)(ctypes.addressof(unit.bus))  # struct gsq_ring: its bus comes first
            await cocotb.external(lambda: unit.library.gsq_ring_close(ring))()
            await ClockCycles(dut.clk, 4)
            assert not int(dut.irq.value), "the interrupt stays after the ring is closed"
    for turn in ("first", "second"):
        unit.reads = unit.waits = 0
        result = await unit.call("embed", memory, ctypes.c_uint64(0))
        assert result == 0, f"the {turn} embed returned {result}"
    print(f"gsq_axi: embedding in C from memory to memory: right, {unit.reads} reads of registers, "
          f"{unit.waits} waits", flush=True)
    assert unit.waits == 1, f"expected one interrupt, found {unit.waits}"
