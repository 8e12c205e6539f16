# SPDX-License-Identifier: Apache-2.0
"""What the tests on AXI share: drivers made of the channels of cocotbext-axi, the registers by the
names of the generated C headers, and the golden model."""
import collections
import logging
import os
import pathlib
import random
import re
import subprocess

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Event, RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster
from cocotbext.axi.axi_channels import (
    AxiARBus, AxiARSource, AxiARTransaction, AxiAWBus, AxiAWSource, AxiAWTransaction, AxiBBus,
    AxiBSink, AxiRBus, AxiRSink, AxiWBus, AxiWSource, AxiWTransaction)

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "cpp_model" / "include" / "gsq" / "axi"
FIXED, INCR, WRAP, RESERVED = range(4)
OKAY, SLVERR, DECERR = 0, 2, 3
PAGE = 4096  # bytes that a burst must not leave
MEMORY_SIDE = ("arready", "rvalid", "rid", "rdata", "rresp", "rlast",
               "awready", "wready", "bvalid", "bid", "bresp")  # inputs of the manager port


def macros(name):
    """{macro: number} of a generated header."""
    text = (HEADERS / name).read_text(encoding="utf-8")
    return {key: int(value, 0) for key, value in
            re.findall(r"#define (\w+) (0x[0-9a-fA-F]+|\d+)$", text, re.M)}


COMMAND = macros("gsq_command.h")
BITS = {name: value for name, value in macros("gsq_axi_regs.h").items() if name.endswith("_bm")}


