import { wordStem } from '../text/word-stem.ts';
import type { Inquiry } from './inquiry.ts';
import type { Material, Sentence } from './read-material.ts';

/** The stretch of a library's text that speaks most to a question. */
export interface NearestPassage {
  document: number;
  start: number;
  end: number;
  /** Share of the question's weight that the words of the passage and its headings carry, 0 to 1. */
  coverage: number;
}

/** A passage that carries less of the question than this is about something else. */
const leastCoverage = 0.25;
/** Whole sentences are taken around the one that says most, up to this many characters. */
const longestExcerpt = 420;

/**
 * Of documents that were too long to read whole, what their ranking put first, when it carries enough of the question. It
 * cannot be said of them that they do not answer: only their best passages were read. Undefined for documents read whole.
 */
export function nearestPassage({ question, evidence, material }: Inquiry): NearestPassage | undefined {
  if (!isLibrary(material)) return undefined;
  const sentences = bestPassage(material);
  const stems = new Set(sentences.flatMap((sentence) => [...sentence.stems]));
  const headingStems = new Set(sentences.flatMap((sentence) => [...sentence.headingStems]));
  const coverage = evidence.coverage({
    stems: withParts(question, new Set([...stems, ...headingStems])),
    headingStems: new Set(),
    implied: new Set(),
  });
  if (coverage < leastCoverage) return undefined;
  const said = sentences.filter(({ isHeading }) => !isHeading);
  const best = said.toSorted((one, other) => evidence.coverage(other) - evidence.coverage(one))[0];
  return best && { ...excerptAround(said, best), coverage };
}

/** Neighbouring words of the question stand in a passage also where it writes them as one: "gall bladder" as "gallbladder". */
function withParts({ tokens }: Inquiry['question'], stems: ReadonlySet<string>): Set<string> {
  const parts = tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    return next && stems.has(wordStem(token.lower + next.lower)) ? [token.stem, next.stem] : [];
  });
  return new Set([...stems, ...parts]);
}

/** Whether the documents were too long to read whole, so that there are only their best passages to read. */
const isLibrary = ({ documents }: Material): boolean => documents.some(({ passages }) => passages !== undefined);

/** The sentences of the passage that ranks first. */
function bestPassage({ documents, sentences }: Material): Sentence[] {
  const [first] = documents
    .flatMap(({ ranked = [] }, document) => ranked.slice(0, 1).map((passage) => ({ document, ...passage })))
    .sort((one, other) => other.score - one.score);
  if (!first) return [];
  return sentences.filter(
    ({ document, start, end }) => document === first.document && start >= first.start && end <= first.end,
  );
}

function excerptAround(sentences: readonly Sentence[], best: Sentence): Omit<NearestPassage, 'coverage'> {
  const at = sentences.indexOf(best);
  let { start, end } = best;
  const fits = (from: number, to: number): boolean => to - from <= longestExcerpt;
  let [before, after] = [at - 1, at + 1];
  for (;;) {
    const [next, previous] = [sentences[after], sentences[before]];
    if (next && fits(start, next.end)) {
      end = next.end;
      after += 1;
    } else if (previous && fits(previous.start, end)) {
      start = previous.start;
      before -= 1;
    } else return { document: best.document, start, end };
  }
}
