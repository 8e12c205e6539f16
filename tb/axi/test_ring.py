# SPDX-License-Identifier: Apache-2.0
"""Tests of the ring of commands and of copies in gsq_axi, with a memory made of the channels of
cocotbext-axi on its manager port. scripts/run/axi.py runs them."""
import os
import random

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge, Timer
from cocotb.utils import get_sim_time

from bench import COMMAND, DECERR, OKAY, SLVERR, bits, command, start
from lockstep import lockstep_of
from ring import (
    ASKS, COPY_ID, PERIOD, RING_ID, Bytes, Copy, CopyStatus, Kind, Memory, Queue, Record, Ring, Status,
    command_entry, compact_entry, copy_in, copy_out, end_entry, promised, set_flag, settle, short_entry,
    wait_flag)

SEED = int(os.environ["RANDOM_SEED"])
TRANSACTIONS = int(os.environ["GSQ_TRANSACTIONS"])
UB = 65536
BASE, SIZE = 0x0a5f_ffe0_0000, 0x40_0000  # of the memory: across a multiple of 4 GB
RING, RECORDS, SOURCE, TARGET = BASE + 0x80, BASE + 0x2_0080, BASE + 0x1f_0000, BASE + 0x30_0000
BIG = 10          # log2 of the slots of rings that hold whole programs
SMALL = 10        # cycles of latency for commands in measurements
FAR = 100         # the same for copies


def say(text):
    print(f"gsq_axi: {text}", flush=True)


async def ring_of(dut, size=6, rec_size=6):
    """The ring with its memory, not enabled; windows allow everything."""
    bus = await start(dut)
    memory = Memory(bus, BASE, SIZE)
    ring = Ring(bus, memory, RING, size, RECORDS, rec_size)
    await ClockCycles(dut.clk, 4)
    await ring.windows(UB)
    return ring


def nop(tag=0, op="CREATE_MASK"):
    """A command that takes one cycle, as a compact entry."""
    return compact_entry(command(op=COMMAND[f"GSQ_OP_{op}"], tag=tag))


def fails(tag=0):
    """A command that fails with status 1."""
    return compact_entry(command(op=63, tag=tag))


async def records_are(ring, expected, most=300):
    """Waits for as many records; those of a queue are in its order."""
    found = []
    for _ in range(most):
        found += await ring.records()
        if len(found) >= len(expected):
            break
    for queue in Queue:
        wanted = [record for record in expected if record.queue == queue]
        have = [record for record in found if record.queue == queue]
        assert have == wanted, f"records of queue {queue.name}: expected {wanted}, found {have}"


def unit(number, tag, status=0, info=0):
    return Record(tag, status, Queue.UNIT, number, info, 0)


def own(number, tag, status=Status.OK):
    return Record(tag, status, Queue.SELF, number, 0, 0)


async def works(ring):
    """The ring begins anew, and does what it shall."""
    await ring.disable()
    ring.memory.bad.clear()
    await ring.windows(UB)
    await ring.enable()
    await ring.give(nop(0x81), set_flag(Queue.UNIT, 63), wait_flag(Queue.OUT, 63, 0x82), end_entry(0x83))
    await ring.wait("end")
    await records_are(ring, [unit(0, 0x81), Record(0x82, 0, Queue.OUT, 2, 0, 0), own(3, 0x83)])
    assert await ring.get("event", "error") == 0
    await ring.disable()


# ---- Registers ----------------------------------------------------------------------------------

