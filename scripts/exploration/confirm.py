# SPDX-License-Identifier: Apache-2.0
"""Tasks that confirm a point: synthesis, and lockstep of the RTL with the models."""
import runner
import study
from exploration import traffic
from exploration.asked import Traffic


def synthesis(_folder, name, clock):
    """Gates, clock and delays of a configuration."""
    try:
        return study.measure_synthesis(name, clock)
    except study.Failed as failed:
        raise runner.Failed(f"{failed}") from None


def lockstep(_folder, name, asked):
    """Rows of traffic of a configuration that is built."""
    try:
        return traffic.rows(traffic.lockstep(name), [Traffic(**one) for one in asked])
    except traffic.Failed as failed:
        raise runner.Failed(f"{failed}") from None
