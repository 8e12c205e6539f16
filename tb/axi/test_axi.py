# SPDX-License-Identifier: Apache-2.0
"""Tests of gsq_axi with the channels and masters of cocotbext-axi. scripts/run/axi.py runs them."""
import os
import random

import cocotb
from cocotb.triggers import ClockCycles, Combine, Timer, with_timeout
from cocotbext.axi import AxiBus, AxiMaster

from bench import (
    COMMAND, DECERR, FIXED, INCR, OKAY, PAGE, RESERVED, SLVERR, WRAP, Burst, Golden, bits,
    clear_registers, command, cycle, start)

SEED = int(os.environ["RANDOM_SEED"])
UB = 65536
TRANSACTIONS = int(os.environ["GSQ_TRANSACTIONS"])

RESTING = bits("status", "room") | bits("status", "ring")  # of a unit without commands


def say(text):
    print(f"gsq_axi: {text}", flush=True)


# ---- Registers ----------------------------------------------------------------------------------

@cocotb.test(timeout_time=20, timeout_unit="ms")
async def registers(dut):
    """Values, refusals, error flags, interrupts."""
    bus = await start(dut)
    assert await bus.get("id") == (0x47535101, OKAY)
    assert await bus.get("vlen") == (32, OKAY)
    assert await bus.get("ub") == (UB, OKAY)
    assert await bus.get("status") == (RESTING, OKAY)
    assert await bus.get("rsp_status") == (0, OKAY)
    assert await bus.get("rsp_info") == (0, OKAY)

    # What is refused: read only, no response, no register; each sets its flag.
    for register, answer, flag in (("id", SLVERR, "no_register"), ("status", SLVERR, "no_register"),
                                   ("pop", SLVERR, "no_response")):
        assert await bus.set(register, 1) == answer, register
        assert await bus.get("error") == (bits("error", flag), OKAY), register
        assert await bus.set("error", 0) == OKAY
        assert await bus.get("error") == (bits("error", flag), OKAY), "a written 0 cleared a flag"
        assert await bus.set("error", bits("error", flag)) == OKAY
        assert await bus.get("error") == (0, OKAY), register
    for address in (0x2c, 0x3c, 0x80, 0xffc):
        assert int((await bus.lite.read(address, 4)).resp) == DECERR, hex(address)
        assert int((await bus.lite.write(address, bytes(4))).resp) == DECERR, hex(address)
    assert await bus.value("error", "no_register") == 1
    await bus.set("error", 0xffffffff)

    # Bytes of the command registers.
    for word in range(16):
        assert await bus.set("cmd", 0x01020304 * (word + 1), word) == OKAY
    await bus.lite.write(0x45, b"\xaa")
    for word in range(16):
        expected = 0x01020304 * (word + 1)
        assert await bus.get("cmd", word) == (expected & ~0xff00 | 0xaa00 if word == 1 else
                                              expected, OKAY), word

    # Interrupts: room at once, a response when there is one, an error.
    assert int(dut.irq.value) == 0
    await bus.set("irq_enable", bits("irq_enable", "room"))
    await ClockCycles(dut.clk, 4)
    assert int(dut.irq.value) == 1, "room asks for no interrupt"
    await bus.set("irq_enable", bits("irq_enable", "response"))
    await ClockCycles(dut.clk, 4)
    assert int(dut.irq.value) == 0
    await bus.push(command(op=COMMAND["GSQ_OP_SET_MASK"], tag=0x5a))
    for _ in range(100):
        if int(dut.irq.value):
            break
        await cycle(dut)
    assert int(dut.irq.value) == 1, "a response asks for no interrupt"
    assert await bus.value("status", "busy") == 1
    assert await bus.value("status", "in_flight") == 1
    assert await bus.value("irq_pending", "response") == 1
    assert await bus.response() == (0x5a, 0, 0)
    await ClockCycles(dut.clk, 4)
    assert int(dut.irq.value) == 0, "the interrupt stays without a response"
    assert await bus.value("status", "busy") == 0
    await bus.set("irq_enable", bits("irq_enable", "error"))
    await bus.set("pop", 1)
    await ClockCycles(dut.clk, 4)
    assert int(dut.irq.value) == 1, "an error asks for no interrupt"
    await bus.set("error", 0xf)
    await ClockCycles(dut.clk, 4)
    assert int(dut.irq.value) == 0
    await bus.set("irq_enable", 0)

    # Responses that are not popped stop the unit; then a push is refused, and nothing is lost.
    pushed = 0
    while await bus.value("status", "room"):
        await bus.push(command(op=COMMAND["GSQ_OP_SET_MASK"], tag=pushed))
        pushed += 1
        await ClockCycles(dut.clk, 8)
    assert pushed > 16, f"only {pushed} commands were taken"
    assert await bus.set("push", 1) == SLVERR
    assert await bus.set("cmd", 0xffffffff, 3) == SLVERR
    assert await bus.value("error", "no_room") == 1
    assert await bus.value("status", "in_flight") == pushed
    for tag in range(pushed):
        while (answer := await bus.response()) is None:
            pass
        assert answer == (tag, 0, 0), f"response {tag}: found {answer}"
    assert await bus.response() is None
    assert await bus.get("status") == (RESTING, OKAY)


