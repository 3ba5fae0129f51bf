/**
 * How often a collection finds the text that a question means, in words that the text does not use:
 * `node quality/retrieval/measure.ts http://127.0.0.1:8484 KEY`. The pairs were written by somebody who saw neither code nor ranking; of
 * what fails only counts are looked at.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextCollection } from './service.ts';

const [, , base = 'http://127.0.0.1:8484', key = ''] = process.argv;
const pairs: Record<string, { text: string; question: string }[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'paraphrases.json'), 'utf8'),
);
const all = Object.entries(pairs).flatMap(([language, list]) => list.map((pair) => ({ language, ...pair })));
const texts = all.map(({ text }) => text);
const collection = await TextCollection.make({ base, key }, texts);
for (const mode of ['lexical', 'semantic', 'hybrid']) {
  for (const language of Object.keys(pairs)) {
    let [first, inThree, count] = [0, 0, 0];
    for (const [number, pair] of all.entries()) {
      if (pair.language !== language) continue;
      const found = await collection.search(pair.question, mode);
      count++;
      if (found[0] === number) first++;
      if (found.slice(0, 3).includes(number)) inThree++;
    }
    console.log(
      `${mode} ${language}: first ${(first / count).toFixed(2)}, among three ${(inThree / count).toFixed(2)}`,
    );
  }
}
await collection.delete();
