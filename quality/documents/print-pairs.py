"""Prints HTML and reStructuredText of Debian packages by WeasyPrint, ReportLab and Typst. Called by fetch-pairs.sh: PACKAGES FOLDER."""

import glob
import gzip
import html.parser
import re
import shutil
import subprocess
import sys

import typst
import weasyprint

packages, folder = sys.argv[1:]


def read_pages(pattern: str, count: int) -> str:
    files = sorted(glob.glob(f"{packages}/{pattern}"))[:count]
    return "\n".join(open(file, encoding="utf-8").read() for file in files)


def bodies(pages: str) -> str:
    return "\n".join(re.findall(r"<body[^>]*>(.*?)</body>", pages, re.S))


def weasy() -> None:
    pages = bodies(read_pages("harden-doc/usr/share/doc/harden-doc/html/en-US/ch0*.html", 30))
    for name, css in {
        "one": "@page { size: A4; margin: 2.2cm; @top-left { content: 'Securing Debian'; } @bottom-center { content: counter(page); } }",
        "two": "@page { size: letter; margin: 1.6cm; @top-center { content: 'Notes on Security, volume 4'; font-size: 8pt; }"
        " @bottom-right { content: 'page ' counter(page) ' of ' counter(pages); } }"
        " body { columns: 2; column-gap: 0.7cm; font: 9pt serif; text-align: justify; hyphens: auto; }",
    }.items():
        text = f"<!doctype html><html lang=en><meta charset=utf-8><style>{css} pre {{ white-space: pre-wrap; }}</style><body>{pages}</body></html>"
        open(f"{folder}/weasyprint__{name}.html", "w", encoding="utf-8").write(text)
        weasyprint.HTML(string=text, base_url=folder).write_pdf(f"{folder}/weasyprint__{name}.pdf")


def reportlab() -> None:
    source = f"{folder}/.packages/manual.rst"
    with gzip.open(f"{packages}/rst2pdf/usr/share/doc/rst2pdf/manual.rst.gz", "rt", encoding="utf-8") as manual:
        # What it includes is not in the package.
        open(source, "w", encoding="utf-8").write(re.sub(r"^\.\. include::.*\n(?: +.*\n)*", "", manual.read(), flags=re.M))
    for name, style in {"one": [], "two": ["-s", "twocolumn"]}.items():
        command = [sys.executable, "-m", "rst2pdf.createpdf", source, "-o", f"{folder}/reportlab__{name}.pdf", *style]
        command += ["--header=The rst2pdf manual", "--footer=Page ###Page###"]
        subprocess.run(command, check=False, stderr=subprocess.DEVNULL)
        shutil.copy(f"{packages}/rst2pdf/usr/share/doc/rst2pdf/manual.html", f"{folder}/reportlab__{name}.html")


class ToTypst(html.parser.HTMLParser):
    """Headings, paragraphs, lists, notes at the foot of the page and tables; nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.out: list[str] = []
        self.text = ""
        self.rows: list[list[str]] | None = None
        self.skipped = 0

    def flush(self, before: str = "", after: str = "\n\n") -> None:
        text = re.sub(r"\s+", " ", self.text).strip()
        self.text = ""
        if text:
            self.out.append(before + re.sub(r"([\\#$*_`<>@\[\]~/+=-])", r"\\\1", text) + after)

    def handle_starttag(self, tag, attrs):
        if tag in ("pre", "script", "style"):
            self.skipped += 1
        elif tag == "table":
            self.flush()
            self.rows = []
        elif tag == "tr" and self.rows is not None:
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self.text = ""
        elif tag in ("p", "li", "h1", "h2", "h3", "h4", "div", "dt", "dd") and self.rows is None:
            self.flush()

    def handle_endtag(self, tag):
        if tag in ("pre", "script", "style"):
            self.skipped -= 1
        elif tag in ("td", "th") and self.rows:
            text = re.sub(r"\s+", " ", self.text).strip()
            self.rows[-1].append(re.sub(r"([\\#$*_`<>@\[\]~/+=-])", r"\\\1", text))
            self.text = ""
        elif tag == "table" and self.rows is not None:
            rows = [row for row in self.rows if row]
            width = max((len(row) for row in rows), default=0)
            if width > 1 and all(len(row) == width for row in rows):
                cells = ", ".join(f"[{cell}]" for row in rows for cell in row)
                self.out.append(f"#table(columns: {width}, stroke: none, table.hline(), {cells}, table.hline())\n\n")
            self.rows = None
        elif re.fullmatch("h[1-4]", tag):
            self.flush("=" * int(tag[1]) + " ")
        elif tag in ("p", "div", "dd"):
            if self.rows is None:
                self.flush()
        elif tag == "li":
            self.flush("- ")

    def handle_data(self, data):
        if not self.skipped:
            self.text += data


def typeset() -> None:
    pages = read_pages("debian-reference-en/usr/share/debian-reference/ch0[1-4].en.html", 4)
    parser = ToTypst()
    parser.feed(bodies(pages))
    for name, setup in {
        "one": '#set page(paper: "a4", numbering: "1", header: [Debian notes #h(1fr) first print])\n',
        "two": '#set page(paper: "us-letter", columns: 2, margin: 1.7cm, numbering: "1 / 1", header: align(right)[Debian notes])\n'
        "#set text(size: 9pt)\n#set par(justify: true)\n",
    }.items():
        open(f"{folder}/.packages/{name}.typ", "w", encoding="utf-8").write(setup + "".join(parser.out))
        typst.compile(f"{folder}/.packages/{name}.typ", output=f"{folder}/typst__{name}.pdf")
        open(f"{folder}/typst__{name}.html", "w", encoding="utf-8").write(pages)


for make in (weasy, reportlab, typeset):
    try:
        make()
    except Exception as error:  # One that fails leaves out one source, and says so.
        print(f"{make.__name__}: {error}", file=sys.stderr)
