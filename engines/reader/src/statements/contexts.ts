import type { Grid } from '../extraction/document-part.ts';
import type { SourceText } from '../extraction/source-text.ts';
import { SpanIndex } from '../extraction/span-index.ts';
import { guessLanguage, type Language } from '../text/function-words.ts';
import { sentencesOf } from '../text/sentences.ts';
import { isDenied, partAt } from './denial.ts';
import { type AskedKind, withTaxWords } from './field-pattern.ts';
import { findMentions, type Mention } from './find-mentions.ts';
import { type NearWord, type Stretch, wordsBeside } from './near-words.ts';
import { type Part, readSums } from './sums.ts';
import { type MeantWord, meantWords, type PlacedWord } from './words.ts';

interface Heading extends Stretch {
  level: number;
}

const headingShare = 0.55;
const titleShare = 0.45;
const leadShare = 0.6;
const beforeShare = 0.3;
const cellShare = 0.35;
const mostItems = 30;
const mostTitles = 6;
const longestTitle = 80;
/** Words of a mail that is answered. */
const quotedShare = 0.7;
const partyShare = 0.5;
const partyReach = 5;
/** A heading that only says that its column holds sums. */
const plainShare = 0.4;
const isPlain = (words: readonly MeantWord[]): boolean =>
  words.length > 0 &&
  words.every(
    ({ traits, folded }) =>
      /^(?:betrag|amount|montant|importe|eur|euro)$/.test(folded) ||
      traits.some(({ name }) => name === 'total' || name === 'price'),
  );

/** "Claim no. 17" denies nothing. */
const numbered = /(?<!\p{L})no\.?:?\s{0,3}(?=[A-Z\d][\p{L}\d/-]{0,20}\d)/giu;
/** "Payable by 3 May without deduction": what stands behind it is denied. */
const without = /(?<!\p{L})(?:without|ohne|sans|sin)(?!\p{L})/giu;
/** "Claim no. TW-58": no sentence ends there. */
const endsInNumber = /(?<!\p{L})(?:no|nr|n[°º]|ref|tel|art)\.[ ]{1,3}$/iu;
const longestJoined = 2_000;
const longestHeading = 160;
// bounded: a line and its rule, at most 166 characters
const isUnderlined = (lines: string): boolean => /\n\s*[-=]{3,}\s*$/.test(lines);

/** The text by sentences, tables and headings, to tell what words stand by a value. */
export class Contexts {
  readonly language: Language;
  /** Words of the text, folded: what its compounds are made of. */
  readonly known: ReadonlySet<string>;
  readonly #source: SourceText;
  readonly #sentences: SpanIndex<Stretch>;
  readonly #list: Stretch[];
  readonly #headings: Heading[];
  readonly #headingsByPlace: SpanIndex<Heading>;
  readonly #places = new Map<Stretch, number>();
  readonly #cells: SpanIndex<{ start: number; end: number; grid: Grid; row: number; column: number }>;
  readonly #title: MeantWord[];
  readonly #titleEnd: number;
  readonly #plain: string;
  readonly #near = new Map<string, NearWord[]>();
  readonly #mentions = new Map<AskedKind, Mention[]>();
  #sums: ReadonlyMap<number, Part> | undefined;
  readonly #cellWords = new Map<number, MeantWord[]>();