# ---- Commands that fail ------------------------------------------------------------------------

# A command that fails with each status but OK, and what comes before it.
FAILURES = {
    "ERR_OPCODE": ([], command(op=63)),
    "ERR_PARAM": ([], command(op=COMMAND["GSQ_OP_GATHER"], form=COMMAND["GSQ_FORM_B32"], align=3)),
    "ERR_ALIGN": ([], command(op=COMMAND["GSQ_OP_LOAD_ALIGN"], addr=1)),
    "ERR_SQZ_ORDER": ([], command(op=COMMAND["GSQ_OP_STORE_UNALIGN"])),
    "ERR_STREAM": ([command(op=COMMAND["GSQ_OP_STORE_UNALIGN"], abs=1, addr=0x100, n=5)],
                   command(op=COMMAND["GSQ_OP_STORE_UNALIGN"], abs=1, addr=0x106, n=5)),
    "ERR_BOUNDS": ([], command(op=COMMAND["GSQ_OP_LOAD_ALIGN"], addr=UB)),
}


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def failures(dut):
    """A response with any status but OK sets error.command once, and asks for an interrupt."""
    names = {name[len("GSQ_STATUS_"):]: code for name, code in COMMAND.items()
             if name.startswith("GSQ_STATUS_")}
    assert set(FAILURES) == set(names) - {"OK"}, "a status without a command that fails with it"
    bus = await start(dut)
    flag = bits("error", "command")
    await bus.set("irq_enable", bits("irq_enable", "error"))
    for name, (before, failing) in FAILURES.items():
        for number in before:
            assert (await bus.run(number))[1] == 0, name
        await ClockCycles(dut.clk, 4)
        assert int(dut.irq.value) == 0, f"{name}: an interrupt without a failure"
        await bus.push(failing)
        for _ in range(200):
            if int(dut.irq.value):
                break
            await cycle(dut)
        assert int(dut.irq.value) == 1, f"{name} asks for no interrupt"
        assert await bus.get("error") == (flag, OKAY), name
        assert await bus.value("irq_pending", "error") == 1, name
        # Cleared before the pop: it does not come back.
        await bus.set("error", flag)
        await ClockCycles(dut.clk, 20)
        assert int(dut.irq.value) == 0, f"{name}: the flag came back while its response waits"
        assert (await bus.response())[1] == names[name], name
        assert await bus.get("error") == (0, OKAY), name
    # Each of several responses that wait sets it when it becomes the oldest one.
    good, bad = command(op=COMMAND["GSQ_OP_GET_SPR"]), FAILURES["ERR_OPCODE"][1]
    for number in (good, bad, bad, good, bad):
        await bus.push(number)
    await ClockCycles(dut.clk, 200)
    for fails in (False, True, True, False, True):
        assert await bus.get("error") == (flag if fails else 0, OKAY), "a waiting response"
        await bus.set("error", flag)
        assert ((await bus.response())[1] != 0) == fails
    assert await bus.get("error") == (0, OKAY)
    # And it stays until it is cleared, whatever succeeds after it.
    await bus.run(bad)
    await bus.run(good)
    assert await bus.get("error") == (flag, OKAY)
    await bus.set("error", 0xffffffff)
    assert await bus.get("error") == (0, OKAY)
    await bus.set("irq_enable", 0)


