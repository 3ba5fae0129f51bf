import type { ReadCharacter } from '../../ports/ocr-engine.ts';
import { type Dictionary, plausibility } from './judge-word.ts';

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

interface Hypothesis {
  text: string;
  support: number;
}

/** The best reading of a word given what both engines say about each place. */
export function bestCandidate(places: readonly Place[], dictionary: Dictionary): Candidate {
  const hypotheses = places.map(hypothesesOf);
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
  if (plausibility(best.text, dictionary) > 1 || best.text.length < 3) return best;
  return [best, ...variations(hypotheses, dictionary)].reduce((a, b) => (b.score > a.score ? b : a));
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

function candidateOf(texts: readonly string[], hypotheses: readonly Hypothesis[][], dictionary: Dictionary): Candidate {
  const supports = texts.map(
    (text, index) => hypotheses[index]?.find((hypothesis) => hypothesis.text === text)?.support ?? otherwise,
  );
  const text = texts.join('');
  const printed = supports.filter((_support, index) => texts[index] !== '');
  return {
    text,
    score: supports.reduce((sum, support) => sum + Math.log(support), 0) + (text ? plausibility(text, dictionary) : -2),
    confidence: printed.length === 0 ? 0 : printed.reduce((sum, support) => sum + support, 0) / printed.length,
  };
}

/** Known words that come out when one or two doubtful places are read otherwise. */
function variations(hypotheses: readonly Hypothesis[][], dictionary: Dictionary): Candidate[] {
  const base = hypotheses.map((list) => list[0]?.text ?? '');
  const doubtful = hypotheses
    .map((list, index) => ({ list, index }))
    .filter(({ list }) => list.length > 1 && (list[0]?.support ?? 1) < doubtfulBelow)
    .sort((a, b) => (a.list[0]?.support ?? 0) - (b.list[0]?.support ?? 0))
    .slice(0, maximumDoubtful);
  const found: Candidate[] = [];
  const consider = (texts: string[]) => {
    if (plausibility(texts.join(''), dictionary) > 1) found.push(candidateOf(texts, hypotheses, dictionary));
  };
  for (const [position, one] of doubtful.entries()) {
    for (const change of one.list.slice(1)) {
      const texts = base.with(one.index, change.text);
      consider(texts);
      for (const other of doubtful.slice(position + 1)) {
        for (const second of other.list.slice(1)) consider(texts.with(other.index, second.text));
      }
    }
  }
  return found;
}
