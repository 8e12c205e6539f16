# SPDX-License-Identifier: Apache-2.0
"""Makes the page of an exploration from the results of scripts/explore/explore.py.


Everything that is written is computed from the results. Plots and tables are those of studies
(study_page.py, study_plots.py).
"""
import json
import math
import os
import pathlib

from scripts.core import tasks, vega
from scripts.explore import study_page, study_plots
from scripts.explore.study_figures import (
    GATES, SECONDS, WORTH, clock, does_less, kge, rate, score, worth)

LIMITS = {"kge": 0.03, "clock_ns": 0.05}    # part by which a confirmed point may differ
NAMES = {"kge": "gates", "clock_ns": "clock"}


def part(value):
    return f"{100 * value:+.1f} %"


# -------------------------------------------------------------------------------------------------
# Figures
# -------------------------------------------------------------------------------------------------

def error(predicted, found):
    return predicted / found - 1


def spread(rows, key, predicted):
    """Root of the mean square and largest of the errors of a model."""
    errors = [error(row[predicted], row[key]) for row in rows]
    return (math.sqrt(sum(one ** 2 for one in errors) / len(errors)),
            max(map(abs, errors)))


def model_table(known):
    yield "| error of | cores | gates, usual | gates, largest | clock, usual | clock, largest |"
    yield "|---|---:|---:|---:|---:|---:|"
    for title, rows in (("cores that the model knows", known["in_sample"]),
                        ("each core, by a model without it", known["left_out"])):
        cells = [f"{100 * one:.1f} %" for key, predicted in (("kge", "predicted_kge"),
                                                            ("clock_ns", "predicted_ns"))
                 for one in spread(rows, key, predicted)]
        yield f"| {title} | {len(rows)} | {' | '.join(cells)} |"


def energy_errors(known):
    """A sentence on the model of the energy, or none."""
    rows = known["energy"]
    if not rows:
        return
    usual, largest = spread(rows, "pj", "predicted_pj")
    cores = len({json.dumps(row["parameters"]) for row in rows})
    yield (f"The energy of an element, a goal that can be asked for, is that of {cores} placed cores "
           f"({len(rows)} runs), without banks and V: c · kGE^a · u^b")
    yield ("for a cycle, u being the part of the lanes that moves elements. Each core by a model without "
           f"it: {100 * usual:.0f} % usual error,")
    yield (f"{100 * largest:.0f} % the largest. It is not confirmed: `make power TOP=gsq_core` places a "
           "point and measures it.")


def confirmed(results):
    """(label, predicted point, confirmed point) of all that was predicted and confirmed."""
    return [(label, results["predicted"][label], point) for label, point in results["points"].items()
            if label in results["predicted"]]


def errors_of(predicted, point):
    """{quantity: part by which the prediction was off}."""
    return {key: error(predicted["synthesis"][key], point["synthesis"][key]) for key in LIMITS}


def confirmed_table(results):
    yield ("| point | kGE | predicted | clock, ns | predicted | elements a cycle | M elements/s | "
           "per kGE |")
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for label, predicted, point in confirmed(results):
        off = errors_of(predicted, point)
        yield (f"| {label} | {kge(point):.1f} | {kge(predicted):.1f} ({part(off['kge'])}) | "
               f"{clock(point):.2f} | {clock(predicted):.2f} ({part(off['clock_ns'])}) | "
               f"{score(point):.2f} | {rate(point):.0f} | {worth(point):.2f} |")


def verdicts(results):
    """Sentences on what the confirmed points prove."""
    pairs = confirmed(results)
    if not pairs:
        yield "No point was confirmed."
        return
    for key, limit in LIMITS.items():
        largest = max((abs(errors_of(predicted, point)[key]), label)
                      for label, predicted, point in pairs)
        outside = sum(abs(errors_of(predicted, point)[key]) > limit for _, predicted, point in pairs)
        yield (f"**Prediction of the {NAMES[key]}**: off by at most {100 * largest[0]:.1f} % "
               f"({largest[1]}); " + (f"{outside} of {len(pairs)} confirmed points are"
                                      if outside else "no confirmed point is")
               + f" off by more than {100 * limit:g} %, which is the target.")
    same = sum(score(predicted) == score(point) for _, predicted, point in pairs)
    yield (f"**In lockstep** {same} of {len(pairs)} have exactly the elements a cycle that the cycle "
           "model alone has.")
    best, _, point = max(pairs, key=lambda pair: worth(pair[2]))
    rivals = {name: worth(rival) for name, rival in results["named"].items()}
    strongest = max(rivals, key=rivals.get)
    gain = worth(point) / rivals[strongest] - 1
    less = ("" if does_less(point) <= does_less(results["named"][strongest])
            else ", but does not support row strides")
    if gain > WORTH.noise:
        yield (f"**{best}** has more elements a second for each gate than every named configuration: "
               f"{worth(point):.2f} million for a kGE, {part(gain)} against `{strongest}`, the best of "
               f"them{less}.")
    else:
        yield (f"No point that was found has more elements a second for each gate than `{strongest}`, "
               f"beyond the noise: {best} has {part(gain)}.")


