# SPDX-License-Identifier: Apache-2.0
"""Figures that the repository has landed, and the difference of new ones to them."""
import json

from scripts.flow.synthesis.tools import ROOT, write

LANDED = ROOT / "scripts" / "flow" / "landed.json"


def key(result):
    """Names what figures can be compared with: module, parameters, library and clock."""
    params = ",".join(f"{name}={value}" for name, value in sorted(result["parameters"].items()))
    flat = " flat" if result["flat"] else ""
    return (f"{result['top']} {params or 'default'} {result['library']} {result['target_ns']:g} ns"
            f"{flat}")


def figures(result):
    return {"kge": round(result["area"][0]["ge"] / 1000, 1),
            "ns": round(result["clock_ns"], 2) if result["clock_ns"] else None}


def load():
    return json.loads(LANDED.read_text(encoding="utf-8")) if LANDED.exists() else {}


def line(result, landed):
    """One line: the difference to the landed figures, or that there are none."""
    now, before = figures(result), landed.get(key(result))
    if before is None:
        return ("no landed figures for these parameters and this clock (LAND=1 puts these into "
                f"{LANDED.relative_to(ROOT)}, a file of the repository)")
    text = f"against the landed figures: {now['kge'] - before['kge']:+.1f} kGE ({before['kge']:.1f})"
    if now["ns"] and before["ns"]:
        text += f", {now['ns'] - before['ns']:+.2f} ns ({before['ns']:.2f})"
    return text


def land(result):
    """Records the figures of a result as those landed."""
    known = {**load(), key(result): figures(result)}
    write(LANDED, json.dumps(dict(sorted(known.items())), indent=1) + "\n")


def of_core(parameters):
    """The landed figures of the core with these parameters, those of the shortest clock if there
    are several, or None."""
    def same(text):
        pairs = (pair.split("=") for pair in text.split(",") if "=" in pair)
        return all(parameters[name] == int(value) for name, value in pairs)

    found = [known for text, known in load().items()
             if text.split()[0] == "gsq_core" and same(text.split()[1]) and known["ns"]]
    return min(found, key=lambda known: known["ns"], default=None)
