import { parseArgs } from 'node:util';
import { Random } from '../../engines/sketch/src/canvas/random.ts';
import { drawingFor } from '../../engines/sketch/src/words/lexicon.ts';
import { readPrompt } from '../../engines/sketch/src/words/read-prompt.ts';
import { relations } from '../../engines/sketch/src/words/reading.ts';
import {
  backdropWords,
  moodWords,
  seasonWords,
  styleWords,
  timeWords,
  weatherWords,
} from '../../engines/sketch/src/words/settings.ts';
import { type Family, leaveOutOf } from '../leave-out.ts';
import { commonPrompts } from './common-prompts.ts';

/**
 * What each family of words of the prompt brings: prompts of common kinds, made of words that the vocabulary was not written against, with each
 * family left out. A prompt counts when the scene that is read of it holds all that it asks for.
 *
 *   node quality/sketch/ablate-words.ts [--seed 1] [--of-each 200] [--kinds]
 *
 * `--kinds` prints the share of each kind of prompt instead, with prompts that fail.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    'of-each': { type: 'string', default: '200' },
    kinds: { type: 'boolean', default: false },
  },
});

const left = (file: string, name: string, gives: string) => ({ file: `words/${file}.ts`, name, gives, isValue: true });
const settings = (words: string, name: string): Family => ({
  name: `${words.replace('Words', '')}: ${name}`,
  rules: [left('settings', words, `new Map([...${words}LeftOut].filter(([, name]) => name !== '${name}'))`)],
});
const named = <Name extends string>(words: ReadonlyMap<string, Name>): Name[] => [...new Set(words.values())];
const whole = (name: string, ...rules: Family['rules']): Family => ({ name, rules });
const families: Family[] = [
  whole('other words for things', left('synonyms', 'synonyms', '{}')),
  whole('names of several words', left('synonyms', 'phrases', '{}')),
  whole('irregular plurals', left('lexicon', 'irregular', '{}')),
  whole('words for several (a flock of)', left('settings', 'groupWords', '{}')),
  whole('words alike in the plural', left('lexicon', 'alike', 'new Set()')),
  whole('numbers', left('settings', 'numberWords', '{}')),
  whole('colours', left('settings', 'colourWords', '{}')),
  whole('sizes', left('settings', 'sizeWords', '{}')),
  whole('silent words', left('settings', 'silentWords', 'new Set()')),
  whole('bodies in the sky', left('reading', 'skyWords', 'new Set()')),
  whole('nouns of styles', left('reading', 'styleNouns', 'new Set()')),
  ...[...new Set(relations.map(([, kind]) => kind))].map((kind) =>
    whole(
      `relation: ${kind}`,
      left('reading', 'relations', `relationsLeftOut.filter(([, kind]) => kind !== '${kind}')`),
    ),
  ),
  ...named(backdropWords).map((name) => settings('backdropWords', name)),
  ...named(timeWords).map((name) => settings('timeWords', name)),
  ...named(weatherWords).map((name) => settings('weatherWords', name)),
  ...named(seasonWords).map((name) => settings('seasonWords', name)),
  ...named(styleWords).map((name) => settings('styleWords', name)),
  ...named(moodWords).map((name) => settings('moodWords', name)),
];

const moduleOf = leaveOutOf(new URL('../../engines/sketch/', import.meta.url).href, families);
const prompts = commonPrompts(drawingOf, new Random(Number(values.seed)), Number(values['of-each']));
const met = prompts.map(({ text, isMet }) => isMet(readPrompt(text)));
const count = (flags: readonly boolean[]): number => flags.filter(Boolean).length;

console.log(`| Without | right of ${prompts.length} | fewer |\n|---|--:|--:|\n| (nothing) | ${count(met)} | |`);
for (const family of values.kinds ? [] : families) {
  const { readPrompt: readWithout }: typeof import('../../engines/sketch/src/words/read-prompt.ts') = await import(
    moduleOf('src/words/read-prompt.ts', family)
  );
  const rest = count(prompts.map(({ text, isMet }) => isMet(readWithout(text))));
  console.log(`| ${family.name} | ${rest} | ${count(met) - rest} |`);
}
if (values.kinds)
  for (const kind of new Set(prompts.map((each) => each.kind))) {
    const own = prompts.flatMap((each, at) => (each.kind === kind ? [{ ...each, isRight: met[at] === true }] : []));
    const failed = own.filter(({ isRight }) => !isRight).map(({ text }) => text);
    console.log(`${kind}: ${own.length - failed.length} of ${own.length}; not: ${failed.slice(0, 5).join('; ')}`);
  }

/** The drawing that a name alone gives, all of it understood. */
function drawingOf(name: string): string | null {
  const known = drawingFor(name);
  if (known !== null) return known;
  const { mentions, unknown } = readPrompt(`a ${name}`);
  return unknown.length === 0 && mentions.length === 1 ? (mentions[0]?.drawing ?? null) : null;
}
