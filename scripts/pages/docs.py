# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation as HTML in build/docs/, and checks it.

Pages are docs/**/*.md, README.md and one page of every module of rtl/, made from its doc comments,
with its notes (a section of docs/reference/modules/<folder of rtl/>.md) and a diagram. MkDocs reads
them from build/docs-src. Errors: a dead link (page, anchor, image, file of the repository), a page that
mkdocs.yml does not list, a module, parameter or port without doc comment, a module without notes,
notes without a module.
Each is a line with file:line, but for what MkDocs finds in the pages that were made (anchors, and
pages that are not listed, by `validation` in mkdocs.yml). Exit 1 if there is any. Also draws
docs/**/*.svg from the .dot beside it, and leads from old addresses of pages to those of today
(docs/assets/moved.txt).

A page may link to a file of the repository; the HTML has it as text. A line
<!-- include: ../FILE --> becomes the text of that file as a code block. A line with nothing but the
image FOLDER/NAME.svg becomes a plot that tells its figures on hover, if FOLDER/plots.json has NAME
(scripts/core/vega.py); needs scripts/setup.sh docs.
"""
import collections
import functools
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib

from scripts.core import tasks, vega
from scripts.pages import module_index
from scripts.spec import rtl_doc
from scripts.spec.rtl_files import MODULES, PACKAGES, ROOMS, ROOT, RTL

DOCS = ROOT / "docs"
NOTES = DOCS / "reference" / "modules"
README = ROOT / "README.md"
WRITTEN = [*sorted(file for file in DOCS.rglob("*.md") if file.parent != NOTES), README]
MODULE_PAGES = "reference/modules"  # below SRC, where they are made
UP = "../.."                        # from there
MOVED = DOCS / "assets" / "moved.txt"
SRC = ROOT / "build" / "docs-src"
SITE = ROOT / "build" / "docs"
LINK = re.compile(r"(?<=\]\()([^()\s]+)(?=\))")
PICTURE = re.compile(r"!\[(.*)\]\((\S+)/(\w+)\.svg\)")
FENCE = re.compile(r"\s*(```|~~~)")

INSTANCES = "![All instances below gsq_top](modules/gsq_top.svg)"  # drawn here, not in docs/

errors = []


def relative(path):
    return path.relative_to(ROOT).as_posix()


def error(place, text):
    errors.append(f"{place}: {text}")


# ---- Pages --------------------------------------------------------------------------------------

def page_of(file):
    """The path below SRC for a file of the repository: its page, the image, or a copy as text."""
    if file == README:  # as README.md it would be the first page
        return "readme.md"
    if file in WRITTEN:
        return file.relative_to(DOCS).as_posix()
    if DOCS in file.parents and file.suffix in (".svg", ".png"):
        return copied(file, file.relative_to(DOCS).as_posix())
    if file == RTL.get(file.stem):
        return f"{MODULE_PAGES}/{file.stem}.md"
    return text_copy(file)


def text_copy(file):
    return copied(file, f"files/{relative(file)}.txt")


def copied(file, name):
    """Copies a file to `name` below SRC, and returns that."""
    (SRC / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, SRC / name)
    return name


def links(file):
    """Yields (line number, line, its links outside of code)."""
    fenced = False
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        bare = re.sub(r"`[^`]*`", lambda match: "`" * len(match[0]), line)
        yield number, line, [] if fenced else list(LINK.finditer(bare))


@functools.cache
def notes(file):
    """{module: lines of its section, as of links()} of a file of notes."""
    sections, module = {}, None
    for number, line, found in links(file) if file.exists() else ():
        if match := re.fullmatch(r"## (.+)", line):
            module = match[1]
            sections[module] = []
        elif module:
            sections[module].append((number, line, found))
    return sections


def place_of(file, anchor):
    """(page, anchor) of a heading, in notes those of the module's page; None if that is not clear."""
    if file.parent != NOTES or file.suffix != ".md":
        return page_of(file), anchor
    if anchor in notes(file):
        return f"{MODULE_PAGES}/{anchor}.md", ""
    modules = [module for module, lines in notes(file).items() for _, line, _ in lines
               if line.startswith("### ") and slug(line[4:]) == anchor]
    return (f"{MODULE_PAGES}/{modules[0]}.md", anchor) if len(modules) == 1 else None


