"""Prints chapters of HTML by LibreOffice and groff through pandoc, with the headings known: python print-headings.py OUT HTML...

Writes OUT/MAKER-N__NAME.pdf and .html with its headings. What a chapter gets (Word or OpenDocument, numbered or not) is the same each time.
"""

import html
import html.parser
import os
import random
import re
import subprocess
import sys

out, *files = sys.argv[1:]
work = f"{out}/.work"
os.makedirs(work, exist_ok=True)
most_blocks = 110


class Blocks(html.parser.HTMLParser):
    """A chapter as [kind, text]."""

    kinds = ("h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "dt", "dd", "pre")
    left_out = ("script", "style", "table", "nav", "head")

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[tuple[str, str]] = []
        self.kind, self.text, self.skipped = "", "", 0

    def flush(self) -> None:
        text = self.text if self.kind == "pre" else re.sub(r"\s+", " ", self.text)
        text = re.sub(r"[^\x20-\x7e\n\u00c0-\u024f]|¶", "", text).strip()
        if self.kind and text:
            self.blocks.append(("p" if self.kind in ("dt", "dd") else self.kind, text[:900]))
        self.kind, self.text = "", ""

    def handle_starttag(self, tag, attrs):
        if tag in self.left_out:
            self.skipped += 1
        if tag in self.kinds and not self.skipped:
            self.flush()
            self.kind = tag

    def handle_endtag(self, tag):
        if tag in self.left_out:
            self.skipped = max(0, self.skipped - 1)
        if tag == self.kind:
            self.flush()

    def handle_data(self, data):
        if not self.skipped:
            self.text += data


def chapter(file: str) -> list[tuple[str, str]]:
    parser = Blocks()
    parser.feed(open(file, encoding="utf-8", errors="replace").read())
    start = next((i for i, (kind, _) in enumerate(parser.blocks) if kind[0] == "h"), 0)
    number = r"^(?:Chapter |Appendix )?[\dA-Z]{1,2}(?:\.\d+)*[.:]? +"
    return [(kind, re.sub(number, "", text) if kind[0] == "h" else text) for kind, text in parser.blocks[start : start + most_blocks]]


def print_by(maker: str, name: str, seed: random.Random) -> None:
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 120}
    numbered = seed.choice([[], ["--number-sections"]])
    if maker == "libreoffice":
        kind = seed.choice(["docx", "odt"])
        subprocess.run(["pandoc", f"{name}.html", "-o", f"{name}.{kind}", *numbered], **quiet)
        printer = 'pdf:writer_pdf_Export:{"ExportBookmarks":{"type":"boolean","value":"false"}}'
        subprocess.run(["soffice", "--headless", "--convert-to", printer, "--outdir", work, f"{name}.{kind}"], **quiet)
    else:
        subprocess.run(["pandoc", f"{name}.html", "-s", "-t", "ms", "-o", f"{name}.ms", *numbered], **quiet)
        with open(f"{name}.pdf", "wb") as pdf:
            subprocess.run(["groff", "-Kutf8", "-ms", "-Tpdf", f"{name}.ms"], **{**quiet, "stdout": pdf})


for maker in ("libreoffice", "groff"):
    for at, file in enumerate(files):
        blocks = chapter(file)
        headings = "".join(f"<{kind}>{html.escape(text)}</{kind}>" for kind, text in blocks if kind[0] == "h")
        if headings.count("</h") < 3 or len(blocks) < 20:
            continue
        name = f"{maker}-{at}__{re.sub(r'[^A-Za-z0-9]+', '-', os.path.basename(file))}"
        body = "".join(f"<{kind}>{html.escape(text)}</{kind}>" for kind, text in blocks)
        open(f"{work}/{name}.html", "w", encoding="utf-8").write(f"<!doctype html><meta charset=utf-8><body>{body}</body>")
        try:
            print_by(maker, f"{work}/{name}", random.Random(f"{maker} {at}"))
        except subprocess.SubprocessError as error:
            print(f"{maker} {file}: {str(error)[:200]}", file=sys.stderr)
            continue
        os.replace(f"{work}/{name}.pdf", f"{out}/{name}.pdf")
        open(f"{out}/{name}.html", "w", encoding="utf-8").write(headings)
