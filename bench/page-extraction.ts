/**
 * Main-text extraction against hand-marked articles: `node bench/page-extraction.ts <folder>`. The folder holds
 * `index.jsonl`, one `{"file": …html.gz, "truth": …json with articleBody, "url"}` a line.
 *
 * Prints token F1 (bag of words, mean over pages), the shingle measure of the article-extraction benchmark (four words
 * in a row, from mean precision and recall), and pages per CPU second of one process.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractPage } from '../packages/server/src/features/knowledge/web-pages/extract-page.ts';

interface Score {
  precision: number;
  recall: number;
  f1: number;
}

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node bench/page-extraction.ts <folder> [--pages]');
  process.exit(2);
}

const lines = (await readFile(join(folder, 'index.jsonl'), 'utf8')).split('\n').filter(Boolean);
const pages = await Promise.all(
  lines.map(async (line) => {
    const entry = JSON.parse(line) as { file: string; truth: string; url: string };
    const html = gunzipSync(await readFile(join(folder, entry.file))).toString('utf8');
    const truth = JSON.parse(await readFile(join(folder, entry.truth), 'utf8')) as { articleBody: string };
    return { ...entry, html, body: truth.articleBody };
  }),
);

const started = process.cpuUsage();
const texts = pages.map((page) => extractPage(page.html, page.url).text);
const used = process.cpuUsage(started);
const cpuSeconds = (used.user + used.system) / 1e6;

const tokens = (text: string) => text.match(/[\p{L}\p{N}_]+/gu) ?? [];
const shingles = (text: string) => {
  const words = tokens(text);
  if (words.length < 4) return words.length ? [words.join(' ')] : [];
  return words.slice(3).map((_, index) => words.slice(index, index + 4).join(' '));
};

function compare(truth: string[], found: string[]): Score {
  const counts = new Map<string, number>();
  for (const item of truth) counts.set(item, (counts.get(item) ?? 0) + 1);
  let common = 0;
  for (const item of found) {
    const left = counts.get(item) ?? 0;
    if (left > 0) {
      common += 1;
      counts.set(item, left - 1);
    }
  }
  const precision = found.length ? common / found.length : truth.length ? 0 : 1;
  const recall = truth.length ? common / truth.length : 1;
  return { precision, recall, f1: precision + recall ? (2 * precision * recall) / (precision + recall) : 0 };
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const byToken = pages.map((page, index) => compare(tokens(page.body), tokens(texts[index] ?? '')));
const byShingle = pages.map((page, index) => compare(shingles(page.body), shingles(texts[index] ?? '')));
if (process.argv.includes('--pages')) {
  const order = byToken.map((score, index) => ({ score, page: pages[index] })).sort((a, b) => a.score.f1 - b.score.f1);
  for (const { score, page } of order.slice(0, 25)) {
    console.log(
      `${score.f1.toFixed(3)} p ${score.precision.toFixed(3)} r ${score.recall.toFixed(3)} ${page?.file} ${page?.url}`,
    );
  }
}
const precision = mean(byShingle.map((score) => score.precision));
const recall = mean(byShingle.map((score) => score.recall));
console.log(`pages               ${pages.length}`);
console.log(`token F1            ${mean(byToken.map((score) => score.f1)).toFixed(4)}`);
console.log(
  `shingle F1          ${((2 * precision * recall) / (precision + recall)).toFixed(4)} (precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)})`,
);
console.log(`pages per CPU second ${(pages.length / cpuSeconds).toFixed(1)}`);
