import type { PageRepository } from '../pages/page-repository.ts';
import { addressesModel } from './model-instructions.ts';
import type { ClaimDraft, ReadSource } from './research-mind.ts';
import type { Claim, Source } from './research-types.ts';
import type { SourceWork } from './source-work.ts';
import { statementProblems } from './verify-statement.ts';

export interface VerifierParts {
  pages: Pick<PageRepository, 'findContent'>;
  work: SourceWork;
  workspaceId: string;
  /** Texts of files, by content hash. */
  fileTexts: ReadonlyMap<string, string>;
  signal: AbortSignal;
}

const maxQuote = 900;

/** Keeps the drafts whose quote stands in the stored source and carries the statement. The rest is dropped. */
export async function verifyClaims(
  drafts: readonly ClaimDraft[],
  read: readonly ReadSource[],
  sources: readonly Source[],
  parts: VerifierParts,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const { index, source, findings } of read) {
    const mine = drafts.filter((draft) => draft.source === index && draft.quote.length <= maxQuote);
    const text =
      parts.fileTexts.get(source.contentHash) ??
      (await parts.pages.findContent(parts.workspaceId, source.contentHash))?.text;
    if (text === undefined || !sources.includes(source)) continue;
    const located = await parts.work.locate({ text, quotes: mine.map((draft) => draft.quote) }, parts.signal);
    const kept = located.flatMap((found, position): Claim[] => {
      const draft = mine[position];
      if (!found || !draft || addressesModel(draft.text)) return [];
      const evidence = { quotes: [found.quote], surroundings: [found.paragraph, source.title] };
      if (statementProblems(draft.text, evidence).length > 0) return [];
      const score = scoreOf(findings, found.start, found.end);
      return [{ id: '', text: draft.text, ...found, source: index, question: draft.question, score }];
    });
    claims.push(...(kept.length > 0 ? kept : ownWords(index, findings)));
  }
  return claims;
}

/** What a source says itself, for one of which no draft held. */
function ownWords(source: number, findings: ReadSource['findings']): Claim[] {
  const [best] = findings;
  if (!best) return [];
  const { text, start, end, paragraph, question, score } = best;
  return [{ id: '', text, quote: text, start, end, paragraph, source, question, score }];
}

function scoreOf(findings: ReadSource['findings'], start: number, end: number): number {
  const overlapping = findings.filter((finding) => finding.start < end && finding.end > start);
  return Math.max(0.3, ...overlapping.map((finding) => finding.score));
}
