# SPDX-License-Identifier: Apache-2.0
"""Random programs of a ring in lockstep with the model: the golden model for commands, that of ring.py
for copies."""
import collections
import dataclasses
import random

import cocotb
from cocotb.triggers import ClockCycles, with_timeout

from bench import COMMAND, PAGE, Golden, bits, clear_registers
from ring import (
    ASKS, SLOT, Bytes, Copy, Kind, Queue, Record, command_entry, compact_entry, copy_in, copy_out,
    end_entry, flag_entry)

UB = 65536
AREA = 16384         # bytes of each part of memory that copies use
FLAGS = 64
QUEUES = (Queue.IN, Queue.UNIT, Queue.OUT)
# Commands without a compact form; of those by index only rows with a column or an alignment have none.
LONG = [COMMAND[f"GSQ_OP_{name}"] for name in ("SET_MASK", "VEC_COPY", "VEC_ABS", "VEC_ADD")]
BY_INDEX = [COMMAND[f"GSQ_OP_{name}"] for name in ("GATHER", "SCATTER", "GATHER_INDEX", "SCATTER_INDEX")]


def span(low, size):
    """Bytes as a mask of bits."""
    return (1 << size) - 1 << low


@dataclasses.dataclass
class Access:
    """Bytes of UB and of the target in memory that entries read and write, as masks."""
    ub_reads: int = 0
    ub_writes: int = 0
    reads: int = 0
    writes: int = 0

    def add(self, other):
        self.ub_reads |= other.ub_reads
        self.ub_writes |= other.ub_writes
        self.reads |= other.reads
        self.writes |= other.writes

    def hurts(self, later):
        """Whether `later` must wait for this."""
        return bool(later.ub_writes & (self.ub_reads | self.ub_writes) |
                    later.ub_reads & self.ub_writes |
                    later.writes & (self.reads | self.writes) | later.reads & self.writes)


