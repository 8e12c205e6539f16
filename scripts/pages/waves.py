# SPDX-License-Identifier: Apache-2.0
"""Shows a waveform in GTKWave with signals, groups, radix and colours chosen.

The marker is at the cycle of the mismatch, if the run found one. Ports that differ there come first:
values of the RTL in orange, expected values in green. The layout is written to NAME.gtkw in the folder
of the waveform.
"""
import os
import pathlib
import re
import subprocess
import sys

from scripts.core import tasks

ROOT = pathlib.Path(__file__).resolve().parents[2]
CYCLE = 10  # ns, see tb/system/dut.cpp
BEFORE, AFTER = 14, 5  # cycles around the marker that are shown at first
HEIGHT = 1000               # pixels of the window on a screen
ROW, AROUND = 21, 112       # pixels of a row of GTKWave, and of what is above and below the rows
LETTER, EDGE = 8, 30        # pixels of a letter of a label, and of what is left and right of them
LEAST, MOST = 330, 900      # pixels of the labels: the longest ones, values in binary, are cut
TRACES = 1170               # pixels of the waves
ENUM_LETTERS = 18           # of the longest name of a value

BITS, HEX, DEC, TEXT, ENUM = "28", "22", "24", "820", "100000028"
RED, ORANGE, YELLOW, GREEN = 1, 2, 3, 4
TOP = "gsq_top."
MODEL = TOP + "u_expected."
CORE = TOP + "u_core."
ISSUE = CORE + "u_issue."
CHECKS = ISSUE + "u_checks."
ACCESS = CORE + "u_access."
LANES = ACCESS + "u_xbar.u_schedule.g_window.u_lanes."

# Groups of (signal, radix, colour, name to show); signals that are not in a waveform are omitted.
WHERE = [(TOP + "clk_i", BITS, None, None), (MODEL + "cycle", DEC, None, "cycle"),
         (MODEL + "mismatch", BITS, RED, "mismatch"),
         (MODEL + "text_offered", TEXT, YELLOW, "offered"),
         (MODEL + "text_to_issue", TEXT, YELLOW, "next to issue"),
         (MODEL + "text_on_banks", TEXT, YELLOW, "on the banks"),
         (MODEL + "text_oldest", TEXT, YELLOW, "next to answer")]
