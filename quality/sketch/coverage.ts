import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawings } from '../../engines/sketch/src/drawings/drawings.ts';
import { drawingFor } from '../../engines/sketch/src/words/lexicon.ts';
import { readPrompt } from '../../engines/sketch/src/words/read-prompt.ts';
import { synonyms } from '../../engines/sketch/src/words/synonyms.ts';
import { cocoThings, quickDrawThings } from './unseen-words.ts';

/**
 * What each family of drawings brings, judged by names that the vocabulary was not written against:
 * `node quality/sketch/coverage.ts`. A thing counts when its name is drawn and no word of it is lettered.
 */
const folder = join(import.meta.dirname, '../../engines/sketch/src/drawings');
const families = readdirSync(folder).filter((file) => !/shapes|^(drawings|four-legged)\.ts/.test(file));

const drawn = (things: readonly string[]) => things.flatMap((thing) => drawingOf(thing) ?? []);
const sets = { COCO: drawn(cocoThings), 'Quick, Draw!': drawn(quickDrawThings) };
const sizes = { COCO: cocoThings.length, 'Quick, Draw!': quickDrawThings.length };
const share = (set: keyof typeof sets, count: number) => `${((count / sizes[set]) * 100).toFixed(1)} %`;

console.log(
  '| Family | lines | drawings | COCO drawn without it | Quick, Draw! drawn without it |\n|---|--:|--:|--:|--:|',
);
console.log(
  `| none left out | | ${Object.keys(drawings).length} | ${share('COCO', sets.COCO.length)} | ${share('Quick, Draw!', sets['Quick, Draw!'].length)} |`,
);
for (const file of families) {
  const module: Record<string, Record<string, unknown>> = await import(join(folder, file));
  const own = new Set(Object.values(module).flatMap((value) => Object.keys(value)));
  const lines = readFileSync(join(folder, file), 'utf8').split('\n').length - 1;
  const left = (set: keyof typeof sets) => share(set, sets[set].filter((name) => !own.has(name)).length);
  console.log(`| ${file.slice(0, -3)} | ${lines} | ${own.size} | ${left('COCO')} | ${left('Quick, Draw!')} |`);
}
const direct = (things: readonly string[]) => things.filter((thing) => drawings[thing] !== undefined).length;
console.log(
  `| synonyms (${Object.keys(synonyms).length} lists) | | | ${share('COCO', direct(cocoThings))} | ${share('Quick, Draw!', direct(quickDrawThings))} |`,
);

/** The drawing that stands for the thing, or null when its name is lettered or only a part of it is known. */
function drawingOf(thing: string): string | null {
  const known = drawingFor(thing);
  if (known !== null) return known;
  const { mentions, unknown } = readPrompt(`a ${thing}`);
  return unknown.length === 0 && mentions.length === 1 ? (mentions[0]?.drawing ?? null) : null;
}
