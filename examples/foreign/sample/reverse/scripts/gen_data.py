# SPDX-License-Identifier: Apache-2.0
"""Writes the numbers of reverse.asc, and what it has to make of them."""
import array
import os
import random

COUNT = 256
os.makedirs("input", exist_ok=True)
os.makedirs("output", exist_ok=True)
numbers = array.array("f", [random.randrange(1000) for _ in range(2 * COUNT)])
expected = numbers[COUNT - 1::-1] + numbers[:COUNT - 1:-1]
with open("input/x.bin", "wb") as file:
    numbers.tofile(file)
with open("output/golden.bin", "wb") as file:
    expected.tofile(file)