  constructor(source: SourceText) {
    this.#source = source;
    this.language = guessLanguage(source.text.slice(0, 4000));
    this.#plain = withTaxWords(source.text);
    this.known = source.words;
    const grids = source.parts.grids;
    this.#cells = new SpanIndex(
      grids.flatMap((grid) =>
        grid.rows.flatMap((cells, row) =>
          cells.flatMap(({ start, end, text }, column) => (text === '' ? [] : [{ start, end, grid, row, column }])),
        ),
      ),
    );
    this.#list = this.#read();
    this.#sentences = new SpanIndex(this.#list);
    this.#headings = this.#list.flatMap((stretch) => {
      const level = this.#levelOf(stretch);
      return level > 0 ? [{ ...stretch, level }] : [];
    });
    this.#headingsByPlace = new SpanIndex(this.#headings);
    for (const [place, stretch] of this.#list.entries()) this.#places.set(stretch, place);
    this.#titleEnd = this.#list[1]?.end ?? 0;
    this.#title = this.#list
      .slice(0, 2)
      .flatMap(({ words }) => words)
      .slice(0, 12);
  }

  #read(): Stretch[] {
    const joined: { start: number; end: number }[] = [];
    for (const { start, end } of sentencesOf(this.#source.text, { isWrapped: true })) {
      const last = joined.at(-1);
      if (
        last &&
        last.end - last.start < longestJoined &&
        endsInNumber.test(this.#source.text.slice(last.end - 8, start))
      )
        last.end = end;
      else joined.push({ start, end });
    }
    return joined.map(({ start, end }) => ({ start, end, words: this.#words(start, end) }));
  }

  #words(start: number, end: number): PlacedWord[] {
    return meantWords(this.#plain.slice(start, end), this.language).map((word) => ({ ...word, at: word.at + start }));
  }

  #levelOf({ start, end }: Stretch): number {
    const line = this.#source.text.slice(start, end);
    const mark = /^#{1,6}(?=\s)/.exec(line)?.[0].length;
    if (mark !== undefined) return mark;
    if (line.length <= longestHeading && isUnderlined(this.#source.text.slice(start, end + 6))) return 2;
    return /^\*\*[^*]+\*\*:?$/.test(line) || (/^\d{1,2}\.?\s+\p{Lu}[^.!?;|]{2,60}$/u.test(line) && !line.includes('\n'))
      ? 3
      : 0;
  }

  /** Titles and headings of the whole text, first ones first. */
  titles(): { text: string; start: number; end: number }[] {
    const first = this.#list.slice(0, mostTitles).filter(({ start, end }) => end - start <= longestTitle);
    return [...new Set([...this.#headings.slice(0, 2), ...first])].map(({ start, end }) => ({
      text: this.#source.text.slice(start, end),
      start,
      end,
    }));
  }

  /** Whether the part of a sentence that holds a value says that something is not so. */
  isDenied(mention: Mention): boolean {
    const sentence = this.#cells.isMet(mention.start, mention.end) ? undefined : this.sentenceAt(mention);
    if (sentence === undefined) return false;
    const { text } = this.#source;
    const said = text.slice(sentence.start, mention.end) + text.slice(mention.end, sentence.end).replace(without, ' ');
    return isDenied(partAt(said, mention.start - sentence.start).replaceAll(numbered, ' '));
  }

  isInTable({ start, end }: { start: number; end: number }): boolean {
    return this.#cells.isMet(start, end);
  }

  /** Which amounts are sums of others. */
  sums(): ReadonlyMap<number, Part> {
    this.#sums ??= readSums(this.#source.numbers, this.#source.parts.grids);
    return this.#sums;
  }

  sentenceAt({ start, end }: { start: number; end: number }): Stretch | undefined {
    return this.#sentences.meeting(start, end)[0];
  }

  sentences(): readonly Stretch[] {
    return this.#list;
  }

  /** The words above a place: its headings, and what the text is. */
  above(start: number): NearWord[] {
    const nearest = this.#headingsByPlace.lastFrom(start - 1);
    return [
      ...(nearest?.words ?? []).map((word) => ({ word, weight: headingShare, isAbove: true })),
      ...(start >= this.#titleEnd ? this.#title : []).map((word) => ({ word, weight: titleShare, isAbove: true })),
    ];
  }

  /** The values of a kind, in reading order. */
  mentions(kind: AskedKind): readonly Mention[] {
    const known = this.#mentions.get(kind) ?? findMentions(kind, this.#source, this.language);
    this.#mentions.set(kind, known);
    return known;
  }

  /** The words that say what a value is, the other values of its kind being its rivals. */
  of(mention: Mention, kind: AskedKind): readonly NearWord[] {
    const key = `${kind} ${mention.start}`;
    const near = this.#near.get(key) ?? this.#nearTo(mention, this.mentions(kind));
    this.#near.set(key, near);
    return near;
  }

  #nearTo(mention: Mention, rivals: readonly Mention[]): NearWord[] {
    const cell = this.#cells.meeting(mention.start, mention.end)[0];
    if (cell) return [...this.#ofCell(cell, mention), ...this.above(mention.start)];
    const sentence = this.sentenceAt(mention);
    if (!sentence) return this.above(mention.start);
    const at = this.#places.get(sentence) ?? 0;
    const before = this.#list[at - 1];
    const gap = before ? this.#source.text.slice(before.end, sentence.start) : '\n\n';
    const isLead = before !== undefined && /:\s*$/.test(this.#source.text.slice(before.start, before.end));
    const lead = this.#leadOf(at);
    const isQuoted = /^>/m.test(
      this.#source.text.slice(this.#source.text.lastIndexOf('\n', mention.start) + 1, mention.start + 1),
    );
    const near = [
      ...wordsBeside(mention, sentence, rivals, this.#source.text),
      ...(before && (isLead || !/\n\s*\n/.test(gap))
        ? before.words.map((word) => ({ word, weight: isLead ? leadShare : beforeShare }))
        : []),
      ...lead.map((word) => ({ word, weight: leadShare * 0.8 })),
      ...this.#partyBefore(at),
      ...this.above(mention.start),
    ];
    return isQuoted ? near.map((each) => ({ ...each, weight: each.weight * quotedShare })) : near;
  }

  /** Whose address or number it is stands above it. */
  #partyBefore(at: number): NearWord[] {
    for (let before = at - 1; before >= Math.max(0, at - partyReach); before--) {
      const parties = (this.#list[before]?.words ?? []).filter(({ traits }) =>
        traits.some(({ axis }) => axis === 'party'),
      );
      if (parties.length > 0) return parties.map((word) => ({ word, weight: partyShare }));
    }
    return [];
  }

  /** Of an item of a list, the words of the line that leads to it. */
  #leadOf(at: number): MeantWord[] {
    const { text } = this.#source;
    const isItem = (stretch: Stretch | undefined) =>
      stretch !== undefined && /^\s*[-*•–]\s/.test(text.slice(stretch.start, stretch.end));
    let first = at;
    while (first > at - mostItems && first > 0 && isItem(this.#list[first])) first -= 1;
    const lead = this.#list[first];
    return first < at && lead && /:\s*$/.test(text.slice(lead.start, lead.end)) ? lead.words : [];
  }

  #ofCell({ grid, row, column }: { grid: Grid; row: number; column: number }, mention: Mention): NearWord[] {
    const cells = grid.rows[row] ?? [];
    const heading = grid.headings[column];
    const first = cells.find(({ text }) => /\p{L}{2}/u.test(text));
    const found: NearWord[] = [];
    const take = (span: { start: number; end: number } | undefined, weight: number) => {
      for (const word of span ? this.#wordsOf(span) : []) found.push({ word, weight });
    };
    take(heading, heading && isPlain(this.#wordsOf(heading)) ? plainShare : 0.95);
    for (const cell of cells) {
      const isOwn = cell.start <= mention.start && cell.end >= mention.end;
      take(cell, isOwn || cell === first ? 1 : cellShare);
    }
    return found;
  }

  #wordsOf({ start, end }: { start: number; end: number }): MeantWord[] {
    const known = this.#cellWords.get(start) ?? this.#words(start, end);
    this.#cellWords.set(start, known);
    return known;
  }
}
