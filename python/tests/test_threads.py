# SPDX-License-Identifier: Apache-2.0
"""Units in several threads: one for each, and one in two of them."""
import threading
from concurrent.futures import ThreadPoolExecutor

import gsq
import numpy as np
import pytest
from gsq import _process

BACKENDS = ["golden", "cycle", "lockstep", "rtl"]
WAIT = 60   # s, far more than anything here takes


def work(backend, seed):
    """What a unit has after gathers and squeezes of its own, and its cycles."""
    rng = np.random.default_rng(seed)
    with gsq.Unit("tiny", backend) as unit:
        unit.write_ub(0, rng.integers(0, 256, 4096, np.uint8))
        for i in range(40):
            unit.write_v(0, rng.integers(0, 1024, 8, np.uint32))
            unit.write_m(0, rng.integers(0, 2, 8).astype(bool), "b32")
            unit.gather(1, 0, 0, 0, "b32")
            unit.squeeze(2 + i % 8, 1, 0, "b32")
            unit.scatter(0, 1, 0, 0, "b32")
        return unit.read_ub(0, 4096).tobytes(), unit.read_v(3).tobytes(), unit.cycles()


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_thread_with_a_unit_of_its_own(backend):
    alone = [work(backend, seed) for seed in range(6)]
    assert len({ub for ub, *_ in alone}) == 6
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda seed: work(backend, seed), range(6))) == alone


def test_a_model_in_two_threads():
    """Every call is whole, so what they queue comes in some order, and nothing is lost."""
    unit = gsq.Unit("tiny", "cycle")
    unit.create_mask(0, "b32", "ALL")
    unit.write_v(0, np.arange(8, dtype=np.int32))

    def store(first):
        for i in range(first, 128, 2):
            unit.store_align(32 * i, 0, 0, "b32", "norm")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(store, range(2)))
    assert unit.read_ub(0, 1024, np.int32).tolist() == list(range(8)) * 128
    assert unit.statistics()["totals"]["commands"] == 129


def test_rtl_in_two_threads_is_refused(monkeypatch):
    """While a call waits for the process of the RTL, one of another thread is an error, and the first
    goes on."""
    ask, inside, go_on = _process.Process.ask, threading.Event(), threading.Event()
    held = threading.Event()

    def slow(self, line):
        if held.is_set():
            inside.set()
            assert go_on.wait(WAIT)
        return ask(self, line)

    monkeypatch.setattr(_process.Process, "ask", slow)
    with gsq.Unit("tiny", "lockstep") as unit, ThreadPoolExecutor(1) as pool:
        unit.write_ub(0, np.arange(8, dtype=np.int32))
        held.set()
        reading = pool.submit(unit.read_ub, 0, 8, np.int32)
        assert inside.wait(WAIT)
        held.clear()
        for call in [unit.wait, unit.cycles, lambda: unit.read_v(0), lambda: unit.clear_spr(),
                     lambda: unit.write_ub(0, b"x"), unit.statistics, unit.info, unit.ar]:
            with pytest.raises(gsq.Error, match="the unit is in use by another thread: use a unit from"):
                call()
        go_on.set()
        assert reading.result(WAIT).tolist() == list(range(8))
        assert unit.read_ub(0, 8, np.int32).tolist() == list(range(8))  # and so does the unit
