# SPDX-License-Identifier: Apache-2.0
"""Area of a netlist by hierarchy."""
import collections

from scripts.flow.synthesis.netlist import base

KEYS = ("um2", "lef_um2", "registers_um2", "cells", "registers", "gates")


def area_tree(top, modules, flat, library):
    """Rows of the hierarchy, parents first: own and total area in um2, cells, registers, clock
    gates. `ge` counts areas of the Liberty file, `lef_ge` those of the layout (LEF)."""
    own = collections.defaultdict(lambda: dict.fromkeys(KEYS, 0))
    counts = collections.Counter((item.owner, item.type) for item in (*flat.cells, *flat.gates)
                                 if library.known(item.type))
    for (owner, kind), n in counts.items():
        row, area = own[owner], library.area(kind)
        row["um2"] += n * area
        row["lef_um2"] += n * library.area(kind, lef=True)
        row["cells"] += n
        if kind not in library.cells:
            row["gates"] += n
        elif library.sequential(kind):
            row["registers"] += n
            row["registers_um2"] += n * area
    rows = []

    def visit(path, name):
        row = {"instance": path, "module": base(name), "own_um2": own[path]["um2"]}
        rows.append(row)
        total = dict(own[path])
        for instance, child in modules.get(name, {"children": []})["children"]:
            below = visit(f"{path}/{instance}" if path else instance, child)
            total = {key: total[key] + below[key] for key in total}
        row.update(total)
        row["ge"] = total["um2"] / library.ge
        row["lef_ge"] = total["lef_um2"] / library.ge
        row["own_ge"] = row["own_um2"] / library.ge
        return total

    visit("", top)
    return rows
