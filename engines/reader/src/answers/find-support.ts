import type { Inquiry } from './inquiry.ts';
import type { Sentence } from './read-material.ts';

const mostSources = 4;

/** The sentences that carry an answer, best first: the one that holds it, then those that meet what it leaves of the question. */
export function findSupport({ evidence, material }: Inquiry, first: Sentence): Sentence[] {
  const met = new Float64Array(evidence.terms.length);
  const support = [first];
  take(first);
  const bridge = bridgeStems(first);
  while (support.length < mostSources) {
    let best: { sentence: Sentence; gain: number } | undefined;
    for (const sentence of material.sentences) {
      if (support.includes(sentence) || sentence.isHeading) continue;
      const gain = gainOf(sentence);
      if (gain > (best?.gain ?? 0.18)) best = { sentence, gain };
    }
    if (!best) break;
    support.push(best.sentence);
    take(best.sentence);
  }
  return support;

  function take(sentence: Sentence): void {
    for (const [stem, strength] of stemsOf(sentence)) {
      const match = evidence.match(stem);
      if (match) met[match.term] = Math.max(met[match.term] ?? 0, match.strength * strength);
    }
  }

  function gainOf(sentence: Sentence): number {
    const after = Float64Array.from(met);
    let bridges = 0;
    for (const [stem, strength] of stemsOf(sentence)) {
      const match = evidence.match(stem);
      if (match) after[match.term] = Math.max(after[match.term] ?? 0, match.strength * strength);
      if (bridge.has(stem)) bridges += 0.04;
    }
    return (
      evidence.weigh(after) -
      evidence.weigh(met) +
      (sentence.document === first.document && sentence.section === first.section ? 0 : Math.min(0.12, bridges))
    );
  }
}

/** Names in a sentence and its heading, which may lead to another text about them. */
function bridgeStems(sentence: Sentence): Set<string> {
  const stems = new Set(sentence.headingStems);
  for (const token of sentence.tokens) if (token.isContent && /^[\p{Lu}\d]/u.test(token.text)) stems.add(token.stem);
  return stems;
}

function* stemsOf(sentence: Sentence): Generator<[string, number]> {
  for (const stem of sentence.stems) yield [stem, 1];
  for (const stem of sentence.headingStems) if (!sentence.stems.has(stem)) yield [stem, 0.8];
}
