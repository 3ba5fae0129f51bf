import {
  askedTerms,
  hashesOf,
  languagesOf,
  rankSettings,
  rarity,
  type SearchedSegment,
  segmentOf,
  totalsOf,
  type WholeIndex,
  weightOf,
} from '@parley/text';
import type { IndexPassage, IndexScope, PassageIndex, WeighedWord } from '../../../ports/passage-index.ts';
import type { SnapshotFile } from './collection-snapshots.ts';
import type { Found } from './fuse.ts';

/** What is searched of collections whose words lie in an index outside of this process. */
export interface IndexedFiles {
  scope: IndexScope & { collections: string[] };
  /** Those that count. */
  files: Map<string, SnapshotFile>;
  /** Whether there are others, which a filter or another collection leaves out. */
  isPart: boolean;
}

export interface IndexedQuestion {
  query: string;
  /** What is searched in memory besides: words are weighed by all. */
  others: readonly SearchedSegment[];
  near: { model: string; vector: Float32Array } | null;
  limit: number;
}

export interface IndexedPlace extends SearchedSegment {
  files: Uint8Array;
  known: (SnapshotFile | undefined)[];
}

/** As many as `rankSegments` looks at word by word. */
const lookedAtShare = 4;
const leastLookedAt = 200;

/**
 * The passages that an index finds for a question, as a segment in memory: small, but weighed by the whole index, so that it is ranked beside
 * others as if all of it was there. And those of them that are near in meaning, best first.
 */
export async function indexedPlace(
  index: PassageIndex,
  { scope, files, isPart }: IndexedFiles,
  { query, others, near, limit }: IndexedQuestion,
): Promise<{ place: IndexedPlace; near: Omit<Found, 'segment'>[] }> {
  const whole = await index.whole(scope);
  const searched = [...others, { segment: segmentOf([]), whole }];
  const found = await index.find({
    scope,
    files: isPart ? [...files.keys()] : null,
    words: await weighed(searched, whole, query),
    meanBody: totalsOf(searched).meanBody,
    limit: Math.max(leastLookedAt, limit * lookedAtShare),
    near: near && { ...near, limit },
  });
  const passages = withGaps(found.passages);
  const segment = segmentOf(passages);
  const known = segment.files.map(({ id }) => files.get(id));
  const numbers = new Map(passages.map(({ id }, number) => [id, number]));
  return {
    place: { segment, whole, known, files: Uint8Array.from(known, (file) => (file ? 1 : 0)) },
    near: found.near.flatMap(({ id, similarity }) => {
      const passage = numbers.get(id);
      const isSearched = passage !== undefined && known[segment.passageFiles[passage] ?? 0] !== undefined;
      return isSearched ? [{ passage, score: similarity }] : [];
    }),
  };
}

/** The asked words as the ranking weighs them. */
async function weighed(searched: readonly SearchedSegment[], whole: WholeIndex, query: string): Promise<WeighedWord[]> {
  const languages = whole.languages.map(({ language }) => language);
  const words = askedTerms(languagesOf(searched), query).map((term) => ({ term, hashes: hashesOf(term, languages) }));
  await whole.count(words.flatMap(({ hashes }) => hashes));
  const all = totalsOf(searched).passages;
  return words.map(({ term, hashes }) => {
    const passages = hashes.reduce((sum, hash) => sum + (whole.frequencies.get(hash) ?? 0), 0);
    return { hashes, passages, weight: weightOf(term, rarity(passages, all), rankSettings) };
  });
}

/** Passages that stand beside each other follow each other in their text: between others lies one without a word. */
function withGaps(passages: readonly IndexPassage[]): IndexPassage[] {
  const spaced: IndexPassage[] = [];
  let before: IndexPassage | null = null;
  for (const passage of passages) {
    const isApart = before?.fileId === passage.fileId && before.place + 1 !== passage.place;
    if (isApart) spaced.push({ ...passage, id: '', words: [], headingWords: 0 });
    spaced.push(passage);
    before = passage;
  }
  return spaced;
}
