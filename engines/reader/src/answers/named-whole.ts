import { type AskedName, askedNames, holdsName } from '@parley/text';
import type { Material, Sentence } from './read-material.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** The sentences that speak of another thing than a question, which gives its name, and those that surely speak of it. */
export interface NamedSentences {
  /** They give a longer name, where others give the name as it is: of "Birch garden wing 4", not of "Birch garden". */
  others: ReadonlySet<Sentence>;
  /** Every name of the question stands in them, or above them, as it is. */
  own: ReadonlySet<Sentence>;
}

const mostLooked = 20_000;

/** Sorts the sentences of a material by the names of a question. Both sets are empty for a question without a name. */
export function sortByName(question: string, { documents, sentences }: Material): NamedSentences {
  const names = askedNames(question);
  const [others, own] = [new Set<Sentence>(), new Set<Sentence>()];
  if (names.length === 0) return { others, own };
  const looked = sentences.slice(0, mostLooked);
  const held = names.map((name) =>
    looked.map(({ document, start, end }) => holdsName(documents[document]?.text.slice(start, end) ?? '', name)),
  );
  for (const holds of held) {
    if (!holds.includes('whole')) continue;
    const speaking = new Set(looked.flatMap(({ document }, index) => (holds[index] === 'whole' ? [document] : [])));
    for (const [index, sentence] of looked.entries()) {
      // "The Birch" is short for the Birch garden only where that is spoken of.
      const isAnother = holds[index] === 'partly' && !speaking.has(sentence.document);
      if (holds[index] === 'longer' || isAnother) others.add(sentence);
    }
  }
  for (const [index, sentence] of looked.entries()) {
    if (held.every((holds) => holds[index] === 'whole')) own.add(sentence);
    const before = looked[index - 1];
    const goesOn = /^(?:it|its|he|she|they)$/.test(sentence.tokens[0]?.lower ?? '');
    if (!before || !goesOn || before.section !== sentence.section) continue;
    if (own.has(before)) own.add(sentence);
    else if (others.has(before) && held.every((holds) => holds[index] === 'not')) others.add(sentence);
  }
  return { others, own };
}

/** Whether a row of a table speaks of another thing than the question names: its cell goes on in another way, or some text gives that name as it is. */
export function namesAnother(question: string, cells: readonly string[], texts: readonly string[]): boolean {
  return askedNames(question).some((name) => isOther(cells, name, texts));
}

function isOther(cells: readonly string[], name: AskedName, texts: readonly string[]): boolean {
  const holds = cells.map((cell) => holdsName(cell, name));
  if (holds.includes('whole')) return false;
  const goesOn = cells.some((cell, at) => holds[at] === 'partly' && cell.split(/\s+/u).length > name.core);
  return goesOn || (holds.includes('longer') && texts.some((text) => holdsName(text, name) === 'whole'));
}
