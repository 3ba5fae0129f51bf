import type { PromptDocument, RankedPassage } from '../prompt.ts';
import type { Language } from '../text/function-words.ts';
import { isRow, isRule } from '../text/plain-passage.ts';
import { type Sentence as Stretch, sentencesOf } from '../text/sentences.ts';
import { type Token, tokenize } from '../text/tokens.ts';
import { impliedStems } from './implied-words.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Span = Omit<Stretch, 'text'>;

/** One sentence of the material, with its words. */
export interface Sentence extends Span {
  /** Index in `Prompt.documents`. */
  document: number;
  /** Position among all sentences. */
  index: number;
  tokens: Token[];
  /** Stems of its content words, and of the names that a pronoun at its beginning stands for. */
  stems: Set<string>;
  /** Stems of words that it gives the value of without saying them: "4 kg" tells a weight. */
  implied: Set<string>;
  isHeading: boolean;
  /** Counts up with each heading. */
  section: number;
  /** Stems of the heading above it, and of its table's headings. */
  headingStems: Set<string>;
  /** The line that names the columns, for a row of a table. */
  header?: Span;
  /** How much its passage speaks to the question against the best one (0 to 1), where passages were ranked. */
  prior: number;
}

/** Everything that may be answered from, cut into sentences. */
export interface Material {
  documents: PromptDocument[];
  language: Language;
  sentences: Sentence[];
  /** In how many sentences a stem occurs. */
  frequencies: Map<string, number>;
  /** What its sentences imply. */
  implied: Set<string>;
}

export function readMaterial(documents: PromptDocument[], language: Language): Material {
  const reading = new Reading(language);
  const bestScore = Math.max(0, ...documents.map(({ ranked }) => ranked?.[0]?.score ?? 0));
  for (const [document, { text, passages, ranked }] of documents.entries()) {
    const priorAt = priorsOf(ranked, bestScore);
    reading.begin(document);
    for (const part of passages ?? [{ start: 0, end: text.length }]) {
      const spans = sentencesOf(text, { from: part.start, to: part.end, isWrapped: true });
      for (const [index, span] of spans.entries()) reading.take(text, span, spans[index + 1], priorAt(span.start));
    }
  }
  return {
    documents,
    language,
    sentences: reading.sentences,
    frequencies: reading.frequencies,
    implied: reading.implied,
  };
}

/** Walks through documents sentence by sentence and remembers under which headings it is. */
class Reading {
  readonly sentences: Sentence[] = [];
  readonly frequencies = new Map<string, number>();
  readonly implied = new Set<string>();
  readonly #language: Language;
  #document = 0;
  #section = 0;
  #headingStems = new Set<string>();
  /** What a pronoun stands for. */
  #meant: string[] = [];
  #table: { header: Span; stems: Set<string> } | undefined;

  constructor(language: Language) {
    this.#language = language;
  }

  begin(document: number): void {
    this.#document = document;
    this.#section++;
    this.#headingStems = new Set();
    this.#table = undefined;
  }

