# SPDX-License-Identifier: Apache-2.0
"""Pictures: the placed cells coloured by block, and how full of wires each tile is. By KLayout."""
import colorsys

from scripts.flow.layout import congestion

SIZE = 1200     # pixels of the longer side
BLOCKS = 12     # the largest blocks have a colour of their own
OTHER, MEMORY, DIE = 0xB0B0B0, 0x404040, 0xFFFFFF
SHADES = (0xFFFFFF, 0xD9F0D3, 0x7FBF7B, 0xFEE08B, 0xF46D43, 0xA50026)  # of tiles, and their limits:
LIMITS = (0.0, 0.1, 0.3, 0.5, congestion.FULL, 1.0)


def colours(count):
    """So many colours that differ."""
    found = []
    for number in range(count):
        rgb = colorsys.hsv_to_rgb(number / count, 0.75 if number % 2 else 0.55,
                                  0.80 if number % 2 else 0.95)
        found.append(sum(round(255 * part) << shift for part, shift in zip(rgb, (16, 8, 0))))
    return found


def picture(path, boxes, width, height):
    """Writes a PNG file of [(colour, [(left, bottom, right, top)])] in um, the last on top."""
    from klayout import db, lay
    layout = db.Layout()
    cell = layout.create_cell("top")
    view = lay.LayoutView()
    for key, value in (("background-color", "#ffffff"), ("grid-visible", "false"),
                       ("text-visible", "false"), ("cell-box-visible", "false")):
        view.set_config(key, value)
    view.show_layout(layout, False)
    for number, (colour, items) in enumerate(boxes, 1):
        layer = layout.layer(number, 0)
        shapes = cell.shapes(layer)
        for box in items:
            shapes.insert(db.DBox(*box))
        look = lay.LayerProperties()
        look.source_layer, look.source_datatype = number, 0
        look.fill_color = look.frame_color = colour
        look.dither_pattern = 0     # solid
        view.insert_layer(view.end_layers(), look)
    view.max_hier()
    view.zoom_box(db.DBox(0, 0, width, height))
    scale = SIZE / max(width, height)
    view.save_image(str(path), max(round(width * scale), 100), max(round(height * scale), 100))


def draw_cells(path, floorplan, groups):
    """The placed layout. `groups`: [(name, colour, boxes)] of blocks of cells."""
    boxes = [(DIE, [(0, 0, floorplan.width, floorplan.height)])]
    boxes += [(colour, items) for _, colour, items in groups]
    boxes.append((MEMORY, [tuple(block.box) for block in floorplan.blocks]))
    picture(path, boxes, floorplan.width, floorplan.height)


def draw_congestion(path, share, width, height):
    """The tiles, from white (no wires) to red (more than all tracks)."""
    import numpy
    boxes = [(shade, []) for shade in SHADES]
    for (x, y), part in numpy.ndenumerate(share):
        shade = max(number for number, limit in enumerate(LIMITS) if part >= limit)
        boxes[shade][1].append((x * congestion.TILE, y * congestion.TILE,
                                min((x + 1) * congestion.TILE, width),
                                min((y + 1) * congestion.TILE, height)))
    picture(path, boxes, width, height)
