// Compares each page's text layer with its Markdown, character by character in both directions, over folders of PDFs:
// node quality/documents/measure-conservation.ts FOLDER [most pages of a file, 200] [--show]
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textLayer } from '../../engines/documents/src/pdf/missing-text.ts';
import { PdfiumDocument } from '../../engines/documents/src/pdf/pdfium-document.ts';
import { readPdfDocument } from '../../engines/documents/src/pdf.ts';
import { inkDifference } from '../../engines/documents/test/ink-difference.ts';

const folder = process.argv[2] ?? '.';
const mostPages = Number(process.argv[3] ?? 200);
const isShown = process.argv.includes('--show');
let [files, pages, characters, lost, added, agreeing, unread] = [0, 0, 0, 0, 0, 0, 0];
for (const name of (await readdir(folder, { recursive: true })).filter((each) => /\.pdf$/i.test(each)).sort()) {
  const bytes = await readFile(join(folder, name));
  const read = await readPdfDocument(bytes, { password: undefined, maxPages: mostPages }).catch(() => null);
  const layer = read && (await PdfiumDocument.open(bytes, undefined));
  if (!read || !layer) {
    unread++;
    continue;
  }
  files++;
  let [fileLost, fileAdded] = ['', ''];
  for (const [index, { markdown }] of read.pages.entries()) {
    const difference = inkDifference(textLayer(layer, index), markdown);
    pages++;
    characters += difference.characters;
    fileLost += difference.lost;
    fileAdded += difference.added;
  }
  layer.close();
  lost += fileLost.length;
  added += fileAdded.length;
  if (fileLost === '' && fileAdded === '') agreeing++;
  else if (isShown)
    console.log(
      `${name}: lost ${fileLost.length} ${JSON.stringify(fileLost.slice(0, 60))}, added ${fileAdded.length} ${JSON.stringify(fileAdded.slice(0, 60))}`,
    );
}
console.log(
  `${agreeing} of ${files} PDFs agree to the last character (${unread} unread); ${pages} pages, ${characters} characters: ${lost} lost, ${added} added`,
);
process.exitCode = lost + added === 0 ? 0 : 1;
