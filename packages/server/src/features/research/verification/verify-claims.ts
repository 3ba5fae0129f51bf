import type { PageRepository } from '../../knowledge/web-pages/page-repository.ts';
import { addressesModel } from '../model-instructions.ts';
import type { Claim, Source } from '../research-types.ts';
import type { ClaimDraft, ReadSource, RejectedClaim, Researcher, StatementPair } from '../researcher.ts';
import type { Located } from '../sources/find-findings.ts';
import type { SourceWork } from '../sources/source-work.ts';
import { judgeStatement } from './verify-statement.ts';

export interface VerifierParts {
  pages: Pick<PageRepository, 'findContent'>;
  work: Pick<SourceWork, 'locate'>;
  workspaceId: string;
  /** Texts of files, by content hash. */
  fileTexts: ReadonlyMap<string, string>;
  signal: AbortSignal;
  /** Gets each draft that was rejected, with the reason. */
  onRejected?(rejected: RejectedClaim): void;
}

interface DraftedClaims {
  drafts: readonly ClaimDraft[];
  read: readonly ReadSource[];
  /** Those that may be cited. */
  sources: readonly Source[];
}

const maxQuote = 900;
const leastScore = 0.3;

/**
 * Keeps the drafts whose quote stands in the stored source and does not refute the statement. What the quote says in other words stands by a
 * connected model's word; without one the quote itself stands in its place.
 */
export async function verifyClaims(
  { drafts, read, sources }: DraftedClaims,
  parts: VerifierParts,
  confirm: (pairs: readonly StatementPair[]) => ReturnType<Researcher['confirm']>,
): Promise<Claim[]> {
  const candidates: Candidate[] = [];
  const seen: ReadSource[] = [];
  for (const { index, source, findings } of read) {
    const mine = drafts.filter((draft) => draft.source === index && draft.quote.length <= maxQuote);
    const text =
      parts.fileTexts.get(source.contentHash) ??
      (await parts.pages.findContent(parts.workspaceId, source.contentHash))?.text;
    if (text === undefined || !sources.includes(source)) continue;
    seen.push({ index, source, findings });
    const located = await parts.work.locate({ text, quotes: mine.map((draft) => draft.quote) }, parts.signal);
    const found = located.flatMap((located, position): Candidate[] => {
      const draft = mine[position];
      const place = located ?? (draft === undefined ? null : placeOf(draft.quote, text, findings));
      if (!draft || addressesModel(draft.text)) return [];
      const reject = (reason: string) => parts.onRejected?.({ text: draft.text, question: draft.question, reason });
      if (!place) {
        reject('its quote does not stand in the source');
        return [];
      }
      const evidence = { quotes: [place.quote], surroundings: [place.paragraph, source.title] };
      const { facts, wording } = judgeStatement(draft.text, evidence);
      if (facts.length > 0) {
        reject(facts.slice(0, 2).join('; '));
        return [];
      }
      const overlapping = findings.filter(({ start, end }) => start < place.end && end > place.start);
      const score = Math.max(leastScore, ...overlapping.map((finding) => finding.score));
      const answers = overlapping.some((finding) => finding.answers === true && finding.question === draft.question);
      const { text: statement, question } = draft;
      return [
        {
          text: statement,
          ...place,
          source: index,
          question,
          score,
          ...(answers && { answers }),
          isProven: wording.length === 0 || isSame(statement, place.quote) || isRendered(draft, findings),
          isQuote: isSame(statement, place.quote),
        },
      ];
    });
    candidates.push(...found);
  }
  // Nobody is paid to say that a sentence says what it says.
  const asked = candidates.filter(({ isQuote }) => !isQuote);
  const given = await confirm(asked.map(({ text: statement, quote }) => ({ statement, quote })));
  const verdicts = new Map(asked.map((candidate, position) => [candidate, given[position] ?? null]));
  const claims = candidates.flatMap((candidate): Claim[] => {
    const verdict = verdicts.get(candidate) ?? null;
    const { isProven, isQuote: _, ...claim } = candidate;
    // What nobody could judge is told in the source's words.
    if (verdict === null && !isProven) return [{ id: '', ...claim, text: claim.quote, verified: 'quoted' }];
    if (verdict === false) {
      const { text, question } = claim;
      parts.onRejected?.({ text, question, reason: 'its quote does not say it' });
      return [];
    }
    return [{ id: '', ...claim, verified: verdict === true ? 'entailed' : 'quoted' }];
  });
  const seenQuotes = new Set<string>();
  const distinct = claims.filter(({ source, question, text }) => {
    const key = `${source} ${question} ${text}`;
    return !seenQuotes.has(key) && seenQuotes.add(key);
  });
  // A source for which no draft held speaks for itself.
  const silent = seen.filter(({ index }) => !claims.some((claim) => claim.source === index));
  return [...distinct, ...silent.flatMap(({ index, findings }) => ownWords(index, findings))];
}

/** Of a quote too short to be looked for: where it was found, as it stands there. */
function placeOf(quote: string, text: string, findings: ReadSource['findings']): Located | null {
  const own = findings.find((finding) => finding.text === quote && text.slice(finding.start, finding.end) === quote);
  return own === undefined ? null : { quote, start: own.start, end: own.end, paragraph: own.paragraph };
}

type Candidate = Omit<Claim, 'id' | 'verified'> & {
  /** Code alone proves it. */
  isProven: boolean;
  /** It is the quote itself. */
  isQuote: boolean;
};

/** Code wrote it out of the quote: a row of a table with its headings. */
const isRendered = ({ text, quote }: ClaimDraft, findings: ReadSource['findings']): boolean =>
  findings.some((finding) => finding.said === text && finding.text === quote);

const isSame = (statement: string, quote: string): boolean => plainWords(statement) === plainWords(quote);

const plainWords = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!?]$/, '');

/** What a source says itself, for one of which no draft held. */
function ownWords(source: number, findings: ReadSource['findings']): Claim[] {
  const [best] = findings;
  // A sentence that shares nothing with the questions was kept for a model to judge, and none spoke for it.
  if (!best || best.score <= 0) return [];
  const { text, start, end, paragraph, question, score, answers } = best;
  return [
    {
      id: '',
      text,
      quote: text,
      start,
      end,
      paragraph,
      source,
      question,
      score,
      ...(answers === true && { answers }),
      verified: 'quoted',
    },
  ];
}