@cocotb.test(timeout_time=1, timeout_unit="ms")
async def ring_registers(dut):
    """Values after reset, what can be written, what is refused; events and their interrupts."""
    ring = await ring_of(dut)
    bus = ring.bus
    for register in ("control", "event", "irq_enable", "size", "tail", "head", "rec_tail", "done_in",
                     "done_unit", "done_out"):
        assert await bus.get(f"ring.{register}") == (0, OKAY), register
    assert await bus.get("ring.state") == (bits("ring.state", "idle"), OKAY)
    for register in ("state", "head", "rec_tail", "done_in", "done_unit", "done_out"):
        assert await bus.set(f"ring.{register}", 1) == SLVERR, register
    assert await bus.get("error") == (bits("error", "no_register"), OKAY)
    await bus.set("error", 0xffffffff)
    for address in (0x100, 0x414, 0x44c, 0x48c, 0x4fc, 0x600, 0xc00):
        assert int((await bus.lite.read(address, 4)).resp) == DECERR, hex(address)
        assert int((await bus.lite.write(address, bytes(4))).resp) == DECERR, hex(address)
    assert await bus.get("error") == (bits("error", "no_register"), OKAY)
    await bus.set("error", 0xffffffff)
    kept = ["tail", "rec_head", "ub_base", "ub_limit"]
    kept += [f"{name}_{half}" for name in ("base", "rec_base", "mem0_base", "mem0_limit", "mem1_base",
                                           "mem1_limit") for half in ("low", "high")]
    for number, register in enumerate(kept):
        await ring.set(register, 0x010203ff * (number + 1))
    for number, register in enumerate(kept):
        kept_bits = bits(f"ring.{register}", "value")  # the low ones of addresses are 0
        assert await bus.get(f"ring.{register}") == (0x010203ff * (number + 1) & kept_bits, OKAY), register
    await ring.windows(UB)

    # An interrupt only where it is let through, and until its reason is gone.
    await ring.enable()
    await ring.give(fails(), end_entry())
    await settle(dut, 100)
    assert await bus.get("ring.event") == (3, OKAY)
    for field, mask in (("end", 1), ("error", 2)):
        assert int(dut.irq.value) == 0, f"an interrupt of {field} that is not let through"
        await ring.set("irq_enable", mask)
        await settle(dut, 4)
        assert int(dut.irq.value) == 1, f"{field} asks for no interrupt"
        await ring.set("event", 3 ^ mask)
        await settle(dut, 4)
        assert int(dut.irq.value) == 1, f"clearing another flag cleared {field}"
        await ring.set("event", mask)
        await settle(dut, 4)
        assert int(dut.irq.value) == 0, f"the interrupt of {field} stays"
        await ring.set("irq_enable", 0)
        await ring.give(fails(), end_entry())
        await settle(dut, 100)
    # The interrupts of the unit are as before: error.command is of commands from registers only.
    assert await bus.get("error") == (0, OKAY)
    await works(ring)


# ---- Two sources of commands, three of accesses of UB ---------------------------------------------

