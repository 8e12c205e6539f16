# SPDX-License-Identifier: Apache-2.0
"""Area of a netlist by hierarchy."""
from synthesis.mapping import base, cells

def area_tree(top, modules, netlists, library):
    """Rows of the hierarchy, parents first: own and total area in um2, cells, registers."""
    own = {}
    for name, text in netlists.items():
        counts = {cell: n for cell, n in cells(text).items() if cell in library.cells}
        own[name] = {
            "um2": sum(n * library.cells[cell]["area"] for cell, n in counts.items()),
            "registers_um2": sum(n * library.cells[cell]["area"] for cell, n in counts.items()
                                 if library.sequential(cell)),
            "cells": sum(counts.values()),
            "registers": sum(n for cell, n in counts.items() if library.sequential(cell))}
    rows = []

    def visit(path, name):
        row = {"instance": path, "module": base(name), "own_um2": own.get(name, {}).get("um2", 0.0)}
        rows.append(row)
        total = dict(own.get(name, {"um2": 0.0, "registers_um2": 0.0, "cells": 0, "registers": 0}))
        for instance, child in modules.get(name, {"children": []})["children"]:
            below = visit(f"{path}/{instance}" if path else instance, child)
            total = {key: total[key] + below[key] for key in total}
        row.update(total)
        row["ge"] = total["um2"] / library.ge
        row["own_ge"] = row["own_um2"] / library.ge
        return total

    visit("", top)
    return rows