def slug(heading):
    """Its anchor."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def with_plots(file, text, page):
    """The text of `page` for HTML, with plots that tell their figures on hover for its images."""
    shown = {}

    def place(match):
        alt, folder, name = match.groups()
        path = file.parent / folder / "plots.json"
        if folder not in shown and path.exists():
            shown[folder] = json.loads(path.read_text(encoding="utf-8"))
        if name not in shown.get(folder, {}):
            return match[0]
        return vega.place(name, f'<img src="{folder}/{name}.svg" alt="{html.escape(alt)}">')

    text = re.sub(rf"^{PICTURE.pattern}$", place, text, flags=re.M)
    for folder, plots in shown.items():
        here = SRC / posixpath.dirname(page) / folder
        (here / "plots.js").write_text(vega.javascript(plots), encoding="utf-8")
        text += f'\n<script src="{folder}/plots.js"></script>\n'
    return text


def title_of(file):
    """The first heading of a page."""
    return re.search(r"^# (.*)", file.read_text(encoding="utf-8"), re.M)[1]


def text_for(file, page, lines=None):
    """The text of a Markdown file, or of these lines of it, with its links adapted to `page`."""
    result = []
    for number, line, found in links(file) if lines is None else lines:
        if match := re.fullmatch(r"<!-- include: (\S+) -->", line):
            included = (file.parent / match[1]).resolve()
            if f"]({match[1]})" not in file.read_text(encoding="utf-8"):
                error(f"{relative(file)}:{number}", f"expected a link to {match[1]}, too: only the "
                      "HTML shows what is included")
            if included.is_file():
                line = f"```\n{included.read_text(encoding='utf-8')}```"
            else:
                error(f"{relative(file)}:{number}", f"there is no file {match[1]} to include")
        for match in reversed(found):
            path, _, anchor = match[1].partition("#")
            if "://" in path or path.startswith("mailto:"):
                continue
            target = (file.parent / path).resolve() if path else file
            if not target.is_file() or ROOT not in target.parents:
                error(f"{relative(file)}:{number}", f"dead link: there is no file {match[1]}")
                continue
            there = ""
            if path or file.parent == NOTES:
                place = place_of(target, anchor)
                if place is None:
                    error(f"{relative(file)}:{number}", "dead link: expected the anchor of a module "
                          f"or of a heading that one module has, found {match[1]}")
                    continue
                there, anchor = place
                there = posixpath.relpath(there, posixpath.dirname(page))
            line = line[:match.start()] + there + ("#" if anchor else "") + anchor + line[match.end():]
            if target in WRITTEN:  # a page has a name of its own there
                line = line.replace(f"[{target.name}]({there}", f"[{title_of(target)}]({there}")
        if line.startswith("|"):  # Python-Markdown needs no escape in code within a table
            line = re.sub(r"`[^`]*`", lambda span: span[0].replace("\\|", "|"), line)
        result.append(line)
    return "\n".join(result) + "\n"


# ---- Modules ------------------------------------------------------------------------------------

def prose(text, folder=""):
    """A comment as Markdown: its text is escaped, modules are links, signals are code."""
    if text.startswith("    "):  # a picture
        return text
    def word(match):
        name = match[0]
        if name in RTL:
            return f"[{name}]({folder}{name}.md)"
        if re.fullmatch(r"\w+_(?:i|o|ni|q)", name):
            return f"`{name}`"
        return re.sub(r"([\\*_`\[\]<|])", r"\\\1", name)
    return re.sub(r"\w+|\W", word, text)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def code(text):
    return f"`{text}`" if text else ""


def type_of(port):
    package = next((path.stem for path in PACKAGES
                    if re.search(rf"\}} {port.type};", path.read_text(encoding="utf-8"))), None)
    return f"[{port.type}]({package}.md)" if package else code(port.type)


def port_groups(ports):
    """Ports by the part of their names before the first _, in order: {title: [names]}."""
    groups = collections.defaultdict(list)
    for port in ports:
        stem = re.sub(r"_n?[io]$", "", port.name)
        groups[stem.split("_")[0]].append(stem)
    return {(names[0] if len(names) == 1 else f"{group}_…"): names
            for group, names in groups.items()}


def box(module, name, sources, depth):
    """An instance and its submodules, as an HTML-like label of Graphviz: nested boxes."""
    title = f"<b>{module}</b>" if depth == 0 else module
    shade = ("#eef3f8", "#ffffff")[depth % 2]
    below = sources[module].instances
    if depth and not below:
        return (f'<table border="1" cellborder="0" cellspacing="0" cellpadding="2" '
                f'bgcolor="#fdf6e3" color="#8a7a4a"><tr><td align="left" valign="top">{module}'
                f'<br align="left"/><font point-size="9" color="#667788">{name}</font>'
                '<br align="left"/></td></tr></table>')
    columns = max(2, round(len(below) ** 0.5)) if below else 1
    # Large ones side by side, the small ones after them.
    order = sorted(below, key=lambda item: -len(sources[item[0]].instances))
    cells = [f'<td valign="top">{box(*item, sources, depth + 1)}</td>' for item in order]
    rows = [cells[at:at + columns] for at in range(0, len(cells), columns)]
    inner = "".join(f'<tr>{"".join(row)}</tr>' for row in rows) or (
        '<tr><td><font color="#778899">no instances</font></td></tr>')
    return (f'<table border="1" cellborder="0" cellspacing="4" cellpadding="1" style="rounded" '
            f'bgcolor="{shade}" color="#33506b"><tr><td colspan="{columns}" align="left" '
            f'valign="top">{title}</td></tr>{inner}</table>')


def diagram(source, sources):
    """The module with its groups of ports and all instances below it, as DOT."""
    lines = ["digraph module {", "  rankdir=LR; ranksep=0.5; bgcolor=white;",
             '  node [fontname="Helvetica", fontsize=11, shape=plain];',
             '  edge [color="#33506b", arrowsize=0.7];',
             f"  module [label=<{box(source.name, '', sources, 0)}>];"]
    for side, align, edge in (("input", "right", "input -> module"),
                              ("output", "left", "module -> output")):
        rows = [f'<tr><td align="{align}">{title}'
                f'{f" ({len(names)})" if len(names) > 1 else ""}</td></tr>'
                for title, names in port_groups(
                    [port for port in source.ports if port.kind == side]).items()]
        if rows:
            lines += [f'  {side} [label=<<table border="0" cellborder="0" cellspacing="0" '
                      f'cellpadding="1">{"".join(rows)}</table>>];', f"  {edge};"]
    return "\n".join([*lines, "}"])


def tests(sources):
    """{module: sentences on its tests, other than those of the whole unit}"""
    found = collections.defaultdict(list)
    benches, proofs = module_index.benches(), module_index.proofs()
    for module in MODULES:
        for name in module_index.nearest(module, benches, sources):
            block = "the block" if name == module else f"[{name}]({name}.md), which contains it"
            for file in benches[name]:
                found[module].append(f"Bench of {block}: [{file.name}]({UP}/{text_copy(file)})")
        for name in module_index.nearest(module, proofs, sources):
            block = "" if name == module else f" of [{name}]({name}.md), which contains it,"
            for file, names in proofs[name].items():
                found[module].append(f"[Proofs]({UP}/develop/proofs_table.md){block} with "
                                     f"[{file.name}]({UP}/{text_copy(file)}): " + ", ".join(map(code, names)))
    faults = collections.Counter(fault["module"] for fault in tomllib.loads(
        (ROOT / "tb" / "plan" / "faults.toml").read_text(encoding="utf-8"))["fault"])
    for module in MODULES:
        if count := faults[module]:
            found[module].append(f"Planted faults that a test must notice (`make mutate`): {count}")
    return found


def module_page(source, sources, tested):
    """Markdown of a module's page."""
    path = relative(source.path)
    users = [f"[{name}]({name}.md)" for name, other in sources.items()
             if any(module == source.name for module, _ in other.instances)]
    parts = [f"# {source.name}\n", f"Source: [{path}]({UP}/{text_copy(source.path)})\n",
             "\n\n".join(map(prose, source.header)) + "\n",
             f"![{source.name} with its ports and instances]({source.name}.svg)\n"]
    below = [f"- {name}: [{module}]({module}.md)" for module, name in source.instances]
    parts += ["## Place in the unit\n",
              f"Instantiated by {', '.join(users)}.\n" if users else
              "The top: nothing in `rtl/` instantiates it.\n",
              "Instances:\n\n" + "\n".join(below) + "\n" if below else "It has no instances.\n"]
    parts += ["## Parameters\n",
              table(["name", "type", "default", "meaning"],
                    [[code(item.name), code(item.type), code(item.default), prose(item.doc)]
                     for item in source.parameters]) if source.parameters else "None.\n"]
    parts += ["## Ports\n",
              table(["port", "direction", "type", "width", "meaning"],
                    [[code(item.name), item.kind, type_of(item), code(item.width),
                      prose(item.doc)] for item in source.ports])]
    noted = notes_of(source.name)
    text = text_for(noted, f"{MODULE_PAGES}/{source.name}.md", notes(noted).get(source.name, []))
    parts.append(re.sub(r"^#(#+ )", r"\1", text.strip("\n"), flags=re.M) + "\n")
    lines = [f"- {line}" for line in tested[source.name]]
    lines.append("- With the whole unit, in lockstep with the golden model: [tests of the unit]"
                 f"({UP}/develop/tests.md)")
    return "\n".join([*parts, "## Where it is tested\n", *lines, ""])