def offsets():
    """{register: byte address} from the structs of the generated header. A register of a group has
    the name of the group in front: ring.tail."""
    text = (HEADERS / "gsq_axi_regs.h").read_text(encoding="utf-8")
    structs = {}  # name: ({register: byte address}, bytes)
    for body, struct in re.findall(r"typedef struct [^{]*{(.*?)} (\w+);", text, re.S):
        at, found = 0, {}
        for kind, name, size in re.findall(r"(\w+_t) (\w+)(?:\[(\w+)\])?;", body):
            members, step = structs[kind] if kind in structs else ({}, int(kind[4:-2]) // 8)
            found[name] = at
            found.update({f"{name}.{member}": at + offset for member, offset in members.items()})
            at += step * (int(size, 0) if size else 1)
        structs[struct] = found, at
    return structs["gsq_axi_regs_t"][0]


REGISTER = offsets()


def bits(register, field):
    name = f"{register}__{field}".replace(".", "__").upper()
    return BITS[f"GSQ_AXI_REGS__{name}_bm"]


def command(**fields):
    """A command as a number: command(op=…, vd=3, addr=0x100)."""
    number = 0
    for name, value in fields.items():
        low, width = (COMMAND[f"GSQ_CMD_{name.upper()}_{what}"] for what in ("LSB", "BITS"))
        assert value < 1 << width, f"{name} has {width} bits, found {value:#x}"
        number |= value << low
    return number


class Golden:
    """The program of golden.cpp."""

    def __init__(self, seed):
        self.process = subprocess.Popen(
            [os.environ["GSQ_GOLDEN"], os.environ["GSQ_PARAMETERS"], str(seed)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line):
        print(line, file=self.process.stdin, flush=True)
        return self.process.stdout.readline().strip()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def region(self):
        base, size = self.ask("region").split()
        return int(base, 16), int(size, 16)

    def refill(self):
        for item in self.ask("refill").split():
            address, data = item.split(":")
            yield int(address, 16), bytes.fromhex(data)

    def next(self):
        """(command, (tag, status, information))"""
        return self.next_of_ring()[:2]

    def next_of_ring(self):
        """(command, (tag, status, information), command of its compact entry or None)"""
        words, answer, compact = self.ask("next").split()
        answer = int(answer, 16)
        return (int(words, 16), (answer >> 35, answer >> 32 & 7, answer & 0xffffffff),
                None if compact == "-" else int(compact, 16))

    def ub(self):
        return bytes.fromhex(self.ask("ub"))


class Burst:
    """A burst and what must come of it. `data` and `strobes` have one item a beat, of a write."""

    def __init__(self, address, length, size, kind, tag, expected=OKAY):
        self.address, self.length, self.size, self.kind = address, length, size, kind
        self.tag, self.expected = tag, expected
        self.data, self.strobes, self.beats = [], [], []
        self.done = Event()

    def addresses(self):
        """The address of each beat."""
        step = 1 << self.size
        span, address = step * self.length, self.address
        for _ in range(self.length):
            yield address
            following = (address | (step - 1)) + 1
            if self.kind == INCR:
                address = following
            elif self.kind == WRAP:
                address = address & ~(span - 1) | following & (span - 1)

    def lanes(self, address, bus):
        """The byte lanes of a beat, and the address of lane 0."""
        step = 1 << self.size
        return range(address % bus, (address % bus | (step - 1)) + 1), address - address % bus


class Bus:
    """Both buses of the unit, with the sources and sinks of cocotbext-axi."""

    def __init__(self, dut, lite_only=False):
        self.dut, self.width = dut, int(os.environ["GSQ_WIDTH"])
        self.bytes = self.width // 8
        reset = dict(clock=dut.clk, reset=dut.rst_n, reset_active_level=False)
        self.lite = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst_n, False)
        self.paused = [self.lite.write_if.aw_channel, self.lite.write_if.w_channel,
                       self.lite.write_if.b_channel, self.lite.read_if.ar_channel,
                       self.lite.read_if.r_channel]
        if lite_only:
            return
        self.aw = AxiAWSource(AxiAWBus.from_prefix(dut, "s_axi"), **reset)
        self.w = AxiWSource(AxiWBus.from_prefix(dut, "s_axi"), **reset)
        self.b = AxiBSink(AxiBBus.from_prefix(dut, "s_axi"), **reset)
        self.ar = AxiARSource(AxiARBus.from_prefix(dut, "s_axi"), **reset)
        self.r = AxiRSink(AxiRBus.from_prefix(dut, "s_axi"), **reset)
        self.paused += [self.aw, self.w, self.b, self.ar, self.r]
        self.writes = collections.defaultdict(collections.deque)  # of each identifier, in order
        self.reads = collections.defaultdict(collections.deque)
        cocotb.start_soon(self._write_answers())
        cocotb.start_soon(self._read_answers())

    def pause(self, rng, percent):
        """Backpressure on every channel of both buses, in bursts of different density."""
        def generator(own):
            while True:
                share = own.choice((0, percent, 90)) if percent else 0
                for _ in range(own.randrange(1, 60)):
                    yield own.random() * 100 < share
        for channel in self.paused:
            if percent:
                channel.set_pause_generator(generator(random.Random(rng.getrandbits(32))))
            else:
                channel.clear_pause_generator()
                channel.pause = False

    async def send_write(self, burst, wrong_last=False):
        self.writes[burst.tag].append(burst)
        await self.aw.send(AxiAWTransaction(
            awid=burst.tag, awaddr=burst.address, awlen=burst.length - 1, awsize=burst.size,
            awburst=burst.kind))
        for beat in range(burst.length):
            last = beat == burst.length - 1
            await self.w.send(AxiWTransaction(wdata=burst.data[beat], wstrb=burst.strobes[beat],
                                              wlast=last != (wrong_last and beat == 0)))

    async def send_read(self, burst):
        self.reads[burst.tag].append(burst)
        await self.ar.send(AxiARTransaction(
            arid=burst.tag, araddr=burst.address, arlen=burst.length - 1, arsize=burst.size,
            arburst=burst.kind))

    async def _write_answers(self):
        while True:
            answer = await self.b.recv()
            tag = int(answer.bid)
            assert self.writes[tag], f"a write answer with identifier {tag}, which is not expected"
            burst = self.writes[tag].popleft()
            assert int(answer.bresp) == burst.expected, (
                f"write at {burst.address:#x}: expected BRESP {burst.expected}, found "
                f"{int(answer.bresp)}")
            burst.done.set()

    async def _read_answers(self):
        while True:
            answer = await self.r.recv()
            tag = int(answer.rid)
            assert self.reads[tag], f"read data with identifier {tag}, which is not expected"
            burst = self.reads[tag][0]
            assert int(answer.rresp) == burst.expected, (
                f"read at {burst.address:#x}: expected RRESP {burst.expected}, found "
                f"{int(answer.rresp)}")
            burst.beats.append(int(answer.rdata))
            last = len(burst.beats) == burst.length
            assert int(answer.rlast) == last, (
                f"read at {burst.address:#x}: RLAST {int(answer.rlast)} in beat "
                f"{len(burst.beats)} of {burst.length}")
            if last:
                self.reads[tag].popleft()
                burst.done.set()

    def drop(self):
        """Forgets what is outstanding: a reset."""
        self.writes.clear()
        self.reads.clear()
        for channel in (self.aw, self.w, self.b, self.ar, self.r):
            channel.clear()

    def plain(self, address, size, tag=0):
        """Bursts of whole beats that cover a range of aligned addresses."""
        while size:
            part = min(size, PAGE - address % PAGE, 256 * self.bytes)
            yield Burst(address, part // self.bytes, (self.bytes - 1).bit_length(), INCR, tag)
            address, size = address + part, size - part

    async def write(self, address, data):
        """Writes bytes; address and length are multiples of the width of the bus."""
        bursts = list(self.plain(address, len(data)))
        for burst in bursts:
            for at in burst.addresses():
                word = data[at - address:at - address + self.bytes]
                burst.data.append(int.from_bytes(word, "little"))
                burst.strobes.append((1 << self.bytes) - 1)
            await self.send_write(burst)
        for burst in bursts:
            await burst.done.wait()

    async def read(self, address, size):
        bursts = list(self.plain(address, size))
        for burst in bursts:
            await self.send_read(burst)
        for burst in bursts:
            await burst.done.wait()
        return b"".join(word.to_bytes(self.bytes, "little") for burst in bursts
                        for word in burst.beats)

    # Registers

    async def get(self, register, word=0):
        """(value, response) of a register."""
        answer = await self.lite.read(REGISTER[register] + 4 * word, 4)
        return int.from_bytes(answer.data, "little"), int(answer.resp)

    async def value(self, register, field):
        value, answer = await self.get(register)
        assert answer == OKAY, f"{register}: expected OKAY, found response {answer}"
        mask = bits(register, field)
        return (value & mask) // (mask & -mask)

    async def set(self, register, value, word=0):
        answer = await self.lite.write(REGISTER[register] + 4 * word, value.to_bytes(4, "little"))
        return int(answer.resp)

    async def push(self, number):
        """Waits for room and pushes a command."""
        while not await self.value("status", "room"):
            pass
        answer = await self.lite.write(REGISTER["cmd"], number.to_bytes(64, "little"))
        assert int(answer.resp) == OKAY, f"cmd: expected OKAY, found response {int(answer.resp)}"
        assert await self.set("push", 1) == OKAY, "push: expected OKAY"

    async def response(self):
        """(tag, status, information) of the oldest response, which is popped; None without."""
        value, _ = await self.get("rsp_status")
        if not value >> 31:
            return None
        information, _ = await self.get("rsp_info")
        assert await self.set("pop", 1) == OKAY, "pop: expected OKAY"
        return value & 0xff, value >> 8 & 7, information

    async def run(self, number):
        """Pushes a command and waits for its response."""
        await self.push(number)
        while (answer := await self.response()) is None:
            pass
        return answer


def find_ports(dut):
    """Looks up the ports of the top module by name.

    A search for them would find the copies that Verilator 5.006 has of the inputs below the top
    module, and what is written to those is lost.
    """
    text = pathlib.Path(os.environ["GSQ_TOP_FILE"]).read_text(encoding="utf-8")
    dut._discovered = True  # no search
    for name in re.findall(r"^  (?:input |output) logic .* (\w+),?$", text, re.M):
        getattr(dut, name)


async def start(dut, lite_only=False):
    """Clock, reset, and both buses."""
    find_ports(dut)
    logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.WARNING)  # not every transfer
    cocotb.start_soon(Clock(dut.clk, 10, units="ns").start())
    for name in ("aw", "w", "ar"):
        for bus in ("s_axi", "s_axil"):
            getattr(dut, f"{bus}_{name}valid").setimmediatevalue(0)
    for name in MEMORY_SIDE:  # a memory that does nothing; ring.py has one
        getattr(dut, f"m_axi_{name}").setimmediatevalue(0)
    dut.rst_n.setimmediatevalue(0)
    bus = Bus(dut, lite_only)
    await ClockCycles(dut.clk, 4)
    dut.rst_n.value = 1
    await ClockCycles(dut.clk, 2)
    return bus


async def clear_registers(bus):
    """V and M of the unit to 0, as the golden model begins."""
    await bus.write(0, bytes(256))
    for index in range(32):
        answer = await bus.run(command(op=COMMAND["GSQ_OP_LOAD_ALIGN"], vd=index, addr=0))
        assert answer[1] == 0, f"load_align: expected status 0, found {answer[1]}"
    for index in range(8):
        answer = await bus.run(command(op=COMMAND["GSQ_OP_SET_MASK"], m=index))
        assert answer[1] == 0, f"set_mask: expected status 0, found {answer[1]}"


async def cycle(dut):
    await RisingEdge(dut.clk)
