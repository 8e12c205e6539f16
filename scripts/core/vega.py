# SPDX-License-Identifier: Apache-2.0
"""Plots in Vega-Lite: as SVG for Markdown, and in HTML, where a point tells its figures on hover.

A plot has two specifications, for wide and for narrow pages: {name: {"wide": …, "narrow": …}}.
"""
import json

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


def svg(specifications):
    """{name: SVG} of {name: specification}."""
    import vl_convert   # of build/venv
    return {name: vl_convert.vegalite_to_svg(specification)
            for name, specification in specifications.items()}


def javascript(plots):
    """A script that draws these plots at the end of a page, with all that it needs."""
    data = json.dumps(plots).replace("</", "<\\/")
    import vl_convert   # of build/venv
    return f"{vl_convert.javascript_bundle()}\n{{\nconst plots = {data};\n{LOADER}}}\n"


def place(name, shown):
    """HTML of the place of a plot; without JavaScript it shows other HTML, such as a picture."""
    return f'<div class="plot" data-plot="{name}">{shown}</div>'