def modules():
    """Writes all pages of modules and packages into build/docs-src; returns the sources."""
    sources = {name: rtl_doc.read(path) for name, path in RTL.items()}
    tested = tests({name: sources[name] for name in MODULES})
    folder = SRC / MODULE_PAGES
    folder.mkdir(parents=True)
    for name, source in sources.items():
        for line, text in source.findings:
            error(f"{relative(source.path)}:{line}", text)
        if source.path in PACKAGES:
            shown = source.path.read_text(encoding="utf-8").split("\npackage ", 1)
            text = "\n\n".join([f"# {name}", *map(prose, source.header),
                                f"```\npackage {shown[1]}```\n"])
        else:
            text = module_page(source, sources, tested)
            draw(diagram(source, sources), folder / f"{name}.svg")
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    check_notes()
    return sources


def notes_of(module):
    """The file with the notes of a module."""
    return NOTES / f"{ROOMS[module]}.md"


def check_notes():
    """Every module has a section with its notes, and every section of notes is of a module."""
    for name in MODULES:
        file = notes_of(name)
        text = "\n".join(line for _, line, _ in notes(file).get(name, []))
        for heading in ("Theory", "Integration"):
            if not re.search(rf"^### {heading}$\n\n\S", text, re.M):
                error(relative(file), f"expected '### {heading}' with text in a section '## {name}': "
                                      "every module has notes on its theory and its integration")
    for file in sorted(NOTES.glob("*.md")):
        folder = "rtl" if file.stem == "core" else f"rtl/{file.stem}"
        names = re.findall(r"^## (.+)$", file.read_text(encoding="utf-8"), re.M)
        for name in dict.fromkeys(names):
            if ROOMS.get(name) != file.stem:
                error(relative(file), f"there is no module {name} in {folder}/")
            elif names.count(name) > 1:
                error(relative(file), f"expected one section '## {name}', found {names.count(name)}")
        if file.stem not in ROOMS.values():
            error(relative(file), f"there are no modules in {folder}/")


