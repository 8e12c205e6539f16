# SPDX-License-Identifier: Apache-2.0
"""What a LEF file says of cells (sizes, pins) and of layers (tracks, resistance, capacitance).

Lengths are in um, resistances in ohm/um, capacitances in fF/um.
"""
import collections
import re

from scripts.flow.layout.tools import Stop

Layer = collections.namedtuple("Layer", "name direction pitch offset r c")  # direction: H or V
Pin = collections.namedtuple("Pin", "x y direction")    # the centre of its shapes
Macro = collections.namedtuple("Macro", "width height pins")


class Lef:
    """The cells and the routing layers, from the lowest up, of a LEF file.

    Signals use the layers between the lowest, which the cells fill, and the highest, which is left
    to power and clock, unless they would then have only one direction.
    """

    def __init__(self, path):
        if path is None:
            raise Stop("the cell library has no LEF file beside it, so sizes of cells and wires "
                       "are not known; expected one LEF file in the folder of the Liberty file")
        self.path = path
        text = re.sub(r"#.*", "", path.read_text(encoding="utf-8", errors="replace"))
        self.layers = [layer for match in re.finditer(r"^LAYER\s+(\S+)\s(.*?)^END\s+\1\b", text,
                                                      re.M | re.S)
                       for layer in self.layer(match[1], match[2])]
        self.macros = {match[1]: self.macro(match[2]) for match in re.finditer(
            r"^MACRO\s+(\S+)\s(.*?)^END\s+\1\b", text, re.M | re.S)}
        site = re.search(r"^SITE\s+(\S+)\s.*?SIZE\s+([\d.]+)\s+BY\s+([\d.]+)", text, re.M | re.S)
        if not site:
            raise Stop(f"{path} has no SITE with a SIZE, so rows cannot be made")
        self.site, self.site_width, self.row_height = site[1], float(site[2]), float(site[3])
        signals = self.layers[1:-1]
        if {layer.direction for layer in signals} != {"H", "V"}:
            signals = self.layers[1:]
        self.signals = {way: [layer for layer in signals if layer.direction == way] for way in "HV"}
        if not all(self.signals.values()):
            raise Stop(f"{path} has no layers of both directions above the lowest one, so wires "
                       "cannot be estimated")

    def layer(self, name, text):
        """The layer, if it is one of wires."""
        if not re.search(r"TYPE\s+ROUTING", text):
            return []

        def number(key):
            found = re.search(rf"\b{key}\s+([\d.eE+-]+)", text)
            if not found:
                raise Stop(f"layer {name} of {self.path} has no {key}, by which wires are "
                           "estimated")
            return float(found[1])

        width = number("WIDTH")
        offset = re.search(r"\bOFFSET\s+([\d.]+)", text)
        pitch = number("PITCH")
        # CPERSQDIST in pF/um2 of the area, EDGECAPACITANCE in pF/um of each of the two edges
        return [Layer(name, re.search(r"DIRECTION\s+(\w)", text)[1].upper(), pitch,
                      float(offset[1]) if offset else pitch / 2, number("RPERSQ") / width,
                      1000 * (number("CPERSQDIST") * width + 2 * number("EDGECAPACITANCE")))]

    @staticmethod
    def macro(text):
        size = re.search(r"SIZE\s+([\d.]+)\s+BY\s+([\d.]+)", text)
        pins = {}
        for match in re.finditer(r"^\s+PIN\s+(\S+)\s(.*?)^\s+END\s+\1\b", text, re.M | re.S):
            if re.search(r"USE\s+(GROUND|POWER)", match[2]):
                continue
            boxes = [[float(number) for number in found.split()]
                     for found in re.findall(r"RECT\s+([-\d. ]+);", match[2])]
            area = [(right - left) * (top - bottom) for left, bottom, right, top in boxes]
            pins[match[1]] = Pin(
                sum((box[0] + box[2]) / 2 * part for box, part in zip(boxes, area)) / sum(area),
                sum((box[1] + box[3]) / 2 * part for box, part in zip(boxes, area)) / sum(area),
                re.search(r"DIRECTION\s+(\w+)", match[2])[1].lower())
        return Macro(float(size[1]), float(size[2]), pins)

    def wire(self, way):
        """Resistance and capacitance of 1 um of wire in a direction: the mean of its layers."""
        layers = self.signals[way]
        return (sum(layer.r for layer in layers) / len(layers),
                sum(layer.c for layer in layers) / len(layers))

    def tracks(self, way):
        """Tracks in 1 um across wires of that direction."""
        return sum(1 / layer.pitch for layer in self.signals[way])