def named_table(results):
    rows = {f"`{name}`": point for name, point in results["named"].items()}
    rows |= {label: point for label, point in results["points"].items()
             if label in results["predicted"]}
    yield "| unit | lanes | kGE | clock, ns | elements a cycle | M elements/s | per kGE |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for label, point in sorted(rows.items(), key=lambda row: -worth(row[1])):
        yield (f"| {label} | {point['parameters']['VlenBytes'] // 4} | {kge(point):.1f} | "
               f"{clock(point):.2f} | {score(point):.2f} | {rate(point):.0f} | {worth(point):.2f} |")


def front_table(results):
    """With the energy of an element if that is a goal."""
    energy = "energy of an element" in results["goals"]
    yield ("| point | kGE | clock, ns | elements a cycle | M elements/s | per kGE | "
           f"{'pJ an element | ' if energy else ''}|")
    yield f"|---|---:|---:|---:|---:|---:|{'---:|' if energy else ''}---|"
    for label in results["front"]:
        found = results["searched"][label]
        second = 1000 * found["elements_per_cycle"] / found["clock_ns"]
        yield (f"| {label} | {found['kge']:.1f} | {found['clock_ns']:.2f} | "
               f"{found['elements_per_cycle']:.2f} | {second:.0f} | {second / found['kge']:.2f} | "
               + (f"{found['pj']:.0f} | " if energy else "") +
               f"{'confirmed' if label in results['points'] else ''} |")


# -------------------------------------------------------------------------------------------------
# Plot
# -------------------------------------------------------------------------------------------------

def cloud(results, size):
    """The plot of the confirmed points by gates and elements a second, with all that were looked at
    as small dots behind them, where the models have them."""
    plot = study_plots.scatter(results["points"], results, GATES, SECONDS, size)
    scales = next(layer["encoding"] for layer in plot["layer"]
                  if "scale" in layer["encoding"].get("x", {}))
    tops = [scales[axis]["scale"]["domain"][1] for axis in "xy"]
    rows = []
    for label, found in results["searched"].items():
        second = 1000 * found["elements_per_cycle"] / found["clock_ns"]
        if found["kge"] <= tops[0] and second <= tops[1]:
            rows.append({"x": found["kge"], "y": second, "name": label,
                         "front": "on the front" if label in results["front"] else "beaten",
                         "kge": f"{found['kge']:.1f}", "clock": f"{found['clock_ns']:.2f}",
                         "score": f"{found['elements_per_cycle']:.2f}", "rate": f"{second:.0f}",
                         "worth": f"{second / found['kge']:.2f}"})
    tells = [{"field": field, "title": title} for field, title in study_plots.TELLS[:6]]
    # Before all others, so that the labels lie on it
    plot["layer"].insert(0, {
        "data": {"values": rows},
        "mark": {"type": "point", "filled": True, "size": 12, "opacity": 0.55},
        "encoding": {"x": {"field": "x", "type": "quantitative"},
                     "y": {"field": "y", "type": "quantitative"},
                     "color": {"field": "front", "type": "nominal", "title": "predicted",
                               "scale": {"domain": ["on the front", "beaten"],
                                         "range": ["#D55E00", "#b8b8b8"]}},
                     "tooltip": tells}})
    plot["resolve"] = {"scale": {"color": "independent"}}
    return plot


def plots(results):
    drawn = {"front": lambda size: cloud(results, size),
             "blocks": lambda size: study_plots.bars(results["points"], size)}
    return {name: {size: draw(size) for size in study_plots.SIZES} for name, draw in drawn.items()}


# -------------------------------------------------------------------------------------------------
# Page
# -------------------------------------------------------------------------------------------------