  /** Stems of the names in the sentence before, or of what that one means by a pronoun. */
  #namesBefore(): string[] {
    const before = this.sentences.at(-1);
    if (!before || before.document !== this.#document || before.section !== this.#section || before.isHeading)
      return [];
    if (!opensWithPronoun(before.tokens))
      this.#meant = before.tokens.flatMap(({ isContent, text, stem }) =>
        isContent && /^\p{Lu}|\p{N}/u.test(text) ? [stem] : [],
      );
    return this.#meant;
  }

  take(text: string, span: Span, next: Span | undefined, prior: number): void {
    const line = text.slice(span.start, span.end);
    if (isRule(line)) return;
    const tokens = tokenize(text, this.#language, span.start, span.end);
    const stems = new Set<string>();
    for (const token of tokens) if (token.isContent) stems.add(token.stem);
    for (const stem of stems) this.frequencies.set(stem, (this.frequencies.get(stem) ?? 0) + 1);
    const isHeader = isRow(line) && next !== undefined && isRule(text.slice(next.start, next.end));
    if (!isRow(line)) this.#table = undefined;
    const isHeading = isHeader || looksLikeHeading(line) || isQuestionAbove(text, span, next);
    if (isHeader) this.#table = { header: span, stems };
    else if (isHeading || isTitleAbove(text, span, next)) {
      this.#headingStems = stems;
      this.#section++;
    }
    const table = isHeader ? undefined : this.#table;
    const implied = impliedStems(line);
    const meant = opensWithPronoun(tokens) ? this.#namesBefore() : [];
    for (const stem of implied) this.implied.add(stem);
    this.sentences.push({
      ...span,
      document: this.#document,
      index: this.sentences.length,
      tokens,
      stems: meant.length > 0 ? new Set([...stems, ...meant]) : stems,
      implied,
      isHeading,
      section: this.#section,
      headingStems: isHeading
        ? new Set()
        : table
          ? new Set([...this.#headingStems, ...table.stems])
          : this.#headingStems,
      ...(table && { header: table.header }),
      prior,
    });
  }
}

const opensWithPronoun = ([first]: readonly Token[]): boolean =>
  /^(?:it|its|he|she|they|his|her|their|this|these|es|er|sie|il|elle|ils|elles)$/.test(first?.lower ?? '');

/** "§ 3 Miete", "Article 4 - Fees", "TOP 2: Wahlen". */
const numberedPart =
  /^(?:§+|Art(?:icle|ikel|ículo)?\.?|Section|Abschnitt|Clause|Cláusula|TOP|Punkt|Kapitel|Chapter|Capítulo|Chapitre|Schedule|Annex|Appendix|Anlage|Anhang)\s?\d{1,3}[a-z]?(?:\.\d{1,2})*[.):]?(?:\s+[–—-]?\s*[\p{Lu}(][^.!?;|\n]{1,60})?$/u;

/** A line that names what follows and says nothing itself: marked as a heading, all bold, all capitals, or ending in a colon. */
function looksLikeHeading(line: string): boolean {
  if (line.startsWith('#')) return true;
  if (line.length > 100) return false;
  if (numberedPart.test(line)) return true;
  return (
    /^\*\*[^*]+\*\*:?$/.test(line) ||
    /^\[[^\][|\n]{2,60}\]$/.test(line) ||
    /[:：]$/.test(line) ||
    (/^[\p{Lu}\s&,.'’()/-]{4,60}$/u.test(line) && /\p{Lu}{3}/u.test(line))
  );
}

const beforeTitle = /(?:^|\n[ \t]*\n)[ \t]*$/u;
const title =
  /^(?!(?:dear|hi|hello|sehr|liebe|hallo|hola|estimad|bonjour|cher|from|to|the)\b)\p{Lu}[^.!?:;,|\n\d]{3,59}$/u;
const leastProse = 40;
const longestQuestion = 100;

/** "Parking" on a line of its own above a paragraph, in a letter that marks no headings. It may tell something itself: "Road closed". */
function isTitleAbove(text: string, { start, end }: Span, next: Span | undefined): boolean {
  if (
    next === undefined ||
    !title.test(text.slice(start, end)) ||
    !beforeTitle.test(text.slice(Math.max(0, start - 8), start))
  )
    return false;
  const following = text.slice(next.start, next.end);
  return text.slice(end, next.start).includes('\n') && following.length >= leastProse && /[.!?]$/u.test(following);
}

/** "What will I get?" on a line of its own is answered by what stands below it. */
function isQuestionAbove(text: string, { start, end }: Span, next: Span | undefined): boolean {
  if (next === undefined || end - start > longestQuestion || !/[?？]$/u.test(text.slice(start, end))) return false;
  const isAlone =
    beforeTitle.test(text.slice(Math.max(0, start - 8), start)) && text.slice(end, next.start).includes('\n');
  return isAlone && !/[?？]$/u.test(text.slice(next.start, next.end));
}

/** What the ranking of a document's passages says about each place of its text. */
function priorsOf(ranked: readonly RankedPassage[] | undefined, bestScore: number): (at: number) => number {
  if (!ranked || bestScore <= 0) return () => 0;
  const ordered = [...ranked].sort((a, b) => a.start - b.start);
  let next = 0;
  // Sentences are asked for in reading order.
  return (at) => {
    while (next < ordered.length && (ordered[next]?.end ?? 0) <= at) next++;
    const passage = ordered[next];
    return passage && passage.start <= at ? passage.score / bestScore : 0;
  };
}

/** How much a word tells: 0 for one in every sentence, more the rarer it is. */
export function weightOf(material: Material, stem: string): number {
  const count = material.sentences.length;
  return Math.log(1 + (count + 1) / ((material.frequencies.get(stem) ?? 0) + 0.5));
}

const leastSentences = 8;

/** A text of fewer sentences is judged by each of them too, and the one that says it is quoted alone. */
export const isOfFewSentences = ({ sentences }: Material): boolean => sentences.length < leastSentences;
