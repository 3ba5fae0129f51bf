#!/usr/bin/env bash
# Fetches PDFs together with a second form of the same text (HTML or TeX) from packages of Debian 12, for measure-assertions.ts:
#   bash quality/documents/fetch-pairs.sh FOLDER
# Writes FOLDER/SOURCE__NAME.pdf and .html or .tex beside it. About 400 MB are downloaded; nothing of it belongs into the repository.
# What groff, Chromium, WeasyPrint, ReportLab and Typst make is made here, where those programs are found (PYTHON names a Python with
# weasyprint, rst2pdf and typst; without them those sources are left out).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/.packages"
folder=$(cd "$1" && pwd)
packages="$folder/.packages"
python=${PYTHON:-python3}

names="debian-policy developers-reference debian-reference-en maint-guide debmake-doc debian-faq erlang-doc octave-doc auctex
bash-doc asymptote-doc valgrind gap-gapdoc gnuplot-doc groff kicad-doc-en rst2pdf harden-doc r-cran-zoo r-cran-sandwich
r-cran-strucchange r-cran-party r-cran-vcd texlive-publishers-doc"
cd "$packages"
for name in $names; do
  [ -d "$name" ] && continue
  apt-get download -q "$name" >/dev/null 2>&1
  dpkg -x "$name"_*.deb "$name"
  rm "$name"_*.deb
done

# pdf NAME FILE: the PDF, unpacked. html NAME FILES...: its pages of HTML as one file. tex NAME FILE: its source.
pdf() { zcat -f "$2" >"$folder/$1.pdf"; }
html() { local name=$1; shift; cat "$@" >"$folder/$name.html"; }
tex() { zcat -f "$2" >"$folder/$1.tex"; }

pdf sphinx__policy debian-policy/usr/share/doc/debian-policy/policy.pdf.gz
html sphinx__policy debian-policy/usr/share/doc/debian-policy/policy.html/*.html
pdf sphinx__developers developers-reference/usr/share/developers-reference/developers-reference.pdf
html sphinx__developers developers-reference/usr/share/developers-reference/*.html
pdf dblatex__reference debian-reference-en/usr/share/debian-reference/debian-reference.en.pdf
html dblatex__reference debian-reference-en/usr/share/debian-reference/*.en.html
pdf dblatex__maint maint-guide/usr/share/doc/maint-guide/maint-guide.en.pdf
html dblatex__maint maint-guide/usr/share/doc/maint-guide/html/*.en.html
pdf dblatex__debmake debmake-doc/usr/share/doc/debmake-doc/debmake-doc.en.pdf
html dblatex__debmake debmake-doc/usr/share/doc/debmake-doc/html/*.en.html
pdf dblatex__faq debian-faq/usr/share/doc/debian/FAQ/debian-faq.en.pdf.gz
html dblatex__faq debian-faq/usr/share/doc/debian/FAQ/*.en.html
for part in stdlib ssh ssl mnesia snmp kernel public_key common_test; do
  for file in erlang-doc/usr/share/doc/erlang-doc/lib/$part-*/doc/pdf/*.pdf; do
    pdf "fop__$part" "$file"
    html "fop__$part" "$(dirname "$file")"/../html/*.html
  done
done
pdf texinfo__octave octave-doc/usr/share/doc/octave/octave.pdf
html texinfo__octave octave-doc/usr/share/doc/octave/octave.html/*.html
pdf texinfo__bash bash-doc/usr/share/doc/bash/bashref.pdf
html texinfo__bash bash-doc/usr/share/doc/bash/bashref.html
pdf texinfo__asymptote asymptote-doc/usr/share/doc/asymptote/asymptote.pdf
html texinfo__asymptote asymptote-doc/usr/share/doc/asymptote/html/*.html
pdf groff__bash bash-doc/usr/share/doc/bash/bash.pdf
html groff__bash bash-doc/usr/share/doc/bash/bash.html
pdf passivetex__valgrind valgrind/usr/share/doc/valgrind/valgrind_manual.pdf.gz
html passivetex__valgrind valgrind/usr/share/doc/valgrind/html/*.html
pdf gapdoc__manual gap-gapdoc/usr/share/gap/pkg/GAPDoc/doc/manual.pdf
html gapdoc__manual gap-gapdoc/usr/share/gap/pkg/GAPDoc/doc/chap?.html
pdf gnuplot__manual gnuplot-doc/usr/share/doc/gnuplot/gnuplot.pdf
html gnuplot__manual $(ls gnuplot-doc/usr/share/doc/gnuplot/htmldocs/node*.html | sort -V)
for file in r-cran-*/usr/lib/R/site-library/*/doc/*.Rnw; do
  pdf "jss__$(basename "$file" .Rnw)" "${file%.Rnw}.pdf"
  tex "jss__$(basename "$file" .Rnw)" "$file"
done

# Articles and theses of the classes of publishers: the sample that comes with each.
classes=texlive-publishers-doc/usr/share/doc/texlive-doc/latex
paper() {
  local source=$1 file
  shift
  for file in "$@"; do
    pdf "${source}__$(basename "$file")" "$classes/$file.pdf"
    if [ -e "$classes/$file.tex" ]; then tex "${source}__$(basename "$file")" "$classes/$file.tex"
    else tex "${source}__$(basename "$file")" "$classes/$file.tex.gz"; fi
  done
}
paper acm acmart/samples/sample-{sigconf,sigplan,acmtog,acmsmall,acmlarge}
paper revtex revtex/sample/{aapm/aapmsamp,aip/aipsamp,aps/apssamp,sor/sorsamp} revtex/auguide/auguide4-2 revtex/a{ip/aip,ps/aps}guide4-2
paper asme asmeconf/asmeconf-template asmejour/asmejour-template asmeconf/examples/asmeconf-lualatex-ode-example
paper journal mnras/mnras_guide quantumarticle/quantum-template abntex2/examples/abntex2-modelo-artigo aastex/sample631 aguplus/aguplus \
  jpsj/injpsj2 opteng/OptEngInstruct tuda-ci/DEMO-TUDaPub hep-paper/hep-paper-documentation elsarticle/elsdoc ieeepes/ieeepes_doc imac/imac
paper thesis classicthesis/Examples/classicthesis-article ndsu-thesis-2022/NDSU-Thesis-Extended nrc/userguide unifith/unifith-doc \
  sapthesis/sapthesis-doc bgteubner/bgteubner se2thesis/se2thesis-master-thesis-example elteikthesis/elteikthesis_en

# Makers of today, by their own programs, from HTML and reStructuredText that the packages bring.
pages=kicad-doc-en/usr/share/doc/kicad/help/en
if command -v chromium >/dev/null; then
  for name in kicad gerbview eeschema; do
    html "chromium__$name" "$pages/$name.html"
    timeout 180 chromium --headless --no-sandbox --disable-gpu --print-to-pdf="$folder/chromium__$name.pdf" "file://$folder/chromium__$name.html" 2>/dev/null
  done
fi
if "$python" -c 'import weasyprint, rst2pdf, typst, docutils' 2>/dev/null; then
  "$python" "$here/print-pairs.py" "$packages" "$folder"
else
  echo "weasyprint, rst2pdf and typst are not there: their sources are left out" >&2
fi
find "$folder" -maxdepth 1 -name '*.pdf' | wc -l