def asked_for(results):
    """What was searched, in sentences."""
    ranges = "; ".join(f"`{name}` {', '.join(map(str, values))}"
                       for name, values in results["ranges"].items())
    base = results["points"][results["base"]]["parameters"]
    fixed = ", ".join(f"`{name}={value}`" for name, value in results["fixed"].items()
                      if base[name] != value)
    traffic = ", ".join(f"`{one['name']}` ({one['commands']} commands of each pattern, {one['width']})"
                        if one["kind"] == "patterns" else f"{one['kind']} `{one['name']}`"
                        for one in results["traffic"])
    yield f"**Traffic**: {traffic}.  "
    yield f"**Goals**: {', '.join(results['goals'])}.  "
    yield f"**Ranges**: {ranges}.  "
    yield (f"**All else** as in `{results['base']}`{f', but {fixed}' if fixed else ''}.")


def page(results, folder):
    """The lines of the page, with links as from `folder`."""
    def link(name):
        return (f"[{pathlib.Path(name).name}]"
                f"({pathlib.Path(os.path.relpath(study_page.EVALUATE / name, folder)).as_posix()})")

    points, known, base = results["points"], results["model"], results["base"]
    reference = points[base]["synthesis"]
    yield from [
        "# Exploration: which parameters for this traffic?", "",
        f"`make explore` searches for the parameters that serve some traffic best. This page was "
        f"written by it on {results['date']}", f"({reference['library']}, "
        f"{', '.join(study_page.versions(reference['tools']))}); {link('../reference/make.md')} says "
        "how to ask for others. For changes of single", f"parameters see {link('study.md')}.", ""]
    yield from asked_for(results)
    yield from [
        "", f"An optimiser looked at {len(results['searched'])} different points in "
        f"{results['trials']} trials (seed {results['seed']}): elements a cycle by the cycle model, "
        "gates and", "clock by a model of synthesized cores. "
        f"Points on the front, {len(results['front'])}: no other is better in one goal and at least "
        "as good in all. At most", f"{results['confirm']} of these, and `{base}`, were then "
        "synthesized, and their RTL ran the traffic in lockstep with the golden model and the cycle "
        "model.", "",
        "![area against elements a second](explore/front.svg)", "",
        "Small dots: what the models say of all points. Large marks with names: confirmed points; the "
        f"diamond is `{base}`. A filled", "mark: no other confirmed point beats it, by the rule of "
        f"{link('study.md')}. Dotted lines: equal elements a second for each gate, in", "million for a "
        "kGE.", "", "## What was found", ""]
    yield from (f"{number}. {text}" for number, text in enumerate(verdicts(results), 1))
    yield from ["", "## Confirmed points", "", "Gates and clock as synthesized, mapped for "
                f"{reference['target_ns']:g} ns ({link('area.md')}), with the prediction and its error; "
                "elements a cycle in", "lockstep, as the geometric mean over the traffic.", ""]
    yield from confirmed_table(results)
    yield from ["", "## Beside the named configurations", "",
                "Confirmed points, and configurations of `configs/` on the same traffic with the gates "
                "and clock that were landed", f"last ({link('area.md')}).", ""]
    yield from named_table(results)
    yield from ["", "## The front", "", "As predicted.", ""]
    yield from front_table(results)
    yield from [
        "", "## How far to trust a prediction", "",
        f"The model of gates and clock is made from {known['rows']} synthesized cores"
        + (f", of which {known['stale']} are of older RTL" if known["stale"] else "")
        + ". Each block has its own model of its gates,", "and each end of paths one of its time: a Gaussian "
        "process over those parameters that reach it in the RTL and matter, as far", "as the cores "
        "show. The core has the sum of the gates, and its clock is the latest of the ends. A point "
        "outside the ranges", "of the stored cores is refused. Usual: root of the mean square.", ""]
    yield from model_table(known)
    yield from ["", "A core at an edge of the store, the only one with some value, cannot be predicted "
                "without it, and is left out of the", "second line.", "", *energy_errors(known), "",
                "## Where the gates are", "", "![area by block](explore/blocks.svg)", "",
                "## Elements a cycle by traffic", ""]
    yield from study_page.traffic_table(points)
    if results["failed"]:
        yield from ["", "## Failed", ""]
        yield from (f"- {label}, {task}: {text}" for label, errors in results["failed"].items()
                    for task, text in errors.items())


def write(results, folder, beside):
    drawn = plots(results)
    pictures = vega.svg({name: sizes["wide"] for name, sizes in drawn.items()})
    (folder / "explore").mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        tasks.write(folder / "explore" / f"{name}.svg", picture + "\n")
    tasks.write(folder / "explore" / "plots.json",
                json.dumps(drawn, separators=(",", ":")) + "\n")
    tasks.write(folder / "explore.md", "\n".join(page(results, folder)) + "\n")
    tasks.write(beside / "explore.html", study_page.in_html("\n".join(page(results, beside)) + "\n",
                                                            drawn, pictures))
