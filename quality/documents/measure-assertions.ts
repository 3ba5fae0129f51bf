// What a second form of the same text (HTML or TeX beside each PDF) says about its pages, held against our Markdown as olmOCR-bench does:
// sentences are there, in their order; cells have the right neighbours; running heads, feet and page numbers are not there.
//   node quality/documents/measure-assertions.ts FOLDER [--pages 40] [--only SOURCE] [--without SOURCE] [--show KIND]
// FOLDER holds SOURCE__NAME.pdf and SOURCE__NAME.html or .tex (fetch-pairs.sh fetches some).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPages } from '../../engines/documents/src/pdf/liteparse-pages.ts';
import { restoreMissingText, textLayer } from '../../engines/documents/src/pdf/missing-text.ts';
import { layoutPages } from '../../engines/documents/src/pdf/page-layout.ts';
import { readPdfFacts } from '../../engines/documents/src/pdf/pdf-facts.ts';
import { PdfiumDocument } from '../../engines/documents/src/pdf/pdfium-document.ts';
import type { RawPage } from '../../engines/documents/src/pdf/raw-page.ts';
import { askedPage, holds } from './holds-on-page.ts';
import { type PageAssertion, pageAssertions } from './page-assertions.ts';
import { fromHtml, fromTex } from './second-form.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '40' },
    only: { type: 'string' },
    without: { type: 'string' },
    show: { type: 'string' },
  },
});
const [folder = '.'] = positionals;
const kinds = ['present', 'absent', 'order', 'table'] as const;

type Counts = Record<PageAssertion['kind'], { asked: number; held: number }>;
const noCounts = (): Counts => ({
  present: { asked: 0, held: 0 },
  absent: { asked: 0, held: 0 },
  order: { asked: 0, held: 0 },
  table: { asked: 0, held: 0 },
});

async function readPdf(bytes: Buffer) {
  const document = await PdfiumDocument.open(bytes, undefined);
  if (!document) return null;
  try {
    const { outline } = readPdfFacts(document);
    const pages: RawPage[] = [];
    for await (const batch of readPages(bytes, { password: undefined, maxPages: Number(values.pages) })) {
      restoreMissingText(document, batch.pages);
      pages.push(...batch.pages);
    }
    const layers = pages.map((_, i) => textLayer(document, i));
    return { pages, layers, markdown: layoutPages(structuredClone(pages), outline).map((page) => page.markdown) };
  } finally {
    document.close();
  }
}

const bySource = new Map<string, { counts: Counts; files: number }>();
const names = (await readdir(folder)).sort();
for (const name of names.filter((each) => each.endsWith('.pdf'))) {
  const source = name.split('__')[0] ?? name;
  if ((values.only !== undefined && !name.startsWith(values.only)) || source === values.without) continue;
  const second = names.find((each) => each === name.replace(/pdf$/, 'html') || each === name.replace(/pdf$/, 'tex'));
  const read = second && (await readPdf(await readFile(join(folder, name))));
  if (!read) continue;
  const text = await readFile(join(folder, second), 'utf8');
  const form = second.endsWith('.tex') ? fromTex(text) : fromHtml(text);
  const { counts, files } = bySource.get(source) ?? { counts: noCounts(), files: 0 };
  bySource.set(source, { counts, files: files + 1 });
  const asked = read.markdown.map(askedPage);
  for (const assertion of pageAssertions(form, read.pages, read.layers)) {
    const page = asked[assertion.page];
    const isHeld = page !== undefined && holds(assertion, page);
    counts[assertion.kind].asked++;
    if (isHeld) counts[assertion.kind].held++;
    else if (values.show === assertion.kind || values.show === 'all') console.log(name, JSON.stringify(assertion));
  }
}

const share = (held: number, asked: number) => (asked === 0 ? '–' : `${((100 * held) / asked).toFixed(1)} (${asked})`);
const total = (counts: Counts, of: 'asked' | 'held') => kinds.reduce((sum, kind) => sum + counts[kind][of], 0);
const all = noCounts();
console.log(`| Source | Files | ${kinds.join(' | ')} | all |\n|---|--:|${'--:|'.repeat(kinds.length + 1)}`);
for (const [source, { counts, files }] of [...bySource].sort()) {
  for (const kind of kinds) {
    all[kind].asked += counts[kind].asked;
    all[kind].held += counts[kind].held;
  }
  const cells = kinds.map((kind) => share(counts[kind].held, counts[kind].asked));
  console.log(
    `| ${source} | ${files} | ${cells.join(' | ')} | ${share(total(counts, 'held'), total(counts, 'asked'))} |`,
  );
}
const cells = kinds.map((kind) => share(all[kind].held, all[kind].asked));
console.log(`| all | | ${cells.join(' | ')} | ${share(total(all, 'held'), total(all, 'asked'))} |`);
