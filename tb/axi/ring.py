# SPDX-License-Identifier: Apache-2.0
"""The ring of commands as software sees it: its entries, the memory behind the manager port, registers
and records; and a model of copies. docs/reference/ring.md and docs/reference/dma.md are the contract."""
import collections
import dataclasses
import enum
import os
import re
import struct

import cocotb
from cocotb.triggers import ClockCycles, Event, RisingEdge
from cocotb.utils import get_sim_time
from cocotbext.axi.axi_channels import (
    AxiARBus, AxiARSink, AxiAWBus, AxiAWSink, AxiBBus, AxiBSource, AxiBTransaction, AxiRBus, AxiRSource,
    AxiRTransaction, AxiWBus, AxiWSink)

from bench import DECERR, OKAY, ROOT, bits

SLOT, RECORD = 16, 32  # bytes
NOISE = 0xb6d5a9e7     # in bits that are ignored
ASKS = 0x80            # this bit of a tag asks for a record
PERIOD = 10            # ns of a cycle
QUICK = 2              # cycles from an address to its answer, at least
RING_ID, COPY_ID = 0, 1


class Kind(enum.IntEnum):
    """Of an entry whose first word has bit 31."""
    COMPACT, IN, OUT, SET, WAIT, END = range(6)


class Queue(enum.IntEnum):
    IN, UNIT, OUT, SELF = range(4)


class Status(enum.IntEnum):
    """Of entries that are neither commands nor copies."""
    OK, FLAG_SET, ENTRY, FETCH, DEADLOCK, TAIL, RECORD = range(7)


class CopyStatus(enum.IntEnum):
    OK, SLVERR, DECERR, MEM_WINDOW, UB_WINDOW, INDEX_WINDOW, INDEX, UB_ERROR = range(8)


# ---- Entries ------------------------------------------------------------------------------------

def promised():
    """What docs/integrate/axi.md promises, by the width of the bus: most cycles of the filter, and least
    commands a cycle."""
    text = (ROOT / "docs" / "integrate" / "axi.md").read_text(encoding="utf-8")
    rows = [re.search(rf"^\| {what}[^|]*\| ([0-9.]+), compact \| ([0-9.]+), four slots each \|$", text, re.M)
            for what in ("a filter of 163 commands", "commands a cycle")]
    return [dict(zip((64, 256), map(float, row.groups()))) for row in rows]


def packed(words):
    return struct.pack(f"<{len(words)}I", *words)


def short_entry(kind, tag, second=NOISE):
    """An entry of one slot. Bits that mean nothing are not 0."""
    return packed([1 << 31 | tag << 23 | NOISE >> 9, second, NOISE, NOISE & ~0xff | kind])


def command_entry(number):
    """A command, which has its tag."""
    return packed([number >> 32 * (15 - word) & 0xffffffff for word in range(16)])


def compact_entry(number):
    """A command of which the fields behind `n` do not count."""
    words = [number >> 32 * (15 - word) & 0xffffffff for word in range(4)]
    return packed([words[0] | 1 << 31, words[1], words[2], words[3] & ~0xff | Kind.COMPACT])


def flag_entry(kind, queue, flag, tag=0):
    return short_entry(kind, tag, NOISE & ~0x33f | queue << 8 | flag)


def set_flag(queue, flag, tag=0):
    return flag_entry(Kind.SET, queue, flag, tag)


def wait_flag(queue, flag, tag=0):
    return flag_entry(Kind.WAIT, queue, flag, tag)


def end_entry(tag=0):
    return short_entry(Kind.END, tag)


