import { createHash } from 'node:crypto';
import type { Citation } from '@parley/contract';
import { missingFigures } from '@parley/text';
import { addressesModel } from '../model-instructions.ts';
import type { Claim, DraftSentence, ReportDraft, Source } from '../research-types.ts';
import type { StatementPair } from '../researcher.ts';
import { judgeSentence } from '../verification/sentence-problems.ts';

export interface ComposedReport {
  output: string;
  citations: Citation[];
  /** Distinct sources behind the citations. */
  citedSources: number;
}

export interface ReportMaterial {
  claims: readonly Claim[];
  sources: readonly Source[];
  instructions: string;
  maxCitations: number;
  /** When fewer sources than this are cited, unused claims of the others are added. */
  minSources: number;
  /** Of sentences in words of their own: whether a connected model found them to say what their claims' quotes say. */
  verdicts?: ReadonlyMap<string, boolean>;
}

const moreHeading = 'Further findings';
const mostSummary = 6;
const sentencesPerParagraph = 5;

/** A report out of a draft: every sentence checked against its claims, marks and citations numbered by code. */
export function composeReport(draft: ReportDraft, material: ReportMaterial): ComposedReport {
  const numbering = new Numbering(material);
  const written: string[] = [];
  const summary = (draft.summary ?? [])
    .slice(0, mostSummary)
    .flatMap((sentence) => lineOf(sentence, material, numbering, []) ?? []);
  const layOut = draft.isWritten ? paragraphs : list;
  const parts = draft.sections.flatMap(({ heading, sentences, otherwise }) => {
    const lines = sentences.flatMap((sentence) => lineOf(sentence, material, numbering, written) ?? []);
    if (lines.length === 0 && otherwise === undefined) return [];
    return [section(safeHeading(heading, material), lines.length > 0 ? layOut(lines) : (otherwise ?? ''))];
  });
  const more = furtherFindings(material, numbering, written);
  if (more.length > 0) parts.push(section(moreHeading, list(more)));
  const title = safeHeading(draft.title, material);
  return {
    output: [`# ${title}`, ...(summary.length > 0 ? [summary.join(' ')] : []), ...parts].join('\n\n'),
    citations: numbering.citations(),
    citedSources: numbering.sources.size,
  };
}

/** Gives each cited claim its number, in the order of the text. */
export class Numbering {
  readonly sources = new Set<number>();
  readonly #material: Pick<ReportMaterial, 'claims' | 'sources' | 'maxCitations'>;
  readonly #numbers = new Map<string, number>();

  constructor(material: Pick<ReportMaterial, 'claims' | 'sources' | 'maxCitations'>) {
    this.#material = material;
  }