def draw(dot, file):
    """Writes an SVG if it has changed."""
    done = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True, check=False)
    if done.returncode:
        error(relative(file), f"dot failed: {done.stderr.strip()[:200]}")
    elif not file.exists() or file.read_text(encoding="utf-8") != done.stdout:
        file.write_text(done.stdout, encoding="utf-8")


# ---- Site ---------------------------------------------------------------------------------------

def build_site(config):
    """Runs MkDocs, which warns of links that lead nowhere and of pages that are not in nav. True if
    it had nothing to say."""
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-f", config],
                          env={**os.environ, "SOURCE_DATE_EPOCH": "0"}, capture_output=True,
                          text=True, check=False)
    if done.returncode:
        error("mkdocs", re.sub(r"^(INFO.*|Aborted.*|)\n", "", done.stderr, flags=re.M).strip())
    return not done.returncode


def write_moved(pages):
    """Pages at the old addresses of docs/assets/moved.txt that lead to those of today."""
    for line in MOVED.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        old, new = line.split()
        there = [SITE / new] if not new.endswith("/") else \
            [page for page in pages if page.parent == SITE / new]
        if not pages.intersection(there):
            error(relative(MOVED), f"there is no page {new}")
        for page in there:
            leads = SITE / (old if not new.endswith("/") else old + page.name)
            to = posixpath.relpath(page, leads.parent)
            leads.parent.mkdir(exist_ok=True)
            leads.write_text(f'<!DOCTYPE html><meta charset="utf-8"><title>Moved</title>'
                             f'<script>location.replace("{to}" + location.hash)</script>'
                             f'<p>This page is <a href="{to}">here</a> now.\n', encoding="utf-8")