@cocotb.test(timeout_time=1, timeout_unit="ms")
async def ring_sources(dut):
    """Commands of registers and of the ring at the same time: each gets its own responses. And the
    bus, copies in and copies out access UB at the same time."""
    ring = await ring_of(dut, BIG, 8)
    bus, rng = ring.bus, random.Random(SEED)
    memory = ring.memory
    memory.write(SOURCE, rng.randbytes(UB))
    await bus.write(0x8000, rng.randbytes(0x1000))
    source = await bus.read(0x8000, 0x1000)
    expected, entries, number = [], [], 0
    for tag in range(128):
        entries.append(nop(ASKS | tag))
        expected.append(unit(number, ASKS | tag))
        number += 1
        if tag % 16 == 3:
            part = 0x1000 * (tag // 16)
            entries.append(Copy(SOURCE + part + 5, part, 200, 16, 256, 256).entry(Kind.IN, ASKS))
            expected.append(Record(ASKS, 0, Queue.IN, number, 3200, 0))
            entries.append(Copy(TARGET + part + 9, 0x8000, 250, 16, 256, 256).entry(Kind.OUT, ASKS))
            expected.append(Record(ASKS, 0, Queue.OUT, number + 4, 4000, 0))
            number += 8
    entries.append(end_entry())

    async def others():
        """Accesses of UB from the bus."""
        for _ in range(12):
            data = rng.randbytes(512)
            await bus.write(0xc000, data)
            assert await bus.read(0xc000, 512) == data

    await ring.enable()
    busy = cocotb.start_soon(others())
    await ring.give(*entries)
    waiting, tag, popped = [], 0, 0
    while popped < 60:
        if tag < 60 and await bus.value("status", "room"):
            await bus.push(command(op=63, tag=tag))
            waiting.append(tag)
            tag += 1
        if (answer := await bus.response()) is not None:
            assert answer[:2] == (waiting.pop(0), 1), f"response {popped}: found {answer}"
            popped += 1
    await busy
    await ring.wait("end")
    await records_are(ring, expected)
    for part in range(8):
        for row in range(16):
            at = 0x1000 * part + 256 * row
            expected = source[256 * row:256 * row + 250]
            assert memory.read(TARGET + at + 9, 250) == expected, f"row {row} of {part}"
    found = await bus.read(0, 0x8000)
    for at in range(0, 0x8000, 256):
        assert found[at:at + 200] == memory.read(SOURCE + at + 5, 200), f"UB at {at:#x}"
    await works(ring)


# ---- Errors -------------------------------------------------------------------------------------

async def ends(ring, entries, wrong, tag, status, done=(), waiting=0):
    """The entry at slot `wrong` ends the ring; `done` are records of those before it, `waiting` the queues
    that wait then."""
    await ring.enable()
    await ring.give(*entries)
    await ring.wait("error")
    await ring.wait_state("ended")
    await records_are(ring, [*done, own(wrong, tag, status)])
    await settle(ring.bus.dut, 50)
    assert await ring.get("state", "waiting") == waiting
    assert await ring.get("event", "end") == 0, "an end behind what ended the ring"
    assert await ring.records() == [], "records behind what ended the ring"
    await works(ring)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def ring_errors(dut):
    """What ends the ring: illegal entries, memory errors, a bad doorbell, deadlock."""
    ring = await ring_of(dut)
    memory = ring.memory
    for entry in (short_entry(6, 0x95), short_entry(0xff, 0x95), set_flag(Queue.SELF, 1, 0x95),
                  wait_flag(Queue.SELF, 1, 0x95)):
        await ends(ring, [nop(0x81), entry, nop(0x82), end_entry(0x83)], 1, 0x95, Status.ENTRY,
                   [unit(0, 0x81)])
    # A fetch that fails, in the slots of a short and of a long entry.
    for response in (SLVERR, DECERR):
        memory.bad = [(RING + 0xa0, RING + 0xa8, response)]
        before = [unit(number, 0x80 | number) for number in range(8)]
        await ring.enable()
        long = command_entry(command(op=COMMAND["GSQ_OP_CREATE_MASK"], tag=0x9a))
        await ring.give(*(nop(0x80 | number) for number in range(8)), long, nop(0x9b), end_entry())
        await ring.wait("error")
        found = []
        while len(found) < 9:
            found += await ring.records()
        assert [record for record in found if record.queue == Queue.UNIT] == before
        told = [record[1:4] for record in found if record.queue == Queue.SELF]
        assert told == [(Status.FETCH, Queue.SELF, 8)], f"found {told}"
        assert await ring.get("state", "ended") == 1
        await works(ring)
    # Where there is no memory.
    lost = Ring(ring.bus, memory, BASE + SIZE, 6, RECORDS, 6)
    await lost.enable()
    await lost.set("tail", 1)
    await lost.wait("error")
    assert memory.holes and memory.holes[0] == BASE + SIZE
    assert [record[1:4] for record in await lost.records()] == [(Status.FETCH, Queue.SELF, 0)]
    memory.holes.clear()
    await works(ring)
    # The doorbell is too far ahead: at once, or later.
    for before in (0, 3):
        await ring.enable()
        await ring.give(*(nop(ASKS) for _ in range(before)))
        await records_are(ring, [unit(number, ASKS) for number in range(before)])
        await ring.set("tail", before + (1 << ring.size) + 1)
        await ring.wait("error")
        await records_are(ring, [own(before, 0, Status.TAIL)])
        await works(ring)
    # A record that cannot be written.
    memory.bad = [(RECORDS + 32, RECORDS + 64, SLVERR)]
    await ring.enable()
    await ring.give(nop(0x81), nop(0x82), end_entry(0x83))
    await ring.wait("error")
    await ring.wait_state("ended")
    await works(ring)

    # Deadlock: before an end, and before an entry without room.
    await ends(ring, [nop(0x81), wait_flag(Queue.IN, 4), end_entry(0x84)], 2, 0x84, Status.DEADLOCK,
               [unit(0, 0x81)], 1 << Queue.IN)
    full = [wait_flag(Queue.OUT, 5, 0x85)] + [set_flag(Queue.OUT, 6)] * 8
    await ends(ring, full, 8, 0, Status.DEADLOCK, waiting=1 << Queue.OUT)
    # None while the ring is empty.
    await ring.enable()
    await ring.give(wait_flag(Queue.IN, 4, 0x81), wait_flag(Queue.OUT, 9, 0x82))
    await settle(dut, 300)
    assert await ring.bus.get("ring.state") == (5 << 4, OKAY), "expected two queues that wait"
    await ring.give(set_flag(Queue.UNIT, 4, 0x83), set_flag(Queue.UNIT, 9, 0x84), end_entry())
    await ring.wait("end")
    await records_are(ring, [Record(0x81, 0, Queue.IN, 0, 0, 0), Record(0x82, 0, Queue.OUT, 1, 0, 0),
                             unit(2, 0x83), unit(3, 0x84)])
    assert await ring.get("event", "error") == 0
    await works(ring)

    # What does not end it: a flag that is set twice, and stays 1.
    await ring.enable()
    await ring.give(*(set_flag(Queue.UNIT, 7) for _ in range(2)), wait_flag(Queue.IN, 7, 0x87),
                    end_entry())
    await ring.wait("end")
    await ring.wait("error")
    await records_are(ring, [unit(1, 0, Status.FLAG_SET), Record(0x87, 0, Queue.IN, 2, 0, 0)])
    await works(ring)

    # Without records nothing is written.
    none = Ring(ring.bus, memory, RING, 6, RECORDS, 0)
    before = memory.read(RECORDS, 4096)
    await none.enable()
    await none.give(nop(ASKS), fails(ASKS), end_entry(ASKS))
    await none.wait("end")
    await none.wait("error")
    assert await none.get("rec_tail") == 0
    assert memory.read(RECORDS, 4096) == before
    await none.disable()
    await works(ring)
    assert not memory.holes, f"accesses where there is no memory: {memory.holes[:4]}"


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def ring_copy_errors(dut):
    """Copies that are refused, and those that fail: what their records say, and that nothing else is
    accessed."""
    ring = await ring_of(dut)
    memory, bus, rng = ring.memory, ring.bus, random.Random(SEED)
    ub = bytearray(rng.randbytes(UB))
    await bus.write(0, bytes(ub))
    memory.write(BASE + 0x10_0000, rng.randbytes(0x20_0000))

    async def run(kind, copy, status, addr=0, done=0):
        """One copy, and its record."""
        await ring.give(copy.entry(kind, 0x8c), end_entry())
        await ring.wait("end")
        queue = Queue.IN if kind == Kind.IN else Queue.OUT
        await records_are(ring, [Record(0x8c, status, queue, ring.tail - 5, done, addr)])
        assert await ring.get("event", "error") == (status != CopyStatus.OK)
        await ring.set("event", 3)

    async def same(what, size=0x4000):
        """UB is what the model says."""
        found = await bus.read(0, size)
        wrong = [at for at in range(size) if found[at] != ub[at]]
        assert not wrong, (f"{what}: byte {wrong[0]:#x} of UB: expected {ub[wrong[0]]:#x}, found "
                           f"{found[wrong[0]]:#x}")

    async def unchanged():
        await same("a copy that is refused")
        assert not memory.beats[COPY_ID] and not memory.written[COPY_ID], "a refused copy reached memory"

    # Windows: one byte too many at either end; what they allow; window 1.
    low, high, one = SOURCE + 0x40, SOURCE + 0x1040, dict(indexed=True, table_rows=1)
    await ring.window(0, low, high)
    await ring.set("ub_base", 0x400)
    await ring.set("ub_limit", 0x1400)
    await ring.enable()
    for kind in (Kind.IN, Kind.OUT):
        for copy, status, addr in (
                (Copy(low - 1, 0x400, 8), CopyStatus.MEM_WINDOW, low - 1),
                (Copy(high - 7, 0x400, 8), CopyStatus.MEM_WINDOW, high - 7),
                (Copy(high - 8, 0x400, 8, 2, 1), CopyStatus.MEM_WINDOW, high - 8),
                (Copy(low, 0x400, 8, 2, -1), CopyStatus.MEM_WINDOW, low),
                (Copy(low, 0x3ff, 8), CopyStatus.UB_WINDOW, 0x3ff),
                (Copy(low, 0x13f9, 8), CopyStatus.UB_WINDOW, 0x13f9),
                (Copy(low, 0x600, 8, 4, 8, -0x200), CopyStatus.UB_WINDOW, 0x600),
                (Copy(low, 0x400, 8, index_addr=0x3fc, **one), CopyStatus.INDEX_WINDOW, 0x3fc),
                (Copy(low, 0x400, 8, index_addr=0x802, **one), CopyStatus.INDEX_WINDOW, 0x802),
                (Copy(low - 9, 0, 8), CopyStatus.MEM_WINDOW, low - 9)):
            await run(kind, copy, status, addr)
    await run(Kind.IN, Copy(low, 0x400, 8, left=0x1000), CopyStatus.UB_WINDOW, 0x400)
    await unchanged()
    allowed = {"mem0_read": Kind.IN, "ub_write": Kind.IN, "mem0_write": Kind.OUT, "ub_read": Kind.OUT}
    for name, kind in allowed.items():
        await ring.set("allow", 0x3f ^ bits("ring.allow", name))
        refused = (CopyStatus.MEM_WINDOW, low) if "mem" in name else (CopyStatus.UB_WINDOW, 0x400)
        await run(kind, Copy(low, 0x400, 8), *refused)
    await unchanged()
    await ring.set("allow", 0x3f)
    await ring.window(1, TARGET, TARGET + 64)
    for copy in (Copy(low, 0x400, 8), Copy(high - 8, 0x13f8, 8), Copy(TARGET + 56, 0x500, 8)):
        await run(Kind.IN, copy, CopyStatus.OK, 0, 8)
        copy_in(copy, memory, ub)
    await run(Kind.OUT, Copy(TARGET, 0x500, 64), CopyStatus.OK, 0, 64)
    assert memory.read(TARGET, 64) == ub[0x500:0x540]
    await run(Kind.OUT, Copy(TARGET + 1, 0x500, 64), CopyStatus.MEM_WINDOW, TARGET + 1)
    await same("copies at the ends of windows")
    # Windows beyond the addresses that there are end with them.
    await ring.disable()
    await ring.windows(UB)
    await ring.set("ub_limit", 0xffffffc0)
    await ring.set("mem0_limit_high", 0xffffffff)
    await ring.enable()
    for kind in (Kind.IN, Kind.OUT):
        await run(kind, Copy(SOURCE, UB, 8), CopyStatus.UB_WINDOW, UB)
        await run(kind, Copy(SOURCE, UB - 8, 9), CopyStatus.UB_WINDOW, UB - 8)
        # A completion has as many bits of an address as the bus.
        await run(kind, Copy(SOURCE + (1 << 48), 0, 8), CopyStatus.MEM_WINDOW, SOURCE)
    await same("copies outside UB")
    await ring.disable()
    await ring.windows(UB)
    await ring.enable()

    # An index outside the table: the rows before it are there, or it is left out.
    table = Copy(SOURCE, 0x1000, 24, 8, 100, 32, indexed=True, half=True, index_addr=0x2002, table_rows=50)
    for number, index in enumerate((3, 49, 7, 50, 1, 0, 65535, 2)):
        ub[0x2002 + 2 * number:0x2004 + 2 * number] = index.to_bytes(2, "little")
    await bus.write(0x2000, bytes(ub[0x2000:0x2040]))
    for skip in (False, True):
        table.skip, table.value = skip, 0x01020304
        status, addr, done = copy_in(table, memory, ub)
        await run(Kind.IN, table, status, addr, done)
        await same(f"skip {skip}")
        table.mem_addr = TARGET
        expected = bytearray(memory.read(TARGET, 8192))
        copy_out(table, Bytes(TARGET, expected), ub)
        await run(Kind.OUT, table, status, addr, done)
        assert memory.read(TARGET, 8192) == expected, f"skip {skip}"
        table.mem_addr = SOURCE

    # The memory answers with an error: what was copied before stays.
    for response, status in ((SLVERR, CopyStatus.SLVERR), (DECERR, CopyStatus.DECERR)):
        rows = Copy(SOURCE, 0x3000, 64, 6, 256, 64)
        memory.bad = [(SOURCE + 512, SOURCE + 513, response)]
        await run(Kind.IN, rows, status, SOURCE + 512, 128)
        for row in range(2):
            ub[0x3000 + 64 * row:0x3040 + 64 * row] = memory.read(SOURCE + 256 * row, 64)
        assert await bus.read(0, 0x3080) == ub[:0x3080]
        ub[0x3000:0x4000] = await bus.read(0x3000, 0x1000)
        rows.mem_addr = TARGET
        memory.bad = [(TARGET + 512, TARGET + 513, response)]
        await run(Kind.OUT, rows, status, TARGET + 512, 128)
        for row in range(2):
            assert memory.read(TARGET + 256 * row, 64) == ub[0x3000 + 64 * row:0x3040 + 64 * row]
        memory.bad = []
        await run(Kind.OUT, rows, CopyStatus.OK, 0, 384)
        rows.mem_addr = SOURCE
        await run(Kind.IN, rows, CopyStatus.OK, 0, 384)
        copy_in(rows, memory, ub)
    await same("copies that failed", UB)
    await ring.disable()
    await works(ring)
    assert not memory.holes, f"accesses where there is no memory: {memory.holes[:4]}"


# ---- Pause, stop, disable, reset ----------------------------------------------------------------

@cocotb.test(timeout_time=2, timeout_unit="ms")
async def ring_control(dut):
    """Pause, stop on error and resume, disable while copies are under way, reset."""
    ring = await ring_of(dut)
    memory, bus, rng = ring.memory, ring.bus, random.Random(SEED)
    data = rng.randbytes(4096)
    memory.write(SOURCE, data)
    # Pause: nothing is given, then all of it.
    await ring.enable()
    await ring.control(pause=True)
    await ring.give(nop(0x81), nop(0x82), end_entry(0x83))
    await settle(dut, 200)
    assert await ring.get("head") == 0 and await ring.get("done_unit") == 0 and await ring.records() == []
    await ring.control()
    await ring.wait("end")
    assert await ring.get("head") == 3 and await ring.get("done_unit") == 2
    await records_are(ring, [unit(0, 0x81), unit(1, 0x82), own(2, 0x83)])
    await ring.disable()

    # Stop on an error: the copy behind it waits for resume.
    await ring.enable(stop_on_error=True)
    await bus.write(0, data[:64])
    copy = Copy(TARGET, 0, 64)
    memory.write(TARGET, bytes(64))
    await ring.give(fails(5), set_flag(Queue.UNIT, 0), wait_flag(Queue.OUT, 0),
                    copy.entry(Kind.OUT, 0x86), end_entry(0x87))
    await ring.wait("error")
    await ring.wait_state("stopped")
    await settle(dut, 200)
    await records_are(ring, [unit(0, 5, 1)])
    assert await ring.get("state", "ended") == 0
    assert await ring.get("event", "end") == 0 and memory.read(TARGET, 64) == bytes(64), "it did not stop"
    await ring.set("resume", 1)
    await ring.wait("end")
    await records_are(ring, [Record(0x86, 0, Queue.OUT, 3, 64, 0), own(7, 0x87)])
    assert memory.read(TARGET, 64) == data[:64]
    assert await ring.get("state", "stopped") == 0
    await bus.set("error", 0xffffffff)
    await ring.disable()

    # Disable: the copy that has begun completes, with its record; what has not begun is dropped.
    for delay in (0, 40, 90, 200):
        memory.delay[COPY_ID] = 300
        await bus.write(0, bytes(4096))
        await ring.enable()
        long = Copy(SOURCE, 0, 64, 16, 256, 256)
        await ring.give(set_flag(Queue.UNIT, 1), long.entry(Kind.IN, 0x91), wait_flag(Queue.IN, 2, 0x92),
                        nop(0x93), wait_flag(Queue.UNIT, 40, 0x94), Copy(TARGET, 0, 64).entry(Kind.OUT))
        await settle(dut, delay)
        await ring.set("control", 0)
        await ring.wait_state("idle")
        begun = await ring.get("done_in") == 5
        assert begun or delay < 200, "the copy did not begin"
        found = [record for record in await ring.records() if record.queue == Queue.IN]
        assert found == ([Record(0x91, 0, Queue.IN, 1, 1024, 0)] if begun else []), f"found {found}"
        written = await bus.read(0, 4096)
        for row in range(16):
            expected = data[256 * row:256 * row + 64] if begun else bytes(64)
            assert written[256 * row:256 * row + 64] == expected, f"row {row} after disable"
        memory.delay[COPY_ID] = 2
        # Flags are 0 again, done too.
        await ring.enable()
        assert await ring.get("done_in") == 0
        await ring.give(wait_flag(Queue.IN, 1, 0x95))
        await settle(dut, 60)
        assert await ring.bus.get("ring.state") == (1 << 4, OKAY), "a flag is 1 after disable"
        await ring.disable()
        await works(ring)

    # Reset in the middle of all of it.
    for wait in (20, 37, 60, 90, 131):
        memory.mix = rng
        await ring.windows(UB)
        await ring.enable()
        back = Copy(TARGET, 0x1000, 64, 16, 256, 256)
        await ring.give(long.entry(Kind.IN, 0x91), back.entry(Kind.OUT, 0x92),
                        *(nop(0x93) for _ in range(20)), end_entry())
        await ClockCycles(dut.clk, wait)
        await Timer(rng.randrange(1, 9), "ns")
        dut.rst_n.value = 0
        await ClockCycles(dut.clk, 3)
        bus.drop()
        memory.drop()
        dut.rst_n.value = 1
        await ClockCycles(dut.clk, 10)
        assert await bus.get("ring.control") == (0, OKAY)
        assert await bus.get("ring.state") == (1, OKAY)
        assert not int(dut.m_axi_arvalid.value) and not int(dut.m_axi_awvalid.value)
        await works(ring)
    assert not memory.holes


# ---- Speed --------------------------------------------------------------------------------------

FILTER_VECTORS, FILTER_WORDS, LANES = 32, 256, 8
FILTER_INDICES = 4 * FILTER_WORDS
FILTER_OUTPUT = FILTER_INDICES + 4 * LANES * FILTER_VECTORS


def filter_program(rng):
    """The filter of examples/soc/riscv/filter.h on vectors of 32 bytes: (its 163 commands, UB before it,
    bytes that it appends)."""
    op = {name: COMMAND[f"GSQ_OP_{name}"] for name in (
        "CLEAR_SPR", "LOAD_ALIGN", "SET_MASK", "GATHER", "SQUEEZE", "STORE_UNALIGN", "STORE_UNALIGN_POST",
        "GET_SPR")}
    b32 = COMMAND["GSQ_WIDTH_B32"]
    table = [1000 + word for word in range(FILTER_WORDS)]
    indices = [rng.randrange(FILTER_WORDS) for _ in range(LANES * FILTER_VECTORS)]
    keep = [rng.random() < 0.5 for _ in indices]
    kept = b"".join(table[index].to_bytes(4, "little") for index, lane in zip(indices, keep) if lane)
    made = [command(op=op["CLEAR_SPR"])]
    for first in range(0, FILTER_VECTORS, 4):
        for i in range(4):
            made.append(command(op=op["LOAD_ALIGN"], vd=1 + i, addr=FILTER_INDICES + 32 * (first + i)))
        for i in range(4):
            mask = sum(keep[LANES * (first + i) + lane] << 4 * lane for lane in range(LANES))
            made.append(command(op=op["SET_MASK"], m=1 + i, mask=mask))
        for i in range(4):
            made.append(command(op=op["GATHER"], vd=5 + i, vi=1 + i, m=1 + i, form=COMMAND["GSQ_FORM_B32"]))
        for i in range(4):
            made.append(command(op=op["SQUEEZE"], vd=9 + i, vs=5 + i, m=1 + i, width=b32, store_reg=1))
            made.append(command(op=op["STORE_UNALIGN"], addr=FILTER_OUTPUT, vs=9 + i, post=1))
    made.append(command(op=op["STORE_UNALIGN_POST"], addr=FILTER_OUTPUT))
    made.append(command(op=op["GET_SPR"], tag=ASKS))
    words = table + indices
    return made, b"".join(word.to_bytes(4, "little") for word in words), kept


async def until_interrupt(ring):
    """Cycles from the write of the doorbell to the interrupt of the end."""
    dut = ring.bus.dut
    await ring.set("irq_enable", bits("ring.irq_enable", "end"))
    begin = get_sim_time("ns")
    cocotb.start_soon(ring.doorbell())
    await RisingEdge(dut.irq)
    cycles = (get_sim_time("ns") - begin) // PERIOD
    await settle(dut, 10)
    await ring.set("irq_enable", 0)
    await ring.set("event", 1)
    return int(cycles)


def rate(cycles):
    """Of events in these cycles."""
    return (len(cycles) - 1) / (cycles[-1] - cycles[0])


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def ring_speed(dut):
    """Commands and copies in cycles: a filter of 163 commands, short commands, rows and elements."""
    ring = await ring_of(dut, BIG)
    memory, bus, rng = ring.memory, ring.bus, random.Random(SEED)
    memory.delay = {RING_ID: SMALL, COPY_ID: FAR}
    width = memory.bytes * 8

    program, before, kept = filter_program(rng)
    assert len(program) == 163
    set_mask = COMMAND["GSQ_OP_SET_MASK"]
    cycles_of, rate_of = promised()
    wide = width >= 256
    for form, most in (("full", cycles_of[256] if wide else None), ("compact", cycles_of[256 if wide else 64])):
        await bus.write(0, before)
        await bus.write(FILTER_OUTPUT, bytes(2048))
        await ring.enable()
        for number in program:
            short = form == "compact" and number >> COMMAND["GSQ_CMD_OP_LSB"] & 63 != set_mask
            ring.put(compact_entry(number) if short else command_entry(number))
        slots = ring.tail
        ring.put(end_entry())
        cycles = await until_interrupt(ring)
        found = await ring.records()
        assert [record.info for record in found] == [len(kept)], f"expected {len(kept)} bytes, found {found}"
        assert await bus.read(FILTER_OUTPUT, 2048) == kept + bytes(2048 - len(kept))
        say(f"{bus.width} bits: ring: filter of 163 commands, {form} ({slots} slots), latency {SMALL}: "
            f"{cycles} cycles from the doorbell to the interrupt")
        assert most is None or cycles <= most, f"expected at most {most} cycles, found {cycles}"
        await ring.disable()

    # Below 256 bits the bus does not bring a command of four slots in two cycles.
    for form, least in (("full", min(rate_of[256], width / 8 / 64 * 0.9)), ("compact", rate_of[64])):
        await ring.enable()
        made = command_entry if form == "full" else compact_entry
        for number in range(240):
            tag = ASKS if number in (0, 239) else 0
            ring.put(made(command(op=COMMAND["GSQ_OP_CREATE_MASK"], tag=tag, m=number % 8)))
        ring.put(end_entry())
        cycles = await until_interrupt(ring)
        await ring.records()
        speed = 239 / (ring.cycles[1] - ring.cycles[0])
        say(f"{bus.width} bits: ring: {form} commands of one cycle, latency {SMALL}: {speed:.2f} a cycle; "
            f"240 in {cycles} cycles")
        assert speed >= least, f"expected {least} commands a cycle, found {speed:.2f}"
        await ring.disable()

    # Copies: what moves 16 KB, and elements of 4 bytes.
    indices = list(range(256))
    rng.shuffle(indices)
    await bus.write(0x8000, b"".join(index.to_bytes(4, "little") for index in indices))
    data = rng.randbytes(65536)
    memory.write(SOURCE, data)
    memory.write(TARGET, bytes(65536))
    listed = dict(indexed=True, index_addr=0x8000, table_rows=256)
    rows = dict(bytes=256, rows=64, mem_stride=512, ub_stride=256)
    named = dict(bytes=64, rows=256, mem_stride=128, ub_stride=64, **listed)
    words = dict(bytes=4, rows=256, mem_stride=64, ub_stride=4, **listed)
    for what, latency, least, fields in (
            ("rows of 256 bytes", FAR, 0.95, rows), ("rows of 64 bytes by index", FAR, 0.8, named),
            ("elements of 4 bytes by index", FAR, 0.5, words),
            ("elements of 4 bytes by index", FAR // 2, 0.9, words)):
        memory.delay[COPY_ID] = latency
        least /= 2 if width == 512 else 1  # a beat of 512 bits takes two cycles
        for kind, way, channel in ((Kind.IN, "in", memory.beats), (Kind.OUT, "out", memory.written)):
            copy = Copy(SOURCE if kind == Kind.IN else TARGET, 0, **fields)
            channel[COPY_ID].clear()
            await ring.enable()
            ring.put(copy.entry(kind, ASKS))
            ring.put(end_entry())
            cycles = await until_interrupt(ring)
            found = await ring.records()
            assert found[0].status == 0 and found[0].info == copy.bytes * copy.rows, f"{what}: {found}"
            speed = rate(channel[COPY_ID])
            say(f"{bus.width} bits: copies {way}: {what}, latency {latency}: "
                f"{speed:.2f} beats a cycle; {cycles} cycles in all")
            assert speed >= least, f"{what}: expected {least} beats a cycle, found {speed:.2f}"
            await ring.disable()
        for row in range(fields["rows"]):
            place = fields["mem_stride"] * (indices[row] if "indexed" in fields else row)
            size = fields["bytes"]
            assert memory.read(TARGET + place, size) == data[place:place + size], f"{what}: row {row}"


# ---- Lockstep with the model --------------------------------------------------------------------

@cocotb.test(timeout_time=20, timeout_unit="sec")
async def ring_lockstep(dut):
    """Random programs of commands, copies and flags, with random latencies and backpressure, while software
    pauses, resumes, uses UB and, between programs, commands of registers: all is the model's."""
    ring = await ring_of(dut)
    say(await lockstep_of(ring, SEED, 2 * TRANSACTIONS, SOURCE, TARGET))