GROUPS = {
    "commands": [
        (TOP + "cmd_valid_i", BITS, None, None), (TOP + "cmd_ready_o", BITS, None, None),
        (TOP + "cmd_i.op", ENUM, None, "cmd op"), (TOP + "cmd_i.width", ENUM, None, "cmd width"),
        (TOP + "cmd_i.form", ENUM, None, "cmd form"), (TOP + "cmd_i.vd", DEC, None, "cmd vd"),
        (TOP + "cmd_i.vs", DEC, None, "cmd vs"), (TOP + "cmd_i.vi", DEC, None, "cmd vi"),
        (TOP + "cmd_i.addr", HEX, None, "cmd addr"), (CHECKS + "d0_valid", BITS, None, None),
        (CHECKS + "d1_valid_q", BITS, None, None), (ISSUE + "head_valid", BITS, None, None),
        (ISSUE + "issue", BITS, None, None),
        (TOP + "rsp_valid_o", BITS, None, None), (TOP + "rsp_ready_i", BITS, None, None),
        (TOP + "rsp_o.status", ENUM, None, "rsp status"),
        (TOP + "rsp_o.info", DEC, None, "rsp info")],
    "squeeze": [
        (CORE + "u_compute." + name, radix, None, name) for name, radix in
        (("issue_i", BITS), ("valid_q", BITS), ("move_o", BITS), ("overwrites_i", BITS),
         ("write_o", BITS), ("vd_o", DEC), ("data_o", HEX))
    ] + [(CHECKS + "u_stream.ar_q", DEC, None, "ar_q")],
    "memory queue and access pipe": [
        (ISSUE + "mem_valid_o", BITS, None, "queue mem_valid_o"),
        (ACCESS + "p_valid", BITS, None, None), (ACCESS + "p_op.kind", ENUM, None, None),
        (ACCESS + "s_valid", BITS, None, None), (ACCESS + "a_valid", BITS, None, None),
        (ACCESS + "xbar_valid", BITS, None, "valid in (K, E,) B, X, R, M"),
        (ACCESS + "write_o", BITS, None, "write_o (to V)"), (ACCESS + "vd_o", DEC, None, None)],
    "unaligned stores": [
        (ACCESS + "u_group_sum.u_store_data.u_stream_merge." + name, radix, None, f"merge {name}")
        for name, radix in (("complete_i", DEC), ("offset_i", DEC), ("blocks_i", HEX),
                            ("held_i", HEX), ("blocks_o", HEX), ("held_o", HEX))],
    "return to V": [
        (ACCESS + "u_xbar.ret_hit_o", BITS, None, "ret_hit_o"),
        (ACCESS + "u_xbar.ret_word_o", HEX, None, "ret_word_o"),
        (ACCESS + "w_data", HEX, None, "w_data"), (CORE + "u_vreg.we_i", BITS, None, "V we_i"),
        (CORE + "u_vreg.waddr_i", DEC, None, "V waddr_i"),
        (CORE + "u_vreg.wdata_i", HEX, None, "V wdata_i")],
    "gather and scatter": [
        (ACCESS + "u_xbar." + name, radix, None, f"xbar {name}") for name, radix in
        (("valid_i", BITS), ("ready_o", BITS), ("use_i", HEX), ("want_o", HEX), ("served_o", HEX),
         ("bank_req_o", HEX), ("end_o", BITS), ("ret_hit_o", HEX), ("ret_last_o", BITS))],
    "window": [
        (LANES + name, radix, None, name) for name, radix in
        (("valid_q", BITS), ("push", BITS), ("pop", BITS), ("turn", BITS), ("single_q", BITS),
         ("ready", HEX), ("stay", HEX))
    ] + [(f"{LANES}g_lane[{lane}].u_lane.{name}", BITS, None, f"lane {lane} {name}")
         for lane in range(64)  # the most
         for name in ("called_q", "waiting_q", "serve")],
    "address generator": [
        (ACCESS + "u_group_gen.u_agu." + name, radix, None, f"agu {name}") for name, radix in
        (("busy_q", BITS), ("read_left_q", DEC), ("write_left_q", DEC), ("pending_q", DEC),
         ("reads", BITS), ("overlap_q", BITS), ("pop", BITS))],
    "host": [
        (TOP + name, radix, None, None) for name, radix in
        (("host_req_i", BITS), ("host_gnt_o", BITS), ("host_we_i", BITS), ("host_addr_i", HEX),
         ("host_rvalid_o", BITS), ("host_err_o", BITS), ("host_rdata_o", HEX))],
}
# Groups that are open at first when a command with this prefix accesses the banks or is the next to
# answer at the marker. The others are closed then, except groups that are not listed here.
OPENED_BY = {"squeeze": ("squeeze", "unsqueeze"), "unaligned stores": ("store_unalign",),
             "gather and scatter": ("gather", "scatter"), "window": ("gather", "scatter"),
             "address generator": ("vec", "load", "store_align", "store_block"), "host": ()}
# Ports that are compared: actual, expected, mismatch, radix. Those of banks have an element a bank.
PORTS = [(TOP + "cmd_ready_o", "cmd_ready", "mismatch_cmd_ready", BITS),
         (TOP + "rsp_valid_o", "rsp_valid", "mismatch_rsp_valid", BITS),
         (TOP + "rsp_o.tag", "rsp.tag", "mismatch_rsp", HEX),
         (TOP + "rsp_o.status", "rsp.status", "mismatch_rsp", ENUM),
         (TOP + "rsp_o.info", "rsp.info", "mismatch_rsp", DEC),
         (TOP + "host_gnt_o", "host_gnt", "mismatch_host_gnt", BITS),
         (TOP + "host_rvalid_o", "host_rvalid", "mismatch_host_rvalid", BITS),
         (TOP + "host_err_o", "host_err", "mismatch_host_err", BITS),
         (TOP + "host_rdata_o", "host_rdata", "mismatch_host_rdata", HEX)]
VECTORS = ("bank_req", "bank_we")                               # a bit a bank
ARRAYS = ("bank_addr", "bank_be", "bank_wdata", "bank_rdata")  # an element a bank