def write_search():
    """The index of MkDocs as a script, since a page that is opened as a file can fetch nothing."""
    folder = SITE / "search"
    found = json.loads((folder / "search_index.json").read_text(encoding="utf-8"))["docs"]
    titles = {entry["location"]: entry["title"] for entry in found}
    pages = [[entry["location"], titles[entry["location"].partition("#")[0]], entry["title"],
              entry["text"]] for entry in found]
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "pages.js").write_text(f"const search_pages = {json.dumps(pages)};\n",
                                     encoding="utf-8")


def main():
    tasks.arguments(__doc__).parse_args()
    shutil.rmtree(SRC, ignore_errors=True)
    SRC.mkdir(parents=True)
    for dot in sorted(DOCS.rglob("*.dot")):
        draw(dot.read_text(encoding="utf-8"), dot.with_suffix(".svg"))
    sources = modules()
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for file in WRITTEN:
        page = page_of(file)
        text = with_plots(file, text_for(file, page), page)
        text = text.replace("<!-- instances -->", INSTANCES)
        (SRC / page).parent.mkdir(parents=True, exist_ok=True)
        (SRC / page).write_text(text, encoding="utf-8")
    built = ROOT / "build" / "mkdocs.yml"
    nav = [f"      - {name}: {MODULE_PAGES}/{name}.md\n" for name in sorted(sources)]
    built.write_text(config + "".join(nav), encoding="utf-8")
    if not errors and build_site(built):
        write_search()
        pages = {*SITE.rglob("*.html")} - {SITE / "404.html", SITE / "search.html"}
        write_moved(pages)
        if not errors:
            print(f"docs: {len(pages)} pages: {relative(SITE)}/index.html")
    for text in errors:
        print(text)
    sys.exit(1 if errors else 0)
