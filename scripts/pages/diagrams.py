# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams of the documentation, drawn from simulations: docs/**/NAME.svg.

Each docs/reference/diagrams/NAME.gsq, and each program in a page of docs/reference/commands/ under
a line <!-- diagram: NAME from N to M: TITLE -->, runs on build/CONFIG/gsq, and its waveform becomes
NAME.svg beside it; with CONFIG those of these configurations. Comments at the top of a program:
  # title: TEXT
  # config: NAME  configuration, tiny without this comment
  # from: N       the diagram begins with the transfer of command N, which is cycle 0
  # to: N         it ends with the response of command N, without this comment that of the last
  # run: OPTIONS  of gsq run
--check: writes nothing, exit status 1 when a committed picture is not what the simulation shows.
Needs fst2vcd of Debian's package gtkwave.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
from xml.sax.saxutils import escape

from scripts.core import tasks

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER, PAGES = ROOT / "docs" / "reference" / "diagrams", ROOT / "docs" / "reference" / "commands"
IN_PAGE = re.compile(r"^<!-- diagram: (\w+) from (\d+) to (\d+): (.*) -->\n\n```gsq\n(.*?)^```$",
                     re.MULTILINE | re.DOTALL)
LEFT, TOP, HIGH, LINE, LETTER = 100, 44, 16, 13, 6.7  # pixels
READ, WRITE, COMMAND, OK, ERROR = "#56b4e9", "#e69f00", "#f0e442", "#ffffff", "#d55e00"
REGISTERS = ("vd", "vs", "vi")  # fields with vector registers, the written one first


def output_of(*command):
    try:
        done = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True,
                              timeout=600, check=False)
    except subprocess.TimeoutExpired as error:
        sys.exit(f"error: {error}")
    except FileNotFoundError:
        sys.exit(f"error: {command[0]} is missing; make diagrams sees to it")
    if done.returncode != 0:
        sys.exit(f"error: '{shlex.join(map(str, command))}' ended with status {done.returncode}: "
                 f"{done.stderr.strip()}")
    return done.stdout


def samples_of(vcd):
    """The signals of gsq_top just before each rising clock edge, {name: number} for each cycle.

    Cycle 0 ends with the second edge, as in the timing contract.
    """
    names, scopes = {}, []
    header, _, body = vcd.partition("$enddefinitions $end")
    for line in header.splitlines():
        words = line.split()
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"] and scopes[:1] == ["gsq_top"]:
            names.setdefault(words[3], ".".join([*scopes[1:], words[4]]))
    samples, now, then = [], {}, {}
    for line in [*body.split("\n"), "#"]:
        if line.startswith("#"):
            if now.get("clk_i") == 0 and then.get("clk_i") == 1:
                samples.append(dict(now))
            now.update(then)
            then = {}
        elif line[:1] in ("b", "0", "1"):
            value, code = line[1:].split() if line[0] == "b" else (line[0], line[1:])
            if code in names:
                then[names[code]] = int(value, 2)
    return samples[1:] + [now]


def rows_of(gsq, first, last, samples):
    """The rows of a diagram from the transfer of command `first` to the response of command `last`.

    `last` 0 is the last one.

    (name, cells); of each cycle 0 or 1, or None, or (key, colour, text): the same key goes on.
    """
    info = json.loads(output_of(gsq, "info", "--json"))
    names = {kind: {entry["code"]: entry["name"] for entry in info[kind]}
             for kind in ("opcodes", "statuses")}
    fields = {command["name"]: command["fields"] for command in info["opcodes"]}
    compares = {command["name"] for command in info["opcodes"] if command["mask"] == "compare"}
    taken = [cycle for cycle, at in enumerate(samples)
             if at["rst_ni"] and at["cmd_valid_i"] and at["cmd_ready_o"]]
    answered = [cycle for cycle, at in enumerate(samples)
                if at["rst_ni"] and at["rsp_valid_o"] and at["rsp_ready_i"]]
    if max(first, last) > len(taken):
        sys.exit(f"error: expected '# from: N' and '# to: N' with N up to {len(taken)}, the commands "
                 f"of the program, found {first} and {last}")
    begin = taken[first - 1]
    shown = list(enumerate(samples))[begin:answered[last - 1] + 2]

    def bits(name):
        return name, [at[name] for _, at in shown]

    def boxes(valid, box):
        return [box(cycle, at) if valid(at) else None for cycle, at in shown]

    def command(text_of):
        # A command does not change while it waits: its key is the number of commands before it.
        return boxes(lambda at: at["cmd_valid_i"], lambda cycle, at: (
            sum(done < cycle for done in taken), COMMAND,
            text_of(names["opcodes"][at["cmd_i.op"]], at)))

    def registers(op, at):
        scalar = "scalar" in fields[op] and at["cmd_i.scalar"]
        of = [at[f"cmd_i.{field}"] for field in REGISTERS if field in fields[op] and not (
            scalar and field == "vi")]
        if op.startswith("mask."):  # the low bits number mask registers
            return " ".join(f"m{number % 8}" for number in of)
        if op in compares:
            return " ".join([f"m{of[0] % 8}", *(f"v{number}" for number in of[1:])])
        return " ".join(f"v{number}" for number in of)

    def status(cycle, at):
        name = names["statuses"][at["rsp_o.status"]]
        return sum(done < cycle for done in answered), OK if name == "OK" else ERROR, name

    def bank(number):
        return boxes(lambda at: at["bank_req"] >> number & 1, lambda cycle, at: (
            cycle, WRITE if at["bank_we"] >> number & 1 else READ,
            f"{'w' if at['bank_we'] >> number & 1 else 'r'} {at[f'bank_addr[{number}]']}"))

    return [("clk_i", ["clock" for _ in shown]),
            bits("cmd_valid_i"), bits("cmd_ready_o"),
            ("command", command(lambda op, at: op)), ("registers", command(registers)),
            bits("rsp_valid_o"), bits("rsp_ready_i"),
            ("status", boxes(lambda at: at["rsp_valid_o"], status)),
            *[(f"bank {number}", bank(number))
              for number in range(info["parameters"]["Banks"])]]


