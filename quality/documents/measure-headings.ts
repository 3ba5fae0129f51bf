// How many of the titles in a PDF's bookmarks come out as headings, over all files and by the part of a name before "__" (its source), with the
// bookmarks known to the reader and kept from it; how many of the headings that come out are worded like a bookmark or a title of the second
// form (HTML or TeX) beside the file, and how many titles of the HTML of whole files without bookmarks come out; and how many files lose more than 3 % of their letters:
// node quality/documents/measure-headings.ts FOLDER [most pages of a file, 40]
import { layoutPages } from '../../engines/documents/src/pdf/page-layout.ts';
import { bare, countBookmarks, knownPdfs, letters } from './known-headings.ts';

const folder = process.argv[2] ?? '.';
const maxPages = Number(process.argv[3] ?? 40);

interface Found {
  asked: number;
  found: number;
}
const sums = { known: new Map<string, Found>(), kept: new Map<string, Found>() };
const right = { known: { asked: 0, found: 0 }, kept: { asked: 0, found: 0 } };
const titled = { known: { asked: 0, found: 0 }, kept: { asked: 0, found: 0 } };
let [files, lossy] = [0, 0];
for await (const { source, pages, outline, titles, isWhole } of knownPdfs(folder, maxPages)) {
  files++;
  for (const way of ['known', 'kept'] as const) {
    const read = layoutPages(structuredClone(pages), way === 'known' ? outline : []);
    const all = read.reduce((sum, page) => sum + page.letters.all, 0);
    const lost = read.reduce((sum, page) => sum + page.letters.lost, 0);
    if (way === 'known' && lost > all * 0.03) lossy++;
    const texts = read.map(({ markdown }) => letters(markdown));
    const headings = read.flatMap(({ markdown }, page) =>
      markdown
        .split('\n')
        .filter((line) => /^#{1,6} /.test(line))
        .map((line) => ({ page, text: line.replace(/^#+ /, '') })),
    );
    const count = countBookmarks(outline, texts, headings);
    const sum = sums[way].get(source) ?? { asked: 0, found: 0 };
    if (sum.asked + count.asked > 0)
      sums[way].set(source, { asked: sum.asked + count.asked, found: sum.found + count.found });
    const known = new Set(
      [...outline.map(({ title }) => title), ...titles].flatMap((title) => [letters(title), bare(title)]),
    );
    if (outline.length + titles.length < 4) continue;
    right[way].asked += headings.length;
    right[way].found += headings.filter(({ text }) => known.has(letters(text)) || known.has(bare(text))).length;
    // Of a file that goes on, or has bookmarks, its titles are not all on these pages.
    if (!isWhole || outline.length > 0 || pages.length >= maxPages) continue;
    const out = new Set(headings.flatMap(({ text }) => [letters(text), bare(text)]));
    const standing = new Set(
      titles.filter((title) => letters(title) !== '' && texts.join('').includes(letters(title))),
    );
    titled[way].asked += standing.size;
    titled[way].found += [...standing].filter((title) => out.has(letters(title)) || out.has(bare(title))).length;
  }
}
const percent = ({ asked, found }: Found) => `${found} of ${asked} (${((100 * found) / asked).toFixed(1)} %)`;
for (const way of ['known', 'kept'] as const) {
  const counts = [...sums[way].values()].filter(({ asked }) => asked > 0);
  const sum = counts.reduce((one, other) => ({ asked: one.asked + other.asked, found: one.found + other.found }), {
    asked: 0,
    found: 0,
  });
  const shares = counts.map(({ asked, found }) => found / asked);
  const mean = shares.reduce((total, share) => total + share, 0) / shares.length;
  console.log(
    `bookmarks ${way === 'known' ? 'known' : 'kept from it'}: ${percent(sum)} headings, ${(100 * mean).toFixed(1)} % by source ` +
      `(${shares.length}), worst ${(100 * Math.min(...shares)).toFixed(0)} %; of what came out ${percent(right[way])} titles; of titles in HTML ${percent(titled[way])}`,
  );
}
console.log(`${lossy} of ${files} files lose more than 3 % of their letters`);