class Program:
    """Entries of a ring from one `end` to the next, and what they must do. Flags order those that access
    the same bytes; more of them are there by chance."""

    def __init__(self, rng, golden, memory, source, target):
        self.rng, self.golden, self.memory = rng, golden, memory
        self.source, self.target = source, target
        base, size = golden.region()
        assert base % PAGE == 0 and size == PAGE
        self.low, self.high = base + PAGE // 4, base + PAGE  # of UB, for copies; the rest is the bus's
        others = span(0, UB) & ~span(base, size)
        self.commands = Access(ub_reads=others, ub_writes=others)
        self.ub = bytearray(UB)                              # after the entries so far
        self.want = Bytes(memory.base, bytearray(memory.data))
        self.slot = 0
        self.done = {queue: 0 for queue in QUEUES}           # slot behind its last entry
        self.lists = 0  # bytes of UB that copies in write and an index list must not read yet
        self.counts = collections.Counter()
        self.begin()

    def begin(self):
        self.entries = []
        self.records = {queue: [] for queue in Queue}
        self.errors = 0
        self.flag = 0
        self.staged = self.source + AREA   # where the next index list or refill lies
        # [first][second]: what `first` does that `second` did not wait for
        self.open = {first: {second: Access() for second in QUEUES} for first in QUEUES}

    def fresh(self):
        """Room for more flags."""
        return self.flag < FLAGS - 8

    def add(self, entry, queue, tag, what, status=0, info=0, addr=0):
        if tag & ASKS or status:
            self.records[queue].append(Record(tag, status, queue, self.slot, info, addr))
        self.errors += status != 0
        self.entries.append(entry)
        self.slot += len(entry) // SLOT
        if queue in QUEUES:
            self.done[queue] = self.slot
        self.counts[what] += 1

    def tag(self):
        return self.rng.randrange(256)

    def order(self, first, second):
        """`second` goes on when `first` has come so far."""
        for kind, queue in ((Kind.SET, first), (Kind.WAIT, second)):
            tag = self.tag()
            self.add(flag_entry(kind, queue, self.flag, tag), queue, tag, "flags")
        self.flag += 1
        self.open[first][second] = Access()

    def ready(self, queue, access):
        """Waits for the entries of other queues that must come before."""
        for first in QUEUES:
            if first != queue and self.open[first][queue].hurts(access):
                self.order(first, queue)

    def note(self, queue, access):
        for second in QUEUES:
            self.open[queue][second].add(access)

    # Commands

    def command(self):
        number, (tag, status, info), compact = self.golden.next_of_ring()
        if compact is not None and self.rng.random() < 0.7:
            entry, what = compact_entry(compact), "compact commands"
        else:
            entry, what = command_entry(number), "commands"
        assert compact is not None or status or self.is_long(number), (
            f"command {number:#x} has no compact form")
        self.ready(Queue.UNIT, self.commands)
        self.add(entry, Queue.UNIT, tag, what, status, info)
        self.note(Queue.UNIT, self.commands)

    @staticmethod
    def is_long(number):
        """Whether a command has no compact form."""
        op, mode = (number >> COMMAND[f"GSQ_CMD_{name}_LSB"] & (1 << COMMAND[f"GSQ_CMD_{name}_BITS"]) - 1
                    for name in ("OP", "MODE"))
        return op in LONG or (op in BY_INDEX and mode == COMMAND["GSQ_MODE_ROW"])

    # Copies

    def stage(self, data):
        """Puts data into memory for a copy in; its address."""
        address = self.staged + self.rng.randrange(64)
        self.memory.write(address, data)
        self.want.write(address, data)
        self.staged = address + len(data)
        return address

    def rows(self, low, high, size, count, apart):
        """(address, stride) of rows in a part of memory; `apart`: they do not overlap."""
        most = (high - low - size) // max(1, count - 1)
        least = size if apart and size <= most else 0
        stride = self.rng.randrange(least, max(least, min(most, 4 * size + 64)) + 1)
        stride *= self.rng.choice((1, 1, -1))
        reach = stride * (count - 1)
        return low - min(0, reach) + self.rng.randrange(high - low - size - abs(reach) + 1), stride

    def copy(self, kind, copy, tag, what):
        """Adds a copy and carries it out."""
        queue = Queue.IN if kind == Kind.IN else Queue.OUT
        access = self.access(kind, copy)
        self.ready(queue, access)
        if queue == Queue.IN and copy.indexed and copy.bytes and self.lists & access.ub_reads:
            if self.rng.random() < 0.5:
                copy.after = True
            else:
                self.order(queue, queue)
            self.lists = 0
        if copy.after:
            self.lists = 0
        entry = copy.entry(kind, tag)
        status, addr, done = (copy_in if kind == Kind.IN else copy_out)(copy, self.want, self.ub)
        self.add(entry, queue, tag, what, status, done, addr)
        self.note(queue, access)
        self.lists |= access.ub_writes if queue == Queue.IN else 0

    def access(self, kind, copy):
        """What a copy may access."""
        found = Access()
        size = copy.left + copy.bytes + copy.right if kind == Kind.IN else copy.bytes
        if copy.indexed and copy.bytes:
            found.ub_reads |= span(copy.index_addr, copy.rows * copy.index_bytes())
        rows = memory = 0
        for row in range(copy.rows):
            rows |= span(copy.ub_addr + row * copy.ub_stride, size)
        for row in range(copy.table_rows if copy.indexed else copy.rows):
            at = copy.mem_addr + row * copy.mem_stride - self.target
            if at >= 0:
                memory |= span(at, copy.bytes)
        if kind == Kind.IN:
            found.ub_writes, found.reads = rows, memory
        else:
            found.ub_reads |= rows
            found.writes = memory
        return found

    def shape(self, most):
        """(bytes, rows) of a copy of at most `most` bytes."""
        rng = self.rng
        size = rng.choice((1, 2, 4, 8, rng.randrange(1, 40), rng.choice((32, 64, 128)),
                           rng.randrange(1, 400)))
        return size, rng.randrange(1, max(2, min(24, most // size)))

    def some_copy(self, kind):
        """A copy of the region of UB that no command accesses."""
        rng = self.rng
        size, count = self.shape(1200)
        copy = Copy(bytes=size, rows=count)
        if kind == Kind.IN:
            if rng.random() < 0.3:
                copy.left, copy.right = rng.randrange(40), rng.randrange(40)
            if rng.random() < 0.1:
                copy.bytes = 0
                copy.left += 1
            copy.value = rng.getrandbits(32)
        width = copy.left + copy.bytes + copy.right
        copy.rows = count = max(1, min(count, (self.high - self.low) // width))
        if rng.random() < 0.4:
            self.index(copy, kind)
        copy.ub_addr, copy.ub_stride = self.rows(self.low, self.high, width, copy.rows, rng.random() < 0.7)
        area = self.target if kind == Kind.OUT or rng.random() < 0.3 else self.source
        named = copy.table_rows if copy.indexed else copy.rows
        copy.mem_addr, copy.mem_stride = self.rows(area, area + AREA, max(1, copy.bytes), named,
                                                   rng.random() < 0.7)
        copy.after = rng.random() < 0.1
        access = self.access(kind, copy)
        if copy.indexed and access.ub_writes & access.ub_reads:
            return  # what a descriptor writes it must not read
        what = ("copies in", "copies out")[kind == Kind.OUT] + " by index" * copy.indexed
        self.copy(kind, copy, self.tag(), what)

    def index(self, copy, kind):
        """Makes a copy one by index; the list comes by a copy of its own."""
        rng = self.rng
        copy.indexed, copy.half, copy.skip = True, rng.random() < 0.5, rng.random() < 0.5
        copy.table_rows = rng.choice((1, 7, 30, 60))
        size = copy.index_bytes()
        limit = 1 << 8 * size
        known = [rng.randrange(copy.table_rows) for _ in range(copy.rows)]
        # An index outside the table ends a copy in behind the rows before it.
        if copy.skip or (kind == Kind.IN and rng.random() < 0.2):
            for _ in range(rng.randrange(3)):
                known[rng.randrange(copy.rows)] = rng.choice((copy.table_rows, limit - 1,
                                                              rng.randrange(copy.table_rows, limit)))
        place = self.low + size * rng.randrange((self.high - self.low) // size - copy.rows)
        copy.index_addr = place
        data = b"".join(value.to_bytes(size, "little") for value in known)
        self.copy(Kind.IN, Copy(self.stage(data), place, len(data)), self.tag(), "index lists")

    def refill(self):
        """New contents of UB for commands, by copies in. The region that commands do not access stays."""
        base, changed = self.low - PAGE // 4, 0
        for address, data in self.golden.refill():
            changed |= span(address, len(data))
        changed &= ~span(base, PAGE)
        fills, now = [], self.golden.ub()
        while changed:
            address = (changed & -changed).bit_length() - 1
            size = (~(changed >> address) & (changed >> address) + 1).bit_length() - 1
            fills.append((address, now[address:address + size]))
            changed &= ~span(address, size)
        for address, data in fills:
            while data:
                size = min(len(data), self.rng.choice((32, 256, 1024)))
                count = self.rng.randrange(1, len(data) // size + 1)
                part, data = data[:size * count], data[size * count:]
                self.copy(Kind.IN, Copy(self.stage(part), address, size, count, size, size), self.tag(),
                          "refills")
                address += len(part)

    def look(self):
        """A copy out of what commands have written."""
        self.fresh_ub()
        size = self.rng.choice((32, 64, 256))
        first = self.low - PAGE // 4
        ub, stride = self.rows(*((0, first) if first else (self.high, UB)), size, AREA // size // 2, True)
        copy = Copy(self.target, ub, size, AREA // size // 2, size, stride)
        self.copy(Kind.OUT, copy, self.tag(), "copies out of results")

    def fresh_ub(self):
        """What commands have left in UB, into the model of copies."""
        now = self.golden.ub()
        first = self.low - PAGE // 4
        self.ub[:first] = now[:first]
        self.ub[self.high:] = now[self.high:]

    def make(self, amount, with_commands):
        """A program of about so many entries."""
        rng = self.rng
        self.lists = 0
        while len(self.entries) < amount and self.fresh():
            kind = rng.choices(("commands", "look", "order", "in", "out"),
                               (4 * with_commands, with_commands, 1, 3, 3))[0]
            if kind == "commands":
                for _ in range(rng.choice((1, 3, 20))):
                    self.command()
            elif kind == "order":
                self.order(rng.choice(QUEUES), rng.choice(QUEUES))
            elif kind == "look":
                self.look()
            else:
                self.some_copy(Kind.IN if kind == "in" else Kind.OUT)
        tag = self.tag()
        self.add(end_entry(tag), Queue.SELF, tag, "ends")


class Lockstep:
    """Runs programs on the ring and compares."""

    def __init__(self, ring, seed, source, target):
        self.ring, self.bus, self.rng = ring, ring.bus, random.Random(seed)
        self.golden = Golden(seed)
        ring.memory.write(source, self.rng.randbytes(AREA))
        self.program = Program(self.rng, self.golden, ring.memory, source, target)
        self.found = {queue: [] for queue in Queue}
        self.stops = self.beside = self.accesses = 0

    async def feed(self, entries):
        """Writes entries as there is room, with a doorbell now and then."""
        ring, rng, head = self.ring, self.rng, 0
        for number, entry in enumerate(entries):
            while ring.tail + len(entry) // SLOT - head & 0xffffffff > 1 << ring.size:
                await ring.doorbell()
                head = await ring.get("head")
                await self.collect()
            ring.put(entry)
            if rng.random() < 0.2 or number == len(entries) - 1:
                await ring.doorbell()
                await ClockCycles(self.bus.dut.clk, rng.choice((1, 1, 30, 300)))
                await self.collect()

    async def collect(self):
        for record in await self.ring.records():
            self.found[record.queue].append(record)

    async def disturb(self, over):
        """Pauses, and resumes what an error stopped."""
        ring, rng = self.ring, self.rng
        while not over:
            if await ring.get("state", "stopped"):
                await ring.set("resume", 1)
                self.stops += 1
            elif rng.random() < 0.1:
                await ring.control(pause=True)
                await ClockCycles(self.bus.dut.clk, rng.randrange(1, 100))
                await ring.control()
            await ClockCycles(self.bus.dut.clk, rng.randrange(1, 50))

    async def neighbour(self, over):
        """Accesses of UB from the bus, in its part of the region."""
        rng, bus, low = self.rng, self.bus, self.program.low - PAGE // 4
        while not over:
            place, size = (bus.bytes * rng.randrange(1, 512 // bus.bytes) for _ in range(2))
            data = rng.randbytes(size)
            await bus.write(low + place, data)
            self.program.ub[low + place:low + place + size] = data
            assert await bus.read(low + place, size) == data, f"UB at {low + place:#x}, {size} bytes"
            self.accesses += 1
            await ClockCycles(bus.dut.clk, rng.choice((1, 40, 200)))

    async def registers(self, count):
        """Commands of registers, while the ring has none."""
        for _ in range(count):
            number, expected = self.golden.next()
            found = await self.bus.run(number)
            assert found == expected, (
                f"command {number:#x} of registers: expected {expected}, found {found}")
            self.beside += 1

    async def anew(self, base, rec_base):
        """The ring begins anew, in another place and of another size."""
        ring, rng = self.ring, self.rng
        await ring.disable()
        ring.base, ring.size = base + 128 * rng.randrange(64), rng.choice((3, 4, 6, 8))
        ring.rec_base, ring.rec_size = rec_base + 128 * rng.randrange(64), rng.choice((1, 2, 4, 7))
        await ring.enable()
        self.program.slot = 0
        self.program.done = {queue: 0 for queue in QUEUES}

    async def run(self, amount, first):
        """One program."""
        rng, ring, program, bus = self.rng, self.ring, self.program, self.bus
        program.begin()
        with_commands = first or rng.random() < 0.7
        if first or with_commands and rng.random() < 0.4:
            program.refill()
        program.make(amount, with_commands)
        await ring.control(stop_on_error=rng.random() < 0.5)
        bus.pause(rng, rng.choice((0, 0, 20, 60)))
        ring.memory.mix = rng if rng.random() < 0.8 else None
        over = []
        tasks = [cocotb.start_soon(self.neighbour(over)), cocotb.start_soon(self.disturb(over))]
        fed = cocotb.start_soon(self.feed(program.entries))
        if not with_commands:
            await self.registers(rng.randrange(12))
        await with_timeout(fed, 2, "ms")
        for _ in range(2000):
            if await ring.get("event", "end"):
                break
            await self.collect()
            await ClockCycles(bus.dut.clk, 20)
        else:
            raise AssertionError("the program does not end: " + await self.state())
        await self.collect()
        over.append(True)
        for task in tasks:
            await task
        await self.compare()
        bus.pause(rng, 0)
        await self.registers(rng.randrange(4))

    async def state(self):
        names = ("control", "state", "event", "tail", "head", "rec_head", "rec_tail", "done_in",
                 "done_unit", "done_out")
        return ", ".join([f"{name} {(await self.bus.get(f'ring.{name}'))[0]:#x}" for name in names])

    async def compare(self):
        ring, program = self.ring, self.program
        for queue, expected in program.records.items():
            found = self.found[queue]
            for wanted, have in zip(expected, found):
                assert wanted == have, f"record of queue {queue.name}: expected {wanted}, found {have}"
            assert len(found) == len(expected), (
                f"{len(found)} records of queue {queue.name}, expected {len(expected)}: "
                f"{expected[len(found):][:1]}")
            found.clear()
        assert await ring.get("event", "error") == (program.errors != 0), (
            f"event.error with {program.errors} errors")
        await ring.set("event", 3)
        assert await ring.bus.get("ring.state") == (bits("ring.state", "idle"), 0), await self.state()
        assert await ring.get("head") == program.slot
        for queue in QUEUES:
            number, wanted = await ring.get(f"done_{queue.name.lower()}"), program.done[queue]
            assert number == wanted, f"done of {queue.name}: expected {wanted}, found {number}"
        self.same("memory", ring.memory.read(program.target, AREA), program.want.read(program.target, AREA),
                  program.target)

    @staticmethod
    def same(what, found, expected, base=0):
        wrong = [at for at, pair in enumerate(zip(found, expected)) if pair[0] != pair[1]]
        assert not wrong, (f"{what} at {base + wrong[0]:#x} ({len(wrong)} bytes differ): expected "
                           f"{expected[wrong[0]]:#x}, found {found[wrong[0]]:#x}")

    async def whole(self):
        """Compares all of UB."""
        self.program.fresh_ub()
        self.same("UB", await self.bus.read(0, UB), self.program.ub)


async def lockstep_of(ring, seed, amount, source, target):
    """Programs with so many entries; a line of what was done."""
    bus = ring.bus
    await clear_registers(bus)
    test = Lockstep(ring, seed, source, target)
    await bus.write(test.program.low - PAGE // 4, bytes(PAGE))
    base, rec_base, programs = ring.base, ring.rec_base, 0
    while test.program.counts.total() < amount:
        if not programs or test.rng.random() < 0.4:
            await test.anew(base, rec_base)
        await test.run(test.rng.randrange(30, 200), programs == 0)
        programs += 1
        if programs % 16 == 0:
            await test.whole()
    await test.whole()
    await ring.disable()
    assert not ring.memory.holes, f"accesses where there is no memory: {ring.memory.holes[:4]}"
    test.golden.close()
    made = ", ".join(f"{count} {what}" for what, count in sorted(test.program.counts.items()))
    return (f"{bus.width} bits: ring: {programs} programs ({made}); beside them {test.beside} "
            f"commands of registers and {test.accesses} accesses of UB; stopped {test.stops} times")