@dataclasses.dataclass
class Copy:
    """A descriptor: the fields of docs/reference/dma.md."""
    mem_addr: int = 0
    ub_addr: int = 0
    bytes: int = 0
    rows: int = 1
    mem_stride: int = 0
    ub_stride: int = 0
    left: int = 0
    right: int = 0
    value: int = 0
    index_addr: int = 0
    table_rows: int = 0
    indexed: bool = False
    half: bool = False
    skip: bool = False
    after: bool = False

    def entry(self, kind, tag=0):
        options = self.indexed | self.half << 1 | self.skip << 2 | self.after << 3
        return short_entry(kind, tag) + struct.pack(
            "<BBHIQiIiIHHIII", 0x55, options | 0xa0, NOISE >> 16, self.rows, self.mem_addr, self.mem_stride,
            self.ub_addr, self.ub_stride, self.bytes, self.left, self.right, self.value,
            self.index_addr, self.table_rows)

    def index_bytes(self):
        return 2 if self.half else 4

    def places(self, ub):
        """(row in UB, row in memory, None where it is left out) of each row, and the index that is
        outside the table, if one ends the copy."""
        found = []
        for row in range(self.rows):
            index = row
            if self.indexed and self.bytes:
                at = self.index_addr + row * self.index_bytes()
                index = int.from_bytes(ub[at:at + self.index_bytes()], "little")
                if index >= self.table_rows and not self.skip:
                    return found, index
            outside = self.indexed and self.bytes and index >= self.table_rows
            found.append((self.ub_addr + row * self.ub_stride,
                          None if outside else self.mem_addr + index * self.mem_stride))
        return found, None


def copy_in(copy, memory, ub):
    """Copies from `memory` to `ub`; (status, addr, bytes) of the completion of one that is not refused."""
    done = 0
    places, wrong = copy.places(ub)
    for low, source in places:
        row = low, low + copy.left, low + copy.left + copy.bytes
        for at in range(low, row[2] + copy.right):
            ub[at] = copy.value >> 8 * (at % 4) & 0xff
        if source is not None and copy.bytes:
            ub[row[1]:row[2]] = memory.read(source, copy.bytes)
            done += copy.bytes
    return (CopyStatus.OK, 0, done) if wrong is None else (CopyStatus.INDEX, wrong, done)


def copy_out(copy, memory, ub):
    """The same from `ub` to `memory`."""
    done = 0
    places, wrong = copy.places(ub)
    for low, target in places:
        if target is not None:
            memory.write(target, ub[low:low + copy.bytes])
            done += copy.bytes
    return (CopyStatus.OK, 0, done) if wrong is None else (CopyStatus.INDEX, wrong, done)


# ---- The memory ---------------------------------------------------------------------------------

class Bytes:
    """Bytes at addresses from `base` on."""

    def __init__(self, base, data):
        self.base, self.data = base, data

    def read(self, address, size):
        return bytes(self.data[address - self.base:address - self.base + size])

    def write(self, address, data):
        self.data[address - self.base:address - self.base + len(data)] = data

    def holds(self, address):
        return self.base <= address < self.base + len(self.data)


@dataclasses.dataclass
class Pending:
    """A burst that the memory has taken and not answered."""
    due: int
    address: int = 0
    beats: int = 1
    response: int = OKAY