def pieces(text):
    """The lines of a label: names break after their underscores."""
    return re.findall(r"[^_]+_?", text) or [""]


def runs(cells):
    """Spans of equal cells: (first cycle, cycles, cell)."""
    found = []
    for cycle, cell in enumerate(cells):
        if found and cell == found[-1][2]:
            found[-1][1] += 1
        else:
            found.append([cycle, 1, cell])
    return found


def draw(title, rows):
    labels = [cell[2] for _, cells in rows for cell in cells if isinstance(cell, tuple)]
    width = 12 + round(LETTER * max(len(piece) for text in labels for piece in pieces(text)))
    count = len(rows[0][1])
    parts, top = [], TOP
    for name, cells in rows:
        texts = [pieces(cell[2]) for cell in cells if isinstance(cell, tuple)]
        height = max([HIGH, *(LINE * len(lines) + 4 for lines in texts)])
        parts.append(f'<text x="{LEFT - 8}" y="{top + height / 2 + 4:g}" text-anchor="end">'
                     f'{name}</text>')
        line = f"M{LEFT} {top if cells[0] == 1 else top + height}"
        for first, cycles, cell in runs(cells):
            left, right = LEFT + width * first, LEFT + width * (first + cycles)
            if cell == "clock":
                line += f"V{top}h{width / 2:g}V{top + height}h{width / 2:g}" * cycles
            elif isinstance(cell, int):
                line += f"V{top if cell else top + height}H{right}"
            elif cell is None:
                line += f"M{left} {top + height / 2:g}H{right}"
            else:
                parts.append(f'<path d="M{left + 4} {top}H{right - 4}L{right} {top + height / 2:g}'
                             f'L{right - 4} {top + height}H{left + 4}L{left} {top + height / 2:g}z"'
                             f' fill="{cell[1]}" stroke="#000"/>')
                lines = pieces(cell[2])
                for i, text in enumerate(lines):
                    y = top + height / 2 + LINE * (i - (len(lines) - 1) / 2) + 4
                    parts.append(f'<text x="{(left + right) / 2:g}" y="{y:g}" '
                                 f'text-anchor="middle">{text}</text>')
        parts.append(f'<path d="{line}" fill="none" stroke="#000"/>')
        group_ends = name in ("clk_i", "registers", "status")
        top += height + (18 if group_ends else 8)
    ruler = []
    for cycle in range(count + 1):
        x = LEFT + width * cycle
        ruler.append(f'<path d="M{x} {TOP - 4}V{top}" stroke="#bbb"/>')
        if cycle < count:
            ruler.append(f'<text x="{x + width / 2:g}" y="{TOP - 8}" text-anchor="middle">{cycle}'
                         '</text>')
    size = f"{LEFT + width * count + 10} {top + 4}"
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
                      'width="{}" height="{}" font-family="monospace" font-size="11">'
                      .format(*size.split()),
                      f"<title>{escape(title)}</title>",
                      '<rect width="100%" height="100%" fill="#fff"/>',
                      f'<text x="{LEFT}" y="16" font-weight="bold">{escape(title)}</text>',
                      *ruler, *parts, "</svg>"]) + "\n"


def programs():
    """(file of the picture, text of the program, its options) of each diagram."""
    for program in sorted(FOLDER.glob("*.gsq")):
        text = program.read_text(encoding="utf-8")
        yield program.with_suffix(".svg"), text, options_of(program, text)
    for page in sorted(PAGES.glob("*.md")):
        for name, first, last, title, text in IN_PAGE.findall(page.read_text(encoding="utf-8")):
            text = f"# from: {first}\n# to: {last}\n# title: {title}\n{text}"
            yield page.with_name(f"{name}.svg"), text, options_of(page, text)


def options_of(program, text):
    """Options of a program in a file or page."""
    options = {"config": "tiny", "to": "0",
               **dict(re.findall(r"^# (title|config|from|to|run): (.*)$", text, re.MULTILINE))}
    if "title" not in options or not re.fullmatch("[1-9][0-9]*", options.get("from", "")):
        sys.exit(f"error: {program}: expected comments '# title: TEXT' and '# from: N', found "
                 f"{options}")
    return options


def picture(text, options):
    gsq = ROOT / "build" / options["config"] / "gsq"
    with tasks.temporary() as folder:
        program, waves = (pathlib.Path(folder) / name for name in ("program.gsq", "waves.fst"))
        tasks.write(program, text)
        output_of(gsq, "run", program, "--waves", waves, *shlex.split(options.get("run", "")))
        samples = samples_of(output_of("fst2vcd", waves))
    return draw(options["title"], rows_of(gsq, int(options["from"]), int(options["to"]), samples))


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if a committed "
                        "picture is not what the simulation shows")
    parser.add_argument("configs", nargs="*", metavar="CONFIG", help="only diagrams of this configuration")
    asked = parser.parse_args()
    chosen = [diagram for diagram in programs()
              if diagram[2]["config"] in asked.configs or not asked.configs]
    status = 0
    for file, text, options in chosen:
        svg = picture(text, options)
        if not asked.check:
            tasks.write(file, svg)
        elif not file.exists() or file.read_text(encoding="utf-8") != svg:
            print(f"{file.relative_to(ROOT)}: error: the simulation shows something else; "
                  "make diagrams draws it again")
            status = 1
    print(f"{len(chosen)} diagrams " + ("compared" if asked.check else "drawn"))
    return status
