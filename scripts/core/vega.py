#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plots in Vega-Lite: as SVG for Markdown, and in HTML, where a point tells its figures on hover.

Usage: vega.py svg      standard input: {name: specification}, standard output: {name: SVG}
       vega.py bundle   standard output: the JavaScript of Vega, which needs no network

Scripts import svg() and javascript(); these run this file with the Python of build/plots, where
scripts/setup.sh puts vl-convert (scripts/plots-requirements.txt). A plot has two specifications, for
wide and for narrow pages: {name: {"wide": …, "narrow": …}}.
"""
import json
import subprocess
import sys

from scripts.core import tasks

PYTHON = tasks.ROOT / "build" / "plots" / "bin" / "python"
WIDE = 720  # pixels from which the wide one fits

# Draws each plot in the size that fits its place, again when that changes, as on a turned phone.
LOADER = """
const drawn = new ResizeObserver(entries => entries.forEach(({target, contentRect}) => {
  const size = contentRect.width < %d ? "narrow" : "wide";
  if (target.dataset.size === size) return;
  target.dataset.size = size;
  const box = document.createElement("div");  // Vega makes it as wide as the plot
  target.replaceChildren(box);
  vegaEmbed(box, plots[target.dataset.plot][size], {renderer: "svg", actions: false});
}));
document.querySelectorAll("[data-plot]").forEach(place => {
  drawn.observe(place);
  // A tap moves no pointer, for which Vega waits.
  place.addEventListener("click", event =>
    event.target.dispatchEvent(new PointerEvent("pointermove", event)));
});
""" % WIDE


def _run(command, text=""):
    if not PYTHON.exists():
        sys.exit("plots: expected vl-convert in build/plots: run scripts/setup.sh study")
    done = subprocess.run([PYTHON, __file__, command], input=text, text=True, capture_output=True,
                          check=False)
    if done.returncode:
        sys.exit(f"plots: vega.py {command} failed: {done.stderr.strip()[-2000:]}")
    return done.stdout


def svg(specifications):
    """{name: SVG} of {name: specification}."""
    return json.loads(_run("svg", json.dumps(specifications)))


def javascript(plots):
    """A script that draws these plots at the end of a page, with all that it needs."""
    data = json.dumps(plots).replace("</", "<\\/")
    return f"{_run('bundle')}\n{{\nconst plots = {data};\n{LOADER}}}\n"


def place(name, shown):
    """HTML of the place of a plot; without JavaScript it shows other HTML, such as a picture."""
    return f'<div class="plot" data-plot="{name}">{shown}</div>'


def main():
    import vl_convert  # only with PYTHON

    if sys.argv[1:] == ["svg"]:
        specifications = json.load(sys.stdin)
        print(json.dumps({name: vl_convert.vegalite_to_svg(specification)
                          for name, specification in specifications.items()}))
    elif sys.argv[1:] == ["bundle"]:
        print(vl_convert.javascript_bundle())
    else:
        sys.exit("usage: vega.py svg|bundle")


if __name__ == "__main__":
    tasks.main(main)
