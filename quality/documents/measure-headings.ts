// How many of the titles in a PDF's bookmarks come out as headings, of every file and by the part of its name before "__" (its source),
// with the bookmarks known to the reader and kept from it; and how many files lose more than 3 % of their letters:
// node quality/documents/measure-headings.ts FOLDER [most pages of a file, 40]
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPages } from '../../engines/documents/src/pdf/liteparse-pages.ts';
import { restoreMissingText } from '../../engines/documents/src/pdf/missing-text.ts';
import { layoutPages } from '../../engines/documents/src/pdf/page-layout.ts';
import { readPdfFacts } from '../../engines/documents/src/pdf/pdf-facts.ts';
import { PdfiumDocument } from '../../engines/documents/src/pdf/pdfium-document.ts';
import type { RawPage } from '../../engines/documents/src/pdf/raw-page.ts';

const folder = process.argv[2] ?? '.';
const maxPages = Number(process.argv[3] ?? 40);
const leastBookmarks = 4;

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
/** Without "Chapter" and its number. */
const bare = (text: string) =>
  letters(text.replace(/^\s*(?:chapter|appendix|part|section|kapitel)?\s*[\dA-Z]{1,4}(?:[.-]\d+)*[.)]?\s+/i, ''));

interface Found {
  asked: number;
  found: number;
}
const sums = { known: new Map<string, Found>(), kept: new Map<string, Found>() };
let [files, lossy] = [0, 0];
for (const name of (await readdir(folder)).filter((each) => /\.pdf$/i.test(each)).sort()) {
  const bytes = await readFile(join(folder, name));
  const document = await PdfiumDocument.open(bytes, undefined);
  if (!document) continue;
  const { outline } = readPdfFacts(document);
  const pages: RawPage[] = [];
  for await (const batch of readPages(bytes, { password: undefined, maxPages })) {
    restoreMissingText(document, batch.pages);
    pages.push(...batch.pages);
  }
  document.close();
  files++;
  for (const [way, bookmarks] of [
    ['known', outline],
    ['kept', []],
  ] as const) {
    const read = layoutPages(structuredClone(pages), bookmarks);
    const all = read.reduce((sum, page) => sum + page.letters.all, 0);
    const lost = read.reduce((sum, page) => sum + page.letters.lost, 0);
    if (way === 'known' && lost > all * 0.03) lossy++;
    const texts = read.map(({ markdown }) => letters(markdown));
    const headings = read.flatMap(({ markdown }, page) =>
      markdown
        .split('\n')
        .filter((line) => /^#{1,6} /.test(line))
        .map((line) => ({ page, text: letters(line), bare: bare(line.replace(/^#+ /, '')), isUsed: false })),
    );
    const source = name.split('__')[0] ?? name;
    const sum = sums[way].get(source) ?? { asked: 0, found: 0 };
    for (const { title, page } of outline.length < leastBookmarks ? [] : outline) {
      const [whole, short] = [letters(title), bare(title)];
      const at = (page ?? 0) - 1;
      const stands = `${texts[at] ?? ''}${texts[at + 1] ?? ''}`;
      // A bookmark may be worded otherwise than the page.
      if (whole.length < 2 || !(stands.includes(whole) || stands.includes(short))) continue;
      sum.asked++;
      const hit = headings.find(
        (heading) =>
          !heading.isUsed &&
          Math.abs(heading.page - at) <= 1 &&
          ([whole, short].includes(heading.text) ||
            [whole, short].includes(heading.bare) ||
            (short.length > 6 && (heading.text.endsWith(short) || heading.text.startsWith(whole)))),
      );
      if (!hit) continue;
      hit.isUsed = true;
      sum.found++;
    }
    if (sum.asked > 0) sums[way].set(source, sum);
  }
}
for (const [way, bySource] of Object.entries(sums)) {
  const [asked, found] = [...bySource.values()].reduce(
    ([one, other], sum) => [one + sum.asked, other + sum.found],
    [0, 0],
  );
  const shares = [...bySource.values()].map((sum) => sum.found / sum.asked);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  console.log(
    `bookmarks ${way === 'known' ? 'known' : 'kept from it'}: ${found} of ${asked} headings (${((100 * found) / asked).toFixed(1)} %), ` +
      `${(100 * mean).toFixed(1)} % by source (${shares.length}), worst ${(100 * Math.min(...shares)).toFixed(0)} %`,
  );
}
console.log(`${lossy} of ${files} files lose more than 3 % of their letters`);
