import type { UngroundedPart } from '@parley/contract';
import { comparedWith, type Figure, figuresOf } from '@parley/text';
import { addressesIn, KnownAddresses } from './addresses.ts';
import { findMarks, type MarkGroup } from './citation-marks.ts';
import { DigitRuns } from './digit-runs.ts';
import { currencyAt, FigureEvidence, isComputed, resultsOf } from './figure-evidence.ts';
import type { NumberedPassage } from './number-passages.ts';
import { figuresIn, isCount, isInDigits, replaced, withoutOrdinal, wordBehind } from './reply-figures.ts';

export interface GateOptions {
  passages: readonly NumberedPassage[];
  /** What needs no mark: facts of the documents, and what the caller wrote, whose figures may be repeated. */
  given: FigureEvidence;
  /** Texts besides the passages whose addresses may be repeated: what the caller wrote. Default: none. */
  givenTexts?: readonly string[];
  /** Keep the marks, numbered as the sources are; otherwise they are taken out. */
  isInline: boolean;
}

/** A sentence that grows beyond this is judged as far as it goes. */
const longestUnit = 4_000;
/** Of a reply that comes at once so much is taken in at a time. */
const pieceLength = 1_000;
const mostReported = 50;
/** More than results are computed from. */
const mostShown = 50;
const removed = '[…]';
/** A sentence's end with the marks behind it, or a line's end. */
const unitEnd = /\n|[.!?…][)"'”’»*_\]]*(?=\s|\[[\d^]|【)|[。！？][)"'”’»]*/g;
/** From one of these on, what follows may be changed by what comes later in the sentence. */
const maybeChanged =
  /[\d[【`<]|\](?:\(|$)|\b(?:https?|ftp|wss?|src|href)(?:[:=]|$)|\b(?:h|ht|htt|hr|hre|f|ft|w|ws|s|sr)$/i;
/** What marks, figures and addresses are written with: a sentence without it needs no closer look. */
const judgeable = /[\d[\]【<]|:\/\//;
const lastEnd = /[.!?…。！？][)"'”’»*_\]]*\s*$/;

/**
 * What a model says about documents on its way to the caller. Marks that name a passage become its sources; marks that name
 * none, figures that the passage named for them does not hold, and addresses that nobody gave (a page that shows the reply would
 * fetch or lead to them) are taken out and reported. Text goes on as it comes; only from a figure, a bracket or an address on it waits for the end of its sentence.
 */
export class CitationGate {
  /** The passages named, in the order of their first mark. */
  readonly cited: NumberedPassage[] = [];
  readonly ungrounded: UngroundedPart[] = [];
  readonly #options: GateOptions;
  readonly #addresses: KnownAddresses;
  readonly #checked = new Set<NumberedPassage>();
  readonly #evidence = new Map<number, FigureEvidence>();
  readonly #shown: Figure[] = [];
  #digits: DigitRuns | null = null;
  /** Of the sentence at hand: what has gone out, and what waits. */
  #told = '';
  #held = '';
  #isCode = false;
  #hasMarks = false;
  #saysNothing = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#addresses = new KnownAddresses([...options.passages.map(({ text }) => text), ...(options.givenTexts ?? [])]);
  }

  /** A mark was given, of whatever kind. */
  get hasMarks(): boolean {
    return this.#hasMarks;
  }

  /** The model said that no passage answers. */
  get saysNothing(): boolean {
    return this.#saysNothing && this.cited.length === 0;
  }

  /** Takes a piece of the reply in and gives what can go out. */
  push(text: string): string {
    if (text.length <= pieceLength) return this.#push(text);
    let out = '';
    for (let at = 0; at < text.length; at += pieceLength) out += this.#push(text.slice(at, at + pieceLength));
    return out;
  }

  #push(text: string): string {
    this.#held += text;
    let out = '';
    for (let end = this.#unitEnd(); end !== null; end = this.#unitEnd()) out += this.#release(end);
    if (this.#told.length + this.#held.length > longestUnit) return out + this.#release(this.#held.length);
    return out + this.#early();
  }

  /** The reply has ended, or something else than text follows: gives the rest. */
  end(): string {
    const out = this.#release(this.#held.length);
    this.#told = '';
    return out;
  }

  /** Where the sentence at hand ends with its marks; null while that is not known. */
  #unitEnd(): number | null {
    unitEnd.lastIndex = 0;
    for (let match = unitEnd.exec(this.#held); match !== null; match = unitEnd.exec(this.#held)) {
      const end = match.index + match[0].length;
      // Blank lines are one unit: millions of them are no million units.
      if (match[0] === '\n') return match.index === 0 && this.#told === '' ? this.#blankLines() : end;
      // The number of a list's item ends no sentence.
      if (/^\s*\d{1,3}\.$/.test(this.#told + this.#held.slice(0, end))) continue;
      const behind =
        /^(?:[ \t\u00a0]*(?:\[[\d\s,;^–-]*\]|【[^】\n]*】))*[ \t\u00a0]*/.exec(this.#held.slice(end))?.[0] ?? '';
      const next = this.#held.slice(end + behind.length);
      if (next === '' || (/^[[【]/.test(next) && !/^\[[^\]]*\]|^\[[^\d\s^]/.test(next))) return null;
      return end + behind.trimEnd().length;
    }
    return null;
  }

  #blankLines(): number {
    let end = 1;
    while (this.#held[end] === '\n') end++;
    return end;
  }

  /** What of an unfinished sentence nothing that follows can change. */
  #early(): string {
    const at = this.#held.search(this.#isCode ? /`/ : maybeChanged);
    // A mark may stand behind the end of its sentence, and takes the white space before it with it.
    const safe = (at < 0 ? this.#held : this.#held.slice(0, at)).replace(lastEnd, '').trimEnd();
    this.#told += safe;
    this.#held = this.#held.slice(safe.length);
    return safe;
  }

  #release(length: number): string {
    const unit = this.#told + this.#held.slice(0, length);
    const from = this.#told.length;
    this.#held = this.#held.slice(length);
    this.#told = '';
    const isFence = /^\s*```/.test(unit);
    const isCode = this.#isCode;
    if (isFence) this.#isCode = !isCode;
    return isCode || isFence ? unit.slice(from) : this.#judged(unit, from);
  }

  /** The part of a sentence from `from` on, without what does not hold. */
  #judged(unit: string, from: number): string {
    if (!judgeable.test(unit)) return unit.slice(from);
    const marks = findMarks(unit).filter((mark) => mark.start >= from && this.#isMark(mark));
    if (marks.length > 0) this.#hasMarks = true;
    const named = this.#namedBy(marks);
    const foreign = addressesIn(unit).filter(({ end, address }) => end > from && !this.#addresses.has(address));
    for (const { address } of foreign) this.#report({ text: address.slice(0, 200), reason: 'address_in_no_passage' });
    const isForeign = ({ start }: Figure) => foreign.some((one) => start >= one.start && start < one.end);
    const figures = withoutOrdinal(unit, figuresIn(unit, marks)).filter((figure) => !isForeign(figure));
    const wrong = named.length > 0 ? this.#wrongFigures(unit, figures, named) : [];
    if (named.length === 0) this.#reportUnmarked(figures);
    // A sentence all of whose figures stand elsewhere does not rest on the passage.
    const compared = comparedWith(
      unit,
      named.map(({ text }) => text),
    );
    const isTurned = compared === 'turned';
    if (isTurned) this.#report({ text: unit.trim().slice(0, 200), reason: 'negated_in_passage' });
    const stands = !isTurned && (wrong.length === 0 || wrong.length < figures.length);
    if (stands) for (const passage of named) if (!this.cited.includes(passage)) this.cited.push(passage);
    if (stands && wrong.length === 0) this.#check(figures, named, compared === 'said');
    const changes = [
      ...foreign.map(({ start, end, instead }) => ({ start, end, text: instead })),
      ...marks.map((mark) => ({ start: mark.start, end: mark.end, text: stands ? this.#inline(mark, unit) : '' })),
      ...wrong.map(({ start, end }) => ({ start, end, text: removed })),
    ];
    return replaced(unit, changes, from);
  }

  /** Notes the passages that a sentence could be held against: by its words, or by its figures, which they hold. */
  #check(figures: readonly Figure[], named: readonly NumberedPassage[], isSaid: boolean): void {
    for (const passage of named) {
      if (isSaid || figures.some((figure) => this.#evidenceOf(passage).holds(figure))) this.#checked.add(passage);
    }
  }

  /** Whether a sentence that names the passage was held against it; nothing can be said of one in other words and without figures. */
  isChecked(passage: NumberedPassage): boolean {
    return this.#checked.has(passage);
  }

  /** Brackets around a number that no count of passages reaches are the text's own. */
  #isMark({ numbers }: MarkGroup): boolean {
    return numbers.some((number) => number <= Math.max(999, this.#options.passages.length));
  }

  #namedBy(marks: readonly MarkGroup[]): NumberedPassage[] {
    const named = new Set<NumberedPassage>();
    for (const { numbers, text } of marks) {
      for (const number of numbers) {
        const passage = this.#options.passages[number - 1];
        if (number === 0) this.#saysNothing = true;
        else if (passage) named.add(passage);
        else this.#report({ text: numbers.length > 1 ? `[${number}]` : text, reason: 'no_such_passage' });
      }
    }
    return [...named];
  }

  #wrongFigures(unit: string, figures: readonly Figure[], named: readonly NumberedPassage[]): Figure[] {
    const evidence = [this.#options.given, ...named.map((passage) => this.#evidenceOf(passage))];
    const isHeld = (figure: Figure) => evidence.some((one) => one.holds(figure, currencyAt(unit, figure)));
    // Numbers in words are not judged, but results may be made of them: "for five years, until 2029".
    const inWords = figuresOf(unit).filter((figure) => !isInDigits(unit, figure));
    const held = new Set([...figures, ...inWords].filter(isHeld));
    const results = resultsOf([...this.#shown, ...held]);
    const wrong = figures.filter((figure) => {
      if (held.has(figure) || isComputed(figure, results)) return false;
      return !isCount(figure) || evidence.some((one) => one.contradicts(wordBehind(unit, figure)));
    });
    for (const figure of figures) if (held.has(figure)) this.#show(figure);
    for (const figure of wrong) {
      this.#report({ text: unit.slice(figure.start, figure.end), reason: 'figure_not_in_passage' });
    }
    return wrong;
  }

  /** A figure without a mark stays; when no passage has it, the reply says so. */
  #reportUnmarked(figures: readonly Figure[]): void {
    this.#digits ??= new DigitRuns(this.#options.passages.map(({ text }) => text));
    let results: number[] | null = null;
    for (const figure of figures) {
      const written = figure.text.match(/\d[\d.,'’\u00a0\u202f ]*\d|\d/)?.[0] ?? figure.text;
      if (this.#options.given.holds(figure) || this.#digits.hold(written)) {
        this.#show(figure);
        results = null;
      } else if (!isCount(figure) && this.ungrounded.length < mostReported) {
        results ??= resultsOf(this.#shown);
        if (!isComputed(figure, results)) this.#report({ text: written, reason: 'figure_in_no_passage' });
      }
    }
  }

  /** Further figures may be computed from it, and from the last few before it. */
  #show(figure: Figure): void {
    this.#shown.push(figure);
    if (this.#shown.length > mostShown) this.#shown.shift();
  }

  #evidenceOf(passage: NumberedPassage): FigureEvidence {
    const known = this.#evidence.get(passage.number);
    if (known) return known;
    const made = FigureEvidence.of([passage.label, passage.text]);
    this.#evidence.set(passage.number, made);
    return made;
  }

  /** The mark as the caller sees it, with the white space that was before it. */
  #inline({ numbers, start, end, text }: MarkGroup, unit: string): string {
    if (!this.#options.isInline) return '';
    const places = numbers.map((number) => this.cited.findIndex((passage) => passage.number === number) + 1);
    const marks = [...new Set(places)].filter((place) => place > 0).map((place) => `[${place}]`);
    return marks.length === 0 ? '' : unit.slice(start, end - text.length) + marks.join('');
  }

  #report(part: UngroundedPart): void {
    const isKnown = this.ungrounded.some(({ text, reason }) => text === part.text && reason === part.reason);
    if (!isKnown && this.ungrounded.length < mostReported) this.ungrounded.push(part);
  }
}