# ---- Errors of the Unified Buffer ---------------------------------------------------------------

def filled(burst, bus, rng):
    """Gives a write its data and strobes in the lanes of each beat."""
    for address in burst.addresses():
        lanes, _ = burst.lanes(address % PAGE, bus.bytes)
        strobe = sum(1 << lane for lane in lanes if lane < bus.bytes)
        burst.strobes.append(strobe)
        burst.data.append(rng.getrandbits(bus.width))
    return burst


def illegal(bus, rng, tag, base):
    """A burst that AXI4 forbids, inside the page at `base`."""
    top = (bus.bytes - 1).bit_length()
    kind = rng.randrange(6)
    if kind == 0:
        return Burst(base, rng.randrange(1, 5), rng.randrange(top + 1, 8), INCR, tag, SLVERR)
    if kind == 1:
        return Burst(base, rng.randrange(1, 9), rng.randrange(top + 1), RESERVED, tag, SLVERR)
    if kind == 2:
        length = rng.choice((1, 3, 5, 6, 7, 12, 15, 17, 32))
        return Burst(base, length, rng.randrange(top + 1), WRAP, tag, SLVERR)
    if kind == 3:
        return Burst(base + 1, 4, rng.randrange(1, top + 1), WRAP, tag, SLVERR)
    if kind == 4:
        return Burst(base, rng.randrange(17, 40), rng.randrange(top + 1), FIXED, tag, SLVERR)
    size = rng.randrange(top + 1)
    beats = rng.randrange(2, 20)
    return Burst(base + PAGE - (beats - 1) * (1 << size), beats, size, INCR, tag, SLVERR)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def errors(dut):
    """What is outside or forbidden is answered, each beat of it, sets a flag and changes nothing."""
    bus = await start(dut)
    rng = random.Random(SEED)
    before = rng.randbytes(PAGE)
    await bus.write(0, before)

    async def refused(burst, write):
        await (bus.send_write(filled(burst, bus, rng)) if write else bus.send_read(burst))
        await with_timeout(burst.done.wait(), 50, "us")
        assert await bus.get("error") == (bits("error", "buffer"), OKAY), (
            f"{('read', 'write')[write]} of {burst.length} beats at {burst.address:#x}")
        await bus.set("error", bits("error", "buffer"))

    for number in range(60):
        for write in (True, False):
            await refused(illegal(bus, rng, number % 16, 0), write)
        for address in (UB, UB + 32 * number, 0x80000000, 0xfffff000):
            for write in (True, False):
                await refused(Burst(address, rng.randrange(1, 17), 2, INCR, 3, DECERR), write)
    assert await bus.read(0, PAGE) == before, "a forbidden burst wrote"
    assert await bus.get("error") == (0, OKAY)
    # WLAST elsewhere: an error, and the next burst is whole again.
    burst = filled(Burst(0, 4, (bus.bytes - 1).bit_length(), INCR, 1, SLVERR), bus, rng)
    await bus.send_write(burst, wrong_last=True)
    await with_timeout(burst.done.wait(), 50, "us")
    assert await bus.value("error", "buffer") == 1
    await bus.write(0, before)
    assert await bus.read(0, PAGE) == before


# ---- Throughput ---------------------------------------------------------------------------------