  /** The marks of some claims, or null when they are more than the report may cite. */
  marks(claims: readonly Claim[]): string | null {
    const fresh = claims.filter((claim) => !this.#numbers.has(claim.id));
    if (this.#numbers.size + fresh.length > this.#material.maxCitations) return null;
    for (const claim of fresh) {
      this.#numbers.set(claim.id, this.#numbers.size + 1);
      this.sources.add(claim.source);
    }
    return claims.map((claim) => `[${this.#numbers.get(claim.id)}]`).join('');
  }

  citations(): Citation[] {
    const { claims, sources } = this.#material;
    return [...this.#numbers.keys()].flatMap((id) => {
      const claim = claims.find((candidate) => candidate.id === id);
      const source = claim && sources[claim.source];
      return source ? [toCitation(claim, source)] : [];
    });
  }
}

function lineOf(
  sentence: DraftSentence,
  material: ReportMaterial,
  numbering: Numbering,
  written: string[],
): string | null {
  const claims = [...new Set(sentence.claims)].flatMap((id) => material.claims.find((claim) => claim.id === id) ?? []);
  if (claims.length === 0 || claims.length < new Set(sentence.claims).size) return null;
  const said = plainSentence(sentence.text);
  if (said === '' || addressesModel(said)) return null;
  const { facts, wording } = judgeSentence(said, claims, material.sources);
  const verdict = wording.length === 0 || isClaim(said, claims) ? true : material.verdicts?.get(said);
  if (facts.length > 0 || verdict === false) return null;
  // What nobody could judge is told in the sources' words.
  const text = verdict === true ? said : plainSentence([...new Set(claims.map(({ quote }) => quote))].join(' '));
  if (written.includes(text)) return null;
  const marks = numbering.marks(claims);
  if (marks === null) return null;
  written.push(text);
  return withMarks(text, marks);
}

/** It says what one of its claims says, which was verified before. */
const isClaim = (said: string, claims: readonly Claim[]): boolean =>
  claims.some(({ text }) => plainSentence(text) === said);

/** Sources that were read and proved something, but are not in the text yet. */
function furtherFindings(material: ReportMaterial, numbering: Numbering, written: string[]): string[] {
  const lines: string[] = [];
  const ordered = [...material.claims].sort((left, right) => right.score - left.score);
  for (const claim of ordered) {
    if (numbering.sources.size >= material.minSources) break;
    if (numbering.sources.has(claim.source)) continue;
    const line = lineOf({ text: claim.text, claims: [claim.id] }, material, numbering, written);
    if (line !== null) lines.push(line);
  }
  return lines;
}

/** The mark stands before the full stop, so that it belongs to its sentence. */
function withMarks(text: string, marks: string): string {
  const ending = /[.!?。！？]["'”’»)]*$/u.exec(text)?.[0] ?? '';
  const body = text.slice(0, text.length - ending.length);
  return `${body} ${marks}${ending || '.'}`;
}

function section(heading: string, body: string): string {
  return `## ${heading}\n\n${body}`;
}

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

function paragraphs(lines: readonly string[]): string {
  const count = Math.ceil(lines.length / sentencesPerParagraph);
  const each = Math.ceil(lines.length / count);
  return Array.from({ length: count }, (_, at) => lines.slice(at * each, (at + 1) * each).join(' ')).join('\n\n');
}

/** One line without reference marks, and without what Markdown or HTML would take for markup. */
export function plainSentence(text: string): string {
  return text
    .replace(/\[\[?[a-z]?\d{1,4}\]?\]/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .replace(/[[\]]/g, (bracket) => (bracket === '[' ? '(' : ')'))
    .replace(/[<>]/g, '')
    .replace(/([*_`#|\\])/g, '\\$1')
    .trim();
}

/** A heading may repeat the question and the claims; a figure or an address from nowhere takes its place away. */
function safeHeading(heading: string, { claims, instructions }: ReportMaterial): string {
  const text = plainSentence(heading).slice(0, 160);
  const held = [instructions, ...claims.map((claim) => claim.quote)].join('\n');
  const isUnsafe =
    text === '' || /https?:|www\./i.test(text) || missingFigures(text, held).length > 0 || addressesModel(text);
  return isUnsafe ? 'Findings' : text;
}

function toCitation(claim: Claim, source: Source): Citation {
  const id = createHash('sha256')
    .update(`${source.url}\n${source.contentHash}\n${claim.start}-${claim.end}`)
    .digest('hex');
  return {
    id: `cit_${id.slice(0, 24)}`,
    url: source.url,
    title: source.title,
    quote: claim.quote,
    start: claim.start,
    end: claim.end,
    content_hash: source.contentHash,
    fetched_at: new Date(source.fetchedAt).toISOString(),
    verified: claim.verified,
    ...(source.fileId !== null && { file_id: source.fileId }),
  };
}

/** Sentences of a draft whose figures and names hold while their wording differs, beside the quotes they name. */
export function doubtfulSentences(draft: ReportDraft, { claims, sources }: ReportMaterial): StatementPair[] {
  const sections = [draft.summary ?? [], ...draft.sections.map(({ sentences }) => sentences)];
  return sections.flatMap((sentences) =>
    sentences.flatMap((sentence): StatementPair[] => {
      const mine = claims.filter((claim) => sentence.claims.includes(claim.id));
      const statement = plainSentence(sentence.text);
      if (mine.length === 0 || statement === '') return [];
      const { facts, wording } = judgeSentence(statement, mine, sources);
      const quote = mine.map((claim) => claim.quote).join('\n');
      return facts.length === 0 && wording.length > 0 && !isClaim(statement, mine) ? [{ statement, quote }] : [];
    }),
  );
}