class Waveform:
    """Names of signals, the first and the last cycle; for a time, the mismatch bits that are set,
    the texts, and the commands at work."""

    def __init__(self, path, time):
        self.path = path
        vcd = subprocess.Popen(["fst2vcd", path], stdout=subprocess.PIPE, text=True,
                               stderr=subprocess.DEVNULL)
        self.names = {}  # without range: with range, as GTKWave wants it
        now, begin = 0, None
        scopes, watched, texts, self.values, self.commands = [], {}, {}, {}, set()
        self.texts = {}  # by name
        for line in vcd.stdout:
            word = line.split()
            if line.startswith("$scope"):
                scopes.append(word[2])
            elif line.startswith("$upscope"):
                scopes.pop()
            elif line.startswith("$var"):
                name = ".".join([*scopes, word[4]])
                # GTKWave has no range of one bit.
                self.names[name] = name + "".join(word[5:-1]).replace("[0:0]", "[0]")
                if name.startswith(MODEL + "mismatch"):
                    watched[word[3]] = name.removeprefix(MODEL)
                elif name.startswith(MODEL + "text_"):
                    texts[word[3]] = name
            elif line.startswith("#"):
                now = int(line[1:])
                begin = now if begin is None else begin
            elif now > time:
                continue
            elif line[0] == "b" and word[-1] in watched:
                self.values[watched[word[-1]]] = int(word[0][1:], 2)
            elif line[0] == "b" and word[-1] in texts and re.fullmatch("b[01]+", word[0]):
                text = int(word[0][1:], 2).to_bytes(512, "big").strip(b"\0").decode("ascii", "replace")
                name = texts[word[-1]]
                if now >= time - 2 * CYCLE:  # the one before was there a moment ago
                    self.work(name)
                self.texts[name] = text
            elif line[0] in "01" and line[1:-1] in watched:
                self.values[watched[line[1:-1]]] = int(line[0])
        for name in self.texts:
            self.work(name)
        if vcd.wait() or not self.names:
            sys.exit(f"waves: {path}: expected a waveform that fst2vcd can read; a run that was "
                     "killed leaves one without its end")
        self.first, self.last = (begin or 0) // CYCLE, now // CYCLE

    def work(self, name):
        """The command of a text is one at work, if the text is of such a one."""
        if name.endswith(("on_banks", "oldest")):
            self.commands |= {self.texts.get(name, "").partition(": ")[2]} - {""}


def element(name, bank):
    return f"{name}[{bank}]"


def title(name):
    """A name without dots: GTKWave would show only the part after a dot."""
    return name.removeprefix(TOP).replace(".", " ")


def heading(waves, marker, first, labels, height):
    """The lines of a GTKWave save file before those of the rows."""
    yield f'[dumpfile] "{waves.path.resolve()}"'
    yield f"[timestart] {first}"
    yield f"[size] {labels + TRACES} {height}"
    yield "[pos] -1 -1"
    yield f"*-2.0 {marker}" + " -1" * 26
    yield f"[treeopen] {TOP}"
    yield f"[signals_width] {labels}"


def rows(lines):
    """(radix, line) of each open row. The name of a group and its end have one, too."""
    found, closed, last = [], 0, ""
    for line in lines:
        if line[0] == "@":
            if line == "@c00200":
                if not closed:
                    found.append(("", ""))
                closed += 1
            elif line == "@1401200":
                closed -= 1
        elif line[0] == "[":
            continue
        elif not closed and last not in ("@1401200", "@c00200"):
            found.append((last.removeprefix("@"), line))
        last = line
    return found