async def beats(dut, channel, count):
    """Cycles from the first to the last of `count` transfers of a channel."""
    valid, ready = getattr(dut, f"s_axi_{channel}valid"), getattr(dut, f"s_axi_{channel}ready")
    cycles = done = 0
    while done < count:
        await cycle(dut)
        cycles += done > 0
        done += int(valid.value) and int(ready.value)
    return cycles + 1


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def throughput(dut):
    """A beat a cycle of reads and of writes, in long and short bursts; of 64 bytes one in two."""
    bus = await start(dut)
    rng = random.Random(SEED)
    size = (bus.bytes - 1).bit_length()
    for length, bursts in ((min(256, PAGE // bus.bytes), 4), (1, 64), (3, 40)):
        count = length * bursts
        for channel in ("r", "w"):
            counted = cocotb.start_soon(beats(dut, channel, count))
            made = [Burst(PAGE * (n % 8), length, size, INCR, n % 16) for n in range(bursts)]
            for burst in made:
                if channel == "w":
                    cocotb.start_soon(bus.send_write(filled(burst, bus, rng)))
                else:
                    await bus.send_read(burst)
            cycles = await counted
            for burst in made:
                await burst.done.wait()
            say(f"{bus.width} bits: {bursts} {'reads' if channel == 'r' else 'writes'} of {length} "
                f"beats: {count} beats in {cycles} cycles")
            # The third beat of data may wait for the address of the first burst.
            most = count * (2 if bus.bytes == 64 else 1) + (channel == "w")
            assert cycles <= most, (
                f"expected {count} beats in {most} cycles, found {cycles} cycles")


# ---- Reset --------------------------------------------------------------------------------------

@cocotb.test(timeout_time=20, timeout_unit="ms")
async def reset(dut):
    """A reset in the middle of bursts and commands: nothing stays, all works afterwards."""
    bus = await start(dut)
    rng = random.Random(SEED)
    size = (bus.bytes - 1).bit_length()
    length = PAGE // bus.bytes if bus.bytes > 16 else 256
    for wait in range(3, 40):
        await bus.push(command(op=COMMAND["GSQ_OP_SET_MASK"], tag=wait))
        burst = filled(Burst(0, length, size, INCR, 1), bus, rng)
        cocotb.start_soon(bus.send_write(burst))
        await bus.send_read(Burst(PAGE, length, size, INCR, 2))
        await ClockCycles(dut.clk, wait)
        await Timer(rng.randrange(1, 9), "ns")
        dut.rst_n.value = 0
        await ClockCycles(dut.clk, rng.randrange(1, 4))
        bus.drop()
        dut.rst_n.value = 1
        await ClockCycles(dut.clk, 10)
        assert not int(dut.s_axi_bvalid.value), "a write answer after reset"
        assert not int(dut.s_axi_rvalid.value), "read data after reset"
        assert await bus.get("status") == (RESTING, OKAY)
        data = rng.randbytes(64)
        await with_timeout(bus.write(2 * PAGE, data), 50, "us")
        assert await with_timeout(bus.read(2 * PAGE, 64), 50, "us") == data


# ---- A bus master of cocotbext-axi --------------------------------------------------------------

@cocotb.test(timeout_time=200, timeout_unit="ms")
async def master(dut):
    """AxiMaster: reads and writes of any place and length, of all beat sizes, several at a time."""
    bus = await start(dut, lite_only=True)
    axi = AxiMaster(AxiBus.from_prefix(dut, "s_axi"), dut.clk, dut.rst_n, False)
    bus.paused += [axi.write_if.aw_channel, axi.write_if.w_channel, axi.write_if.b_channel,
                   axi.read_if.ar_channel, axi.read_if.r_channel]
    await ClockCycles(dut.clk, 4)
    rng = random.Random(SEED)
    memory = bytearray(rng.randbytes(UB))
    answer = await axi.write(0, bytes(memory))
    assert answer.resp == OKAY
    bus.pause(rng, 30)

    async def worker(part, count):
        # Each has a part of the buffer, so the order among them does not matter.
        base, length = part * UB // 4, UB // 4
        for _ in range(count):
            place = base + rng.randrange(length)
            most = rng.choice((8, 100, 2000))
            many = rng.randrange(1, min(most, base + length - place) + 1)
            size = rng.randrange(bus.bytes.bit_length())
            if rng.random() < 0.5:
                data = rng.randbytes(many)
                memory[place:place + many] = data
                answer = await axi.write(place, data, size=size)
                assert answer.resp == OKAY
            else:
                answer = await axi.read(place, many, size=size)
                assert answer.resp == OKAY
                assert answer.data == memory[place:place + many], f"read at {place:#x}"

    await Combine(*(cocotb.start_soon(worker(part, TRANSACTIONS // 100 + 5)) for part in range(4)))
    bus.pause(rng, 0)
    assert (await axi.read(0, UB)).data == memory


# ---- Random traffic -----------------------------------------------------------------------------

class Traffic:
    """Random bursts in the part of the buffer that no command accesses, and reads everywhere."""

    def __init__(self, bus, rng, base, size, memory):
        self.bus, self.rng, self.base, self.size, self.memory = bus, rng, base, size, memory
        self.issued = 0                  # writes
        self.written = [0] * size        # number of the last write to a byte, from 1 on
        self.pending = [0] * size        # writes to a byte that are not answered
        self.open = 0                    # transactions not answered
        self.compared = self.skipped = 0
        self.kinds = {}

    def pick(self, tag, anywhere):
        """A legal burst."""
        rng, top = self.rng, (self.bus.bytes - 1).bit_length()
        kind = rng.choices((INCR, WRAP, FIXED), (6, 2, 1))[0]
        size = top if rng.random() < 0.5 else rng.randrange(top + 1)
        page = self.base if not anywhere else rng.randrange(UB // PAGE) * PAGE
        place = rng.randrange(PAGE)
        if kind == INCR:
            length = rng.choices((rng.randrange(1, 9), rng.randrange(1, 257)), (9, 1))[0]
            length = min(length, (PAGE - (place & -(1 << size))) >> size)
            if rng.random() < 0.5:
                place &= -(1 << size)
        elif kind == WRAP:
            length, place = rng.choice((2, 4, 8, 16)), place & -(1 << size)
        else:
            length = rng.randrange(1, 17)
        return Burst(page + place, length, size, kind, tag)

    async def write(self, burst):
        touched = set()
        self.issued += 1
        for address in burst.addresses():
            lanes, low = burst.lanes(address, self.bus.bytes)
            strobe = 0
            data = self.rng.getrandbits(self.bus.width)
            whole = self.rng.random() < 0.6
            for lane in lanes:
                if whole or self.rng.random() < 0.6:
                    strobe |= 1 << lane
                    self.memory[low + lane] = data >> 8 * lane & 0xff
                    touched.add(low + lane - self.base)
            burst.data.append(data)
            burst.strobes.append(strobe)
        for byte in touched:
            self.pending[byte] += 1
            self.written[byte] = self.issued
        await self.bus.send_write(burst)
        await burst.done.wait()
        for byte in touched:
            self.pending[byte] -= 1

    async def read(self, burst):
        number, unsure = self.issued, set()
        for address in burst.addresses():
            lanes, low = burst.lanes(address, self.bus.bytes)
            unsure.update(low + lane for lane in lanes
                          if 0 <= low + lane - self.base < self.size
                          and self.pending[low + lane - self.base])
        await self.bus.send_read(burst)
        await burst.done.wait()
        for address, data in zip(burst.addresses(), burst.beats):
            lanes, low = burst.lanes(address, self.bus.bytes)
            for lane in lanes:
                byte = low + lane
                if not 0 <= byte - self.base < self.size:
                    continue  # of the unit, which may change it
                if byte in unsure or self.written[byte - self.base] > number:
                    self.skipped += 1
                    continue
                self.compared += 1
                assert data >> 8 * lane & 0xff == self.memory[byte], (
                    f"read at {burst.address:#x}, byte {byte:#x}: expected "
                    f"{self.memory[byte]:#x}, found {data >> 8 * lane & 0xff:#x}")

    async def one(self, write, burst):
        if write and burst.expected == OKAY:
            await self.write(burst)
        elif write:
            await self.bus.send_write(filled(burst, self.bus, self.rng))
            await burst.done.wait()
        elif burst.expected == OKAY:
            await self.read(burst)
        else:
            await self.bus.send_read(burst)
            await burst.done.wait()
        self.open -= 1

    async def run(self, count):
        """`count` transactions, at most eight outstanding."""
        for _ in range(count):
            while self.open >= 8:
                await cycle(self.bus.dut)
            write, tag = self.rng.random() < 0.5, self.rng.randrange(16)
            chance = self.rng.random()
            if chance < 0.02:
                burst = illegal(self.bus, self.rng, tag, self.base)
            elif chance < 0.04:
                burst = self.pick(tag, False)
                burst.address = UB + self.rng.randrange(1 << 15) * PAGE + burst.address % PAGE
                burst.expected = DECERR
            else:
                burst = self.pick(tag, not write and self.rng.random() < 0.3)
            name = (("write", "read")[not write], burst.expected, burst.kind)
            self.kinds[name] = self.kinds.get(name, 0) + 1
            self.open += 1
            cocotb.start_soon(self.one(write, burst))
            for _ in range(self.rng.choice((0, 0, 1, 8))):
                await cycle(self.bus.dut)
        while self.open:
            await cycle(self.bus.dut)


async def commands(bus, golden, stop):
    """Random commands, as many as fit before `stop`; their responses are those of the model, and
    one that failed has set its flag."""
    expected, count, failed = [], 0, False
    while not stop or expected:
        if not stop and len(expected) < 12 and await bus.value("status", "room"):
            number, answer = golden.next()
            await bus.push(number)
            expected.append((count, number, answer))
            count += 1
        elif (answer := await bus.response()) is not None:
            index, number, wanted = expected.pop(0)
            if answer != wanted:
                return (f"command {index} ({number:#x}): expected the response {wanted}, found "
                        f"{answer}")
            failed = failed or answer[1] != 0
    if await bus.value("error", "command") != failed:
        return f"error.command: expected {int(failed)}, found {int(not failed)}"
    await bus.set("error", bits("error", "command"))
    return count


@cocotb.test(timeout_time=20, timeout_unit="sec")
async def traffic(dut):
    """Random transactions while the unit is busy: data, responses and memory are the model's."""
    bus = await start(dut)
    rng = random.Random(SEED)
    golden = Golden(SEED)
    base, size = golden.region()
    assert base % PAGE == 0 and size == PAGE
    await clear_registers(bus)
    memory = bytearray(UB)
    done = executed = 0
    made = Traffic(bus, rng, base, size, memory)
    while done < TRANSACTIONS:
        for address, data in golden.refill():
            low, high = address & -bus.bytes, -(-(address + len(data)) // bus.bytes) * bus.bytes
            # In whole words: the model says what is around the bytes.
            memory[address:address + len(data)] = data
            whole = bytearray((golden.ub() if done else memory)[low:high])
            # What the bus has written is not the model's: the words at the end of a part may have some.
            first, last = max(low, base), min(high, base + size)
            if first < last:
                whole[first - low:last - low] = memory[first:last]
            await bus.write(low, bytes(whole))
        count = min(rng.randrange(100, 900), TRANSACTIONS - done)
        bus.pause(rng, rng.choice((0, 20, 60)))
        stop = []
        busy = cocotb.start_soon(commands(bus, golden, stop))
        await made.run(count)
        stop.append(True)
        result = await busy
        assert isinstance(result, int), result
        executed += result
        bus.pause(rng, 0)
        done += count
        expected = bytearray(golden.ub())
        expected[base:base + size] = memory[base:base + size]
        found = await bus.read(0, UB)
        wrong = [place for place in range(UB) if found[place] != expected[place]]
        assert not wrong, (f"after {done} transactions: byte {wrong[0]:#x} of UB: expected "
                           f"{expected[wrong[0]]:#x}, found {found[wrong[0]]:#x}")
    golden.close()
    say(f"{bus.width} bits: {done} transactions ({len(made.kinds)} kinds) beside {executed} "
        f"commands; {made.compared} bytes of reads compared, {made.skipped} raced with writes")