class Memory(Bytes):
    """The memory on the manager port: reads and writes in the order of each identifier, and between
    those of both in any. Where there is no memory it answers DECERR, and in `bad` what that says."""

    def __init__(self, bus, base, size):
        super().__init__(base, bytearray(size))
        dut = bus.dut
        self.clk = dut.clk
        reset = dict(clock=dut.clk, reset=dut.rst_n, reset_active_level=False)
        self.ar = AxiARSink(AxiARBus.from_prefix(dut, "m_axi"), **reset)
        self.r = AxiRSource(AxiRBus.from_prefix(dut, "m_axi"), **reset)
        self.aw = AxiAWSink(AxiAWBus.from_prefix(dut, "m_axi"), **reset)
        self.w = AxiWSink(AxiWBus.from_prefix(dut, "m_axi"), **reset)
        self.b = AxiBSource(AxiBBus.from_prefix(dut, "m_axi"), **reset)
        self.r.queue_occupancy_limit = self.b.queue_occupancy_limit = 2
        bus.paused += [self.ar, self.r, self.aw, self.w, self.b]
        self.width = int(os.environ["GSQ_WIDTH"])
        self.bytes = max(64, self.width) // 8
        self.bad = []                          # (first address, address behind it, response)
        self.delay = {RING_ID: QUICK, COPY_ID: QUICK}  # cycles from an address to its answer
        self.mix = None                        # a generator of random numbers: delays and order
        self.holes = []                        # addresses of beats where there is no memory
        self.beats = {RING_ID: [], COPY_ID: []}  # cycles of beats of reads
        self.written = {RING_ID: [], COPY_ID: []}  # the same of writes
        self.asked = Event()
        self.owed = Event()
        self.reads = {RING_ID: collections.deque(), COPY_ID: collections.deque()}
        self.answers = {RING_ID: collections.deque(), COPY_ID: collections.deque()}
        self._tasks = []
        self._start()

    def pack(self, address, *words):
        self.write(address, packed(words))

    def _start(self):
        for task in (self._take_reads, self._give_reads, self._write, self._answer):
            self._tasks.append(cocotb.start_soon(task()))

    def drop(self):
        """Forgets what is outstanding: a reset."""
        while self._tasks:
            self._tasks.pop().kill()
        for channel in (self.ar, self.r, self.aw, self.w, self.b):
            channel.clear()
        for waiting in (*self.reads.values(), *self.answers.values()):
            waiting.clear()
        self._start()

    def _due(self, tag):
        delay = self.delay[tag]
        if self.mix:
            delay = self.mix.choice((QUICK, QUICK, 10, self.mix.randrange(2, 200)))
        return get_sim_time("ns") // PERIOD + delay - QUICK

    def _response(self, address):
        """That of a beat."""
        for low, high, response in self.bad:
            if low < address + self.bytes and address < high:
                return response
        if not self.holds(address):
            self.holes.append(address)
            return DECERR
        return OKAY

    async def _take_reads(self):
        while True:
            burst = await self.ar.recv()
            tag = int(burst.arid)
            self.reads[tag].append(Pending(self._due(tag), int(burst.araddr), int(burst.arlen) + 1))
            self.asked.set()

    async def _next(self, waiting, event):
        """The identifier of what is answered next."""
        while True:
            if not any(waiting.values()):
                event.clear()
                await event.wait()
            now = get_sim_time("ns") // PERIOD
            due = [tag for tag, bursts in waiting.items() if bursts and bursts[0].due <= now]
            if due:
                return self.mix.choice(due) if self.mix else due[0]
            await RisingEdge(self.clk)

    async def _give_reads(self):
        """Beats, of both identifiers in between each other."""
        while True:
            tag = await self._next(self.reads, self.asked)
            burst = self.reads[tag][0]
            response = self._response(burst.address)
            data = self.read(burst.address, self.bytes) if response == OKAY else b"\xee" * self.bytes
            await self.r.send(AxiRTransaction(rid=tag, rdata=int.from_bytes(data, "little"), rresp=response,
                                              rlast=burst.beats == 1))
            self.beats[tag].append(get_sim_time("ns") // PERIOD)
            burst.beats, burst.address = burst.beats - 1, burst.address + self.bytes
            if not burst.beats and self.reads[tag] and self.reads[tag][0] is burst:
                self.reads[tag].popleft()

    async def _write(self):
        while True:
            burst = await self.aw.recv()
            address, response, tag = int(burst.awaddr), OKAY, int(burst.awid)
            for number in range(int(burst.awlen) + 1):
                beat = await self.w.recv()
                assert int(beat.wlast) == (number == int(burst.awlen)), (
                    f"write at {int(burst.awaddr):#x}: WLAST {int(beat.wlast)} in beat {number}")
                strobes, data = int(beat.wstrb), int(beat.wdata).to_bytes(self.bytes, "little")
                answer = self._response(address) if strobes else OKAY
                response = response or answer
                if answer == OKAY and strobes == (1 << self.bytes) - 1:
                    self.write(address, data)
                elif answer == OKAY:
                    for lane in range(self.bytes):
                        if strobes >> lane & 1:
                            self.write(address + lane, data[lane:lane + 1])
                self.written[tag].append(get_sim_time("ns") // PERIOD)
                address += self.bytes
            self.answers[tag].append(Pending(self._due(tag), response=response))
            self.owed.set()

    async def _answer(self):
        while True:
            tag = await self._next(self.answers, self.owed)
            await self.b.send(AxiBTransaction(bid=tag, bresp=self.answers[tag][0].response))
            if self.answers[tag]:
                self.answers[tag].popleft()


# ---- The ring -----------------------------------------------------------------------------------

Record = collections.namedtuple("Record", "tag status queue number info addr")


class Ring:
    """What software does with the ring: writes entries, rings the doorbell, reads records."""

    def __init__(self, bus, memory, base, size, rec_base, rec_size):
        self.bus, self.memory = bus, memory
        self.base, self.size, self.rec_base, self.rec_size = base, size, rec_base, rec_size
        self.tail = self.rec_head = self.stop = 0
        self.cycles = []  # in which the entries of the records were complete

    async def set(self, register, value):
        answer = await self.bus.set(f"ring.{register}", value)
        assert answer == OKAY, f"ring.{register}: expected OKAY, found response {answer}"

    async def get(self, register, field="value"):
        return await self.bus.value(f"ring.{register}", field)

    async def set_wide(self, register, value):
        await self.set(f"{register}_low", value & 0xffffffff)
        await self.set(f"{register}_high", value >> 32)

    async def window(self, number, base, limit):
        """Window `number` of memory."""
        await self.set_wide(f"mem{number}_base", base)
        await self.set_wide(f"mem{number}_limit", limit)

    async def windows(self, ub_bytes, allow=0x3f):
        """All of the memory in window 0, nothing in window 1, all of UB."""
        await self.window(0, self.memory.base, self.memory.base + len(self.memory.data))
        await self.window(1, 0, 0)
        await self.set("ub_base", 0)
        await self.set("ub_limit", ub_bytes)
        await self.set("allow", allow)

    async def enable(self, stop_on_error=False, tail=0):
        """From slot 0 on, with all sizes and addresses."""
        await self.set("size", self.size | self.rec_size << 8)
        await self.set_wide("base", self.base)
        await self.set_wide("rec_base", self.rec_base)
        await self.set("tail", tail)
        await self.set("rec_head", 0)
        await self.set("event", 3)
        self.tail = self.rec_head = 0
        self.cycles = []
        await self.control(stop_on_error=stop_on_error)

    async def control(self, pause=False, stop_on_error=None):
        """Enabled; without `stop_on_error` that stays."""
        if stop_on_error is not None:
            self.stop = bits("ring.control", "stop_on_error") if stop_on_error else 0
        await self.set("control", bits("ring.control", "enable") | self.stop |
                       (bits("ring.control", "pause") if pause else 0))

    async def disable(self):
        """Until nothing is under way."""
        await self.set("control", 0)
        for _ in range(1000):
            if await self.get("state", "idle"):
                return
        raise AssertionError("the ring does not become idle")

    def put(self, entry):
        """Writes an entry, which must have room; returns the number of its first slot."""
        number = self.tail
        for at in range(0, len(entry), SLOT):
            self.memory.write(self.base + SLOT * (self.tail % (1 << self.size)), entry[at:at + SLOT])
            self.tail += 1
        return number

    async def doorbell(self):
        await self.set("tail", self.tail)

    async def give(self, *entries):
        """Entries at once; the numbers of their first slots."""
        numbers = [self.put(entry) for entry in entries]
        await self.doorbell()
        return numbers

    async def wait(self, field="end", most=20000):
        """For a flag of `event` by interrupt, which is cleared."""
        mask = bits("ring.irq_enable", field)
        await self.set("irq_enable", mask)
        for _ in range(most):
            if int(self.bus.dut.irq.value):
                break
            await RisingEdge(self.bus.dut.clk)
        else:
            raise AssertionError(f"no interrupt of {field} in {most} cycles")
        assert await self.get("event", field), f"an interrupt without event.{field}"
        await self.set("irq_enable", 0)
        await self.set("event", mask)

    async def wait_state(self, field, value=1, most=2000):
        for _ in range(most):
            if await self.get("state", field) == value:
                return
        raise AssertionError(f"state.{field} does not become {value}")

    async def records(self):
        """Those that are new, which are given back."""
        tail, found = await self.get("rec_tail"), []
        while self.rec_head != tail:
            number = self.rec_head
            data = self.memory.read(self.rec_base + RECORD * (number % (1 << self.rec_size)), RECORD)
            words = struct.unpack("<8I", data)
            done = 1 - (number >> self.rec_size & 1)
            assert words[6:] == (0, done), (
                f"record {number}: words 6, 7: expected 0, {done}, found {words[6:]}")
            known = 0xff | 7 << 8 | 3 << 16
            assert words[0] & ~known == 0, f"record {number}: word 0 is {words[0]:#x}"
            self.cycles.append(words[3])
            found.append(Record(words[0] & 0xff, words[0] >> 8 & 7, Queue(words[0] >> 16 & 3), words[1],
                                words[2], words[5] << 32 | words[4]))
            self.rec_head += 1
        if found:
            await self.set("rec_head", self.rec_head)
        return found


async def settle(dut, cycles=40):
    await ClockCycles(dut.clk, cycles)


