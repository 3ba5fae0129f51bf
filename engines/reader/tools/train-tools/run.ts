/**
 * Learns the weights by which the embedded reader chooses tools and fills their inputs.
 *
 *     node engines/reader/tools/train-tools/run.ts DIRECTORY
 *
 * DIRECTORY holds the files that `tools/inputs.ts` lists: single-turn requests with accepted calls in the form of the
 * Berkeley Function Calling Leaderboard. The weights are those of two softmax regressions (AdaGrad, 12 and 20 passes, seeds 1 and 2); the examples stay outside of
 * the repository.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { loadTagger } from '../../src/text/part-of-speech.ts';
import { checkInputs, toolInputs } from '../inputs.ts';
import { categories, readExamples } from './examples.ts';
import { decisionsOf, train } from './train-arguments.ts';
import { choicesOf } from './train-choice.ts';

/** Dates in the examples are read as on this day. */
const now = Date.UTC(2026, 0, 1);
const smallest = 0.03;

const [, , directory] = argv;
if (directory === undefined) throw new Error('usage: node engines/reader/tools/train-tools/run.ts DIRECTORY');
checkInputs(directory, toolInputs);
const examples = readExamples(path.join(directory, 'toolcall'), categories);
const setting = { now, language: 'en', tagger: await loadTagger('en') } as const;
const values = train(decisionsOf(examples, setting), 12, 1);
const choice = train(choicesOf(examples, values, setting), 20, 2);
write('arguments', values);
write('tools', choice);
console.log(`${examples.length} examples: ${values.size} weights of arguments, ${choice.size} of tools`);

function write(name: string, weights: Map<string, number>): void {
  const folder = new URL('../../src/tools/weights/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const kept = [...weights].filter(([, weight]) => Math.abs(weight) >= smallest).sort(([a], [b]) => (a < b ? -1 : 1));
  const rounded = Object.fromEntries(kept.map(([key, weight]) => [key, Number(weight.toFixed(3))]));
  writeFileSync(fileURLToPath(new URL(`${name}.json`, folder)), `${JSON.stringify(rounded, null, 2)}\n`);
}