def letters(radix, line, texts):
    """How long the name of a row and its value are."""
    named = re.fullmatch(r"\+\{(.*)\} (\S+)", line)
    name, signal = named.groups() if named else (line.rpartition(".")[2], line)
    between = re.search(r"\[(\d+):(\d+)\]$", signal)
    bits = int(between[1]) - int(between[2]) + 1 if between else 1
    value = {BITS: bits, HEX: -(-bits // 4), DEC: len(str(2 ** bits)), ENUM: ENUM_LETTERS,
             TEXT: len(texts.get(signal.partition("[")[0], "")) + 2}.get(radix, 0)
    return len(name), value


def labels_width(lines, texts):
    """Pixels for the labels of the open rows: the values begin below each other."""
    names, values = zip((0, 0), *(letters(radix, line, texts) for radix, line in rows(lines)))
    return min(max(EDGE + LETTER * (max(names) + 1 + max(values)), LEAST), MOST)


def layout(waves, show):
    """Lines of a GTKWave save file for the signals."""
    def signal(name, radix, colour, alias):
        if element(name, 0) in waves.names:
            yield from group(alias or title(name), [
                line for i in range(256) if element(name, i) in waves.names
                for line in signal(element(name, i), radix, colour,
                                   f"{alias or title(name)}[{i}]")], closed=True)
        if name not in waves.names:
            return
        yield f"@{radix}"
        if colour:
            yield f"[color] {colour}"
        yield f"+{{{alias}}} {waves.names[name]}" if alias else waves.names[name]

    def pair(actual, expected, radix, name):
        yield from signal(actual, radix, ORANGE, f"{name}: RTL")
        yield from signal(expected, radix, GREEN, f"{name}: expected")

    def group(name, lines, closed=False):
        lines = list(lines)
        if lines:
            yield from [f"@{'c' if closed else '8'}00200", f"-{name}", *lines,
                        f"@{'1401200' if closed else '1000200'}", f"-{name}"]

    def bank_pairs(port, banks, radix=HEX):
        for bank in banks:
            yield from pair(element(TOP + port, bank), element(MODEL + port, bank), radix,
                            f"{port}[{bank}]")

    banks = [i for i in range(64) if element(TOP + "bank_addr", i) in waves.names]

    def differing():
        for actual, expected, mismatch, radix in PORTS:
            if waves.values.get(mismatch):
                yield from pair(actual, MODEL + expected, radix, title(actual))
        for port in VECTORS:
            if waves.values.get(f"mismatch_{port}"):
                yield from signal(MODEL + f"mismatch_{port}", BITS, RED, f"{port}: banks that differ")
                yield from pair(TOP + port, MODEL + port, BITS, port)
        for port in ARRAYS:
            wrong = waves.values.get(f"mismatch_{port}", 0)
            yield from bank_pairs(port, [bank for bank in banks if wrong >> bank & 1])

    def listed(entries):
        for entry in entries:
            yield from signal(*entry)

    yield from listed(WHERE)
    yield from group("what differs", differing())
    if show:
        shown = [name for name in waves.names if name.startswith(TOP) and show.search(name)]
        print(f"signals that match {show.pattern}: {len(shown)}")
        yield from group("asked for", (
            line for name in shown for line in signal(
                name, HEX if waves.names[name] != name else BITS, None,
                " ".join(name.split(".")[-2:]))))
    for name, entries in GROUPS.items():
        wanted = not waves.commands or any(
            command.startswith(OPENED_BY.get(name, "")) for command in waves.commands)
        yield from group(name, listed(entries), closed=not wanted)

    def bank_group():
        for port in VECTORS:
            yield from signal(TOP + port, BITS, None, port)
        for port in ARRAYS:
            yield from group(port, listed((element(TOP + port, bank), HEX, None, f"{port}[{bank}]")
                                          for bank in banks), closed=True)

    def expected_group():
        for actual, expected, mismatch, radix in PORTS:
            yield from pair(actual, MODEL + expected, radix, title(actual))
            yield from signal(MODEL + mismatch, BITS, RED, mismatch)
        for port in (*VECTORS, *ARRAYS):
            pairs = (pair(TOP + port, MODEL + port, BITS, port) if port in VECTORS
                     else bank_pairs(port, banks))
            yield from group(f"{port}, RTL and expected",
                             [*signal(MODEL + f"mismatch_{port}", BITS, RED, f"mismatch_{port}"),
                              *pairs], closed=True)

    yield from group("banks", bank_group())
    yield from group("expected", expected_group(), closed=True)


def newest():
    files = [path for folder in ("waves", "failures")
             for path in (ROOT / "build" / folder).rglob("*.fst")]
    if not files:
        sys.exit("waves: no waveform yet; make sim WAVES=1 and make waves PROGRAM=FILE.gsq write one, "
                 "and so does a run that fails")
    return max(files, key=lambda path: path.stat().st_mtime)


def check(file, cycles, show, height, png):
    """The path of the waveform, and the pattern; ends the program when something cannot be."""
    if png and pathlib.Path(png).suffix != ".png":
        sys.exit(f"waves: expected a file .png for the picture, found {png}")
    path = pathlib.Path(file) if file else newest()
    if path.is_dir():  # of a failure; a hang has a waveform only of its shrunk program
        path = next((path / name for name in ("waves.fst", "shrunk.fst")
                     if (path / name).exists()), path / "waves.fst")
    if not path.exists():
        sys.exit(f"waves: there is no waveform {path}: expected a file (.fst) or its folder, such as "
                 "those below build/waves/ and build/failures/")
    if cycles and not (re.fullmatch(r"\d+:\d+", cycles)
                       and int(cycles.split(":")[0]) <= int(cycles.split(":")[1])):
        sys.exit(f"waves: expected cycles as FIRST:LAST, found {cycles}")
    if height and not re.fullmatch(r"[1-9]\d{2,3}", height):
        sys.exit(f"waves: expected a height from 100 to 9999 pixels, found {height}")
    try:
        pattern = show and re.compile(show)
    except re.error as error:
        sys.exit(f"waves: expected a regular expression of signals to show, found {show} ({error})")
    if not png and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        sys.exit("waves: there is no screen, DISPLAY is not set; --png FILE.png writes a picture (make waves ARGS='--png FILE.png')")
    return path, pattern


def failing_cycle(path):
    """The cycle of the mismatch in the report in the folder of a waveform, or None."""
    report = path.with_suffix(".txt") if path.stem == "shrunk" else path.with_name("report.txt")
    found = re.search(r"^mismatch in cycle (\d+)", report.read_text(encoding="utf-8"),
                      re.M) if report.exists() else None
    return found and int(found[1])


def draw(command, script, png, width, height):
    """Runs GTKWave on a virtual screen with room for a window of that size."""
    png.parent.mkdir(parents=True, exist_ok=True)
    png.unlink(missing_ok=True)
    screen = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0",
                               f"{width + 400}x{height + 400}x24"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        number = screen.stdout.readline().strip()
        if not number:
            sys.exit("waves: the virtual screen (Xvfb) did not start")
        with open(script, "a", encoding="utf-8") as file:
            file.write(f"gtkwave::/File/Grab_To_File {{{png}}}\ngtkwave::/File/Quit\n")
        subprocess.run(["env", f"DISPLAY=:{number}", *command, "--rcvar", "hide_sst 1"],
                       timeout=120, capture_output=True, check=False)
    finally:
        screen.terminate()
        screen.wait()
    if not png.exists():
        sys.exit(f"waves: GTKWave drew no {png}; {' '.join(map(str, command))} shows why")
    print(f"wrote {png}")


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("file", nargs="?", type=pathlib.Path, metavar="FILE.fst|FOLDER",
                        help="default: the newest of build/waves/ and build/failures/")
    parser.add_argument("--png", type=pathlib.Path, metavar="FILE.png",
                        help="write the same view to a file, without a screen")
    parser.add_argument("--height", metavar="PIXELS", help="of the picture; default: as its rows need")
    parser.add_argument("--cycles", metavar="FIRST:LAST", help="only these")
    parser.add_argument("--show", default="", metavar="PATTERN",
                        help="signals first whose names match a regular expression")
    arguments = parser.parse_args()
    path, show = check(arguments.file, arguments.cycles, arguments.show, arguments.height,
                       arguments.png)
    cycle = failing_cycle(path)
    # Mismatch bits and inputs change when the clock falls.
    marker = 0 if cycle is None else CYCLE * cycle + CYCLE // 2
    waves = Waveform(path, marker)
    if arguments.cycles:
        first, last = (int(number) for number in arguments.cycles.split(":"))
        if first > waves.last or last < waves.first:
            sys.exit(f"waves: {path} has the cycles {waves.first} to {waves.last}, none of "
                     f"{arguments.cycles}")
        first, last = CYCLE * first, CYCLE * (last + 1)  # with the last one whole
    else:
        first = max(marker - CYCLE * BEFORE, 0)
        last = first + CYCLE * (BEFORE + AFTER)
    saved = path.with_suffix(".gtkw")
    lines = list(layout(waves, show))
    height = int(arguments.height or
                 (AROUND + ROW * len(rows(lines)) if arguments.png else HEIGHT))
    labels = labels_width(lines, waves.texts)
    tasks.write(saved, "\n".join([*heading(waves, marker, first, labels, height), *lines]) + "\n")
    script = path.with_suffix(".tcl")
    tasks.write(script, f"gtkwave::setMarker {marker}\n"
                        f"gtkwave::setZoomRangeTimes {first} {last}\n")
    where = "" if cycle is None else f", the mismatch is in cycle {cycle}"
    print(f"{path}: cycles {waves.first} to {waves.last}{where}; layout in {saved}")
    command = ["gtkwave", "--save", saved, "--script", script, "--dump", path]
    if arguments.png:
        draw(command, script, arguments.png, labels + TRACES, height)
    else:
        subprocess.run(command, check=False)
