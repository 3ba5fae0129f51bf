/**
 * Learns which paragraphs of a PDF are headings from files whose headings are known, and says how it does on each source with that source left out:
 *
 *     node quality/documents/train-headings.ts FOLDER [--more FOLDER]... [--write]
 *
 * FOLDER (fetch-pairs.sh) is learned from and reported on by the part of a name before "__"; what --more names (other PDFs with bookmarks) is
 * only learned from. The seed is fixed: the same files give the same weights.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TreeEnsemble } from '@parley/text';
import { headingFeatureNames, headingFeatures } from '../../engines/documents/src/pdf/heading-features.ts';
import { bodySize, isCandidate, isTold } from '../../engines/documents/src/pdf/judge-headings.ts';
import { layOutPages } from '../../engines/documents/src/pdf/page-layout.ts';
import type { Paragraph } from '../../engines/documents/src/pdf/paragraphs.ts';
import { trainTrees } from '../../engines/reader/tools/learning/boosted-trees.ts';
import { countBookmarks, knownPdfs, labelParagraphs, letters } from './known-headings.ts';

const maxPages = 12;
const options = {
  rounds: 120,
  depth: 4,
  rate: 0.1,
  minWeight: 3,
  lambda: 3,
  featureShare: 0.5,
  rowShare: 0.8,
  seed: 5,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { more: { type: 'string', multiple: true, default: [] }, write: { type: 'boolean', default: false } },
});

interface Line {
  page: number;
  text: string;
  paragraph: Paragraph;
  features: Float32Array;
  /** Undefined where it is not known. */
  isHeading: boolean | undefined;
}
interface File {
  source: string;
  body: number;
  outline: Parameters<typeof countBookmarks>[0];
  texts: string[];
  lines: Line[];
}

async function readFolder(folder: string): Promise<File[]> {
  const files: File[] = [];
  for await (const pdf of knownPdfs(folder, maxPages)) {
    const blocks = layOutPages(pdf.pages).map((layout) => layout.blocks);
    const labels = labelParagraphs(pdf, blocks);
    const features = headingFeatures(blocks);
    const lines = blocks.flatMap((content, page) =>
      content.flatMap((block): Line[] => {
        if (block.kind !== 'paragraph' || !isCandidate(block.paragraph)) return [];
        const row = Float32Array.from(features.get(block.paragraph) ?? []);
        return [
          {
            page,
            text: block.paragraph.text,
            paragraph: block.paragraph,
            features: row,
            isHeading: labels.get(block.paragraph),
          },
        ];
      }),
    );
    const texts = pdf.pages.map((page) => letters(page.runs.map((run) => run.text).join('')));
    files.push({ source: pdf.source, body: bodySize(blocks), outline: pdf.outline, texts, lines });
  }
  return files;
}

function learn(files: File[]) {
  const lines = files.flatMap((file) => file.lines).filter(({ isHeading }) => isHeading !== undefined);
  const rows = lines.map(({ features }) => features);
  const truth = Float64Array.from(lines, ({ isHeading }) => Number(isHeading));
  const derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array) => {
    for (let i = 0; i < truth.length; i++) {
      const chance = 1 / (1 + Math.exp(-(scores[i] ?? 0)));
      gradients[i] = chance - (truth[i] ?? 0);
      hessians[i] = Math.max(1e-6, chance * (1 - chance));
    }
  };
  return trainTrees({ rows, derive }, options);
}

const [folder = '.'] = positionals;
const judged = await readFolder(folder);
const more = (await Promise.all(values.more.map(readFolder))).flat();
if (values.write) {
  const file = new URL('../../engines/documents/src/pdf/heading-weights.json', import.meta.url);
  const weights = { features: headingFeatureNames, trees: learn([...judged, ...more]) };
  writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
  console.log('written');
}
const total = { asked: 0, found: 0, told: 0, right: 0 };
for (const source of new Set(judged.map((file) => file.source))) {
  const ensemble = new TreeEnsemble(learn([...judged.filter((file) => file.source !== source), ...more]));
  const count = { asked: 0, found: 0, told: 0, right: 0 };
  for (const { outline, texts, lines, body } of judged.filter((file) => file.source === source)) {
    const told = lines.filter(({ paragraph, features }) => isTold(paragraph, ensemble.score(features), body));
    const bookmarks = countBookmarks(outline, texts, told);
    const known = told.filter(({ isHeading }) => isHeading !== undefined);
    count.asked += bookmarks.asked;
    count.found += bookmarks.found;
    count.told += known.length;
    count.right += known.filter(({ isHeading }) => isHeading).length;
  }
  for (const key of ['asked', 'found', 'told', 'right'] as const) total[key] += count[key];
  console.log(`${source}: ${count.found} of ${count.asked} bookmarks, ${count.right} of ${count.told} told rightly`);
}
const share = (part: number, of: number) => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
console.log(
  `each source left out: ${share(total.found, total.asked)} bookmarks, ${share(total.right, total.told)} told rightly`,
);
