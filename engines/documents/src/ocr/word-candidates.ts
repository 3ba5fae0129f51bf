import { areSimilar } from './align-characters.ts';
import { type Dictionary, plausibility } from './judge-word.ts';
import type { ReadCharacter } from './ocr-engine.ts';

/** What both engines say about one place of a word. */
export interface Place {
  /** Null where the line-reading engine has nothing. */
  first: ReadCharacter | null;
  /** Null where the page-reading engine has nothing inside a word of its own. */
  second: { text: string; confidence: number } | null;
  /** The page-reading engine has no word here at all: it says nothing either way. */
  isUncovered: boolean;
}

export interface Candidate {
  text: string;
  /** The text of each place, empty where nothing stands. */
  texts: readonly string[];
  /** Logarithm of how well both engines support it, plus what the word itself tells. */
  score: number;
  /** Mean support of its characters, 0 to 1. */
  confidence: number;
}

/** How far the engines are believed about a character when they differ. */
const firstShare = 0.6;
/** What an engine that read something else is taken to think of a character. */
const otherwise = 0.01;
/** Less sure places than this are tried with other characters in search of a known word. */
const doubtfulBelow = 0.93;
const maximumDoubtful = 5;
/** Words that are not known must look so much more like print, with lookalikes exchanged, to be tried at all. */
const betterBy = 0.2;
/** A character is put in or left out only where an engine holds that as likely as this. */
const emptyFrom = 0.05;

interface Hypothesis {
  text: string;
  support: number;
}

/** The best reading of a word given what both engines say about each place. */
export function bestCandidate(places: readonly Place[], dictionary: Dictionary): Candidate {
  const hypotheses = withOneCase(places, places.map(hypothesesOf));
  const pick = (choose: (place: Place, list: Hypothesis[], index: number) => string): Candidate =>
    candidateOf(
      places.map((place, index) => choose(place, hypotheses[index] ?? [], index)),
      hypotheses,
      dictionary,
    );
  const plain = [
    pick((place) => place.first?.text ?? ''),
    pick((place) => (place.isUncovered ? place.first?.text : place.second?.text) ?? ''),
    pick((_place, list) => list[0]?.text ?? ''),
  ];
  const best = plain.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.text.length < 3) return best;
  const from = Math.min(1, plausibility(best.text, dictionary) + betterBy);
  return [best, ...variations(hypotheses, dictionary, from)].reduce((a, b) => (b.score > a.score ? b : a));
}

function hypothesesOf({ first, second, isUncovered }: Place): Hypothesis[] {
  const firstSays = new Map<string, number>();
  if (first) {
    for (const { text, confidence } of first.alternatives) firstSays.set(text, confidence);
    firstSays.set(first.text, first.confidence);
  } else {
    firstSays.set('', 0.9);
  }
  const texts = new Set([...firstSays.keys(), ...(isUncovered ? [] : [second?.text ?? ''])]);
  const list = [...texts].map((text) => {
    const own = Math.max(otherwise, firstSays.get(text) ?? 0);
    if (isUncovered) return { text, support: own };
    const confidence = second?.confidence ?? 0.6;
    const other = (second?.text ?? '') === text ? confidence : Math.max(otherwise, (1 - confidence) / 10);
    return { text, support: firstShare * own + (1 - firstShare) * other };
  });
  return list.sort((a, b) => b.support - a.support);
}

/**
 * Where the engines differ in several places by capitals alone, as they do over small capitals, one of them is right in
 * all of these places: the other's letters are struck out.
 */
function withOneCase(places: readonly Place[], hypotheses: readonly Hypothesis[][]): Hypothesis[][] {
  const differs = places.map(
    ({ first, second }) =>
      first !== null &&
      second !== null &&
      first.text !== second.text &&
      first.text.toLowerCase() === second.text.toLowerCase(),
  );
  if (differs.filter(Boolean).length < 2) return [...hypotheses];
  const supportOf = (engine: 'first' | 'second') =>
    hypotheses.reduce((sum, list, index) => {
      const text = places[index]?.[engine]?.text;
      return differs[index] ? sum + (list.find((hypothesis) => hypothesis.text === text)?.support ?? 0) : sum;
    }, 0);
  const wrong = supportOf('first') >= supportOf('second') ? 'second' : 'first';
  return hypotheses.map((list, index) =>
    differs[index] ? list.filter((hypothesis) => hypothesis.text !== places[index]?.[wrong]?.text) : list,
  );
}

function candidateOf(texts: readonly string[], hypotheses: readonly Hypothesis[][], dictionary: Dictionary): Candidate {
  const supports = texts.map(
    (text, index) => hypotheses[index]?.find((hypothesis) => hypothesis.text === text)?.support ?? otherwise,
  );
  const text = texts.join('');
  const printed = supports.filter((_support, index) => texts[index] !== '');
  return {
    text,
    texts,
    score: supports.reduce((sum, support) => sum + Math.log(support), 0) + (text ? plausibility(text, dictionary) : -2),
    confidence: printed.length === 0 ? 0 : printed.reduce((sum, support) => sum + support, 0) / printed.length,
  };
}

/** Known words, and likelier mixtures, that come out when one or two doubtful places are read otherwise. */
function variations(hypotheses: readonly Hypothesis[][], dictionary: Dictionary, from: number): Candidate[] {
  const base = hypotheses.map((list) => list[0]?.text ?? '');
  const doubtful = hypotheses
    .map((list, index) => ({ list, index }))
    .filter(({ list }) => list.length > 1 && (list[0]?.support ?? 1) < doubtfulBelow)
    .sort((a, b) => (a.list[0]?.support ?? 0) - (b.list[0]?.support ?? 0))
    .slice(0, maximumDoubtful);
  const found: Candidate[] = [];
  const consider = (texts: string[]) => {
    const value = plausibility(texts.join(''), dictionary);
    const isSwap = () => texts.every((text, index) => text === base[index] || areSimilar(text, base[index] ?? ''));
    if (value > 1 || (value > from && isSwap())) found.push(candidateOf(texts, hypotheses, dictionary));
  };
  for (const [position, one] of doubtful.entries()) {
    for (const change of changesOf(one.list)) {
      const texts = base.with(one.index, change.text);
      consider(texts);
      for (const other of doubtful.slice(position + 1)) {
        for (const second of changesOf(other.list)) consider(texts.with(other.index, second.text));
      }
    }
  }
  return found;
}

/** What may be tried in a place: letters and digits for one another, marks for marks, lookalikes; never a space. */
function changesOf([best, ...others]: readonly Hypothesis[]): Hypothesis[] {
  const isPrinted = /^[\p{L}\p{N}]$/u;
  const now = best?.text ?? '';
  return others.filter(({ text, support }) => {
    if (text === '' || now === '') return text !== ' ' && support >= emptyFrom;
    return text !== ' ' && (isPrinted.test(text) === isPrinted.test(now) || areSimilar(text, now));
  });
}
