import { giveWay } from './give-way.ts';
import { isStopTerm, type PassageIndex } from './passage-index.ts';
import type { RankSettings } from './rank-settings.ts';
import type { AskedTerm, ScoredPassage } from './score-passages.ts';
import type { KnownLanguage } from './stop-words.ts';

interface Candidate {
  language: KnownLanguage | null;
  weight: number;
  /** In how many passages it stands. */
  frequency: number;
}

/**
 * The words that mark the best passages against all others: what a text about the asked thing speaks of, though the
 * question does not. Words of the question are among them.
 */
export async function feedbackTerms(
  indexes: readonly PassageIndex[],
  asked: readonly AskedTerm[],
  best: readonly ScoredPassage[],
  settings: RankSettings,
): Promise<AskedTerm[]> {
  if (settings.feedbackWeight === 0 || settings.feedbackTerms === 0 || best.length < 2) return [];
  const candidates = collect(indexes, best);
  for (const [word, { language }] of candidates) {
    if (asked.some(({ form }) => form(language) === word)) candidates.delete(word);
  }
  const passages = await countPassages(indexes, candidates);
  return [...candidates]
    .map(([word, { weight, frequency }]) => ({
      word,
      // What stands in one passage only says nothing about others.
      weight: frequency < 2 ? 0 : weight * Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5)),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, settings.feedbackTerms)
    .map(({ word, weight }) => ({ form: () => word, weight }));
}

function collect(indexes: readonly PassageIndex[], best: readonly ScoredPassage[]): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  const total = best.reduce((sum, { score }) => sum + score, 0);
  for (const { index: number, passage, score } of best) {
    const index = indexes[number];
    if (!index) continue;
    const { heading, end } = index.bounds(passage);
    for (let at = heading; at < end; at++) {
      const word = index.vocabulary[index.words[at] ?? 0] ?? '';
      if (word.length < 2 || isStopTerm(word, index.language)) continue;
      const found = candidates.get(word) ?? { language: index.language, weight: 0, frequency: 0 };
      found.weight += score / total / (end - heading);
      candidates.set(word, found);
    }
  }
  return candidates;
}

/** Counts in how many passages each candidate stands; returns how many passages there are. */
async function countPassages(indexes: readonly PassageIndex[], candidates: Map<string, Candidate>): Promise<number> {
  const pause = giveWay();
  let passages = 0;
  for (const index of indexes) {
    const candidateOf: (Candidate | undefined)[] = [];
    for (const [word, candidate] of candidates) {
      const number = index.numberOf(word);
      if (number >= 0) candidateOf[number] = candidate;
    }
    const seenIn = new Int32Array(index.vocabulary.length).fill(-1);
    for (let passage = 0; passage < index.passages.length; passage++) {
      passages++;
      const { heading, end } = index.bounds(passage);
      for (let at = heading; at < end; at++) {
        const word = index.words[at] ?? 0;
        if (seenIn[word] === passage) continue;
        seenIn[word] = passage;
        const candidate = candidateOf[word];
        if (candidate) candidate.frequency++;
      }
    }
    await pause();
  }
  return passages;
}
