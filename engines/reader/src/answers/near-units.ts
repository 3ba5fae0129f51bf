import { jsonTables } from '../tables/json-tables.ts';
import { meantAlike } from '../text/everyday-words.ts';
import { wordLikeness } from '../text/like-words.ts';
import { plainPassage } from '../text/plain-passage.ts';
import { tokenize } from '../text/tokens.ts';
import { formFit } from './asked-form.ts';
import { impliedShare } from './evidence.ts';
import { impliedStems } from './implied-words.ts';
import type { Inquiry } from './inquiry.ts';
import type { Sentence } from './read-material.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

const mostUnits = 4000;
const longestRow = 320;
const headingShare = 0.6;
const alikeShare = 0.5;
const leastLead = 3;
/** A word that is less like a word of the question does not touch it. */
export const leastTouch = 0.35;
const saysSomething = /[.!。！;:：]["'”’»)]*\s*$|\p{L}:\s|\p{L} ?= ?\S/u;

/** A sentence, a line, or an entry of a list of JSON, and how strongly each term of the question is met in it. */
export interface Unit {
  document: number;
  /** Units of one group stand under one heading, in one table or in one list. */
  group: string;
  start: number;
  end: number;
  quote: string;
  isRow: boolean;
  /** A line that is no sentence and has no label. */
  isTitle: boolean;
  /** A line that leads to a list: "Bring by Monday:". */
  isLead: boolean;
  /** How much the passage speaks to the question that it stands in, by the ranking of its document; 0 without one. */
  prior: number;
  /** The terms that its words meet, in the order of the words; -1 for a word that meets none. */
  order: readonly number[];
  own: Float64Array;
  above: Float64Array;
}

/** The texts cut into what can be quoted, and how strongly each piece meets the words of the question. */
export const readUnits = (inquiry: Inquiry, touch: Touch): Unit[] => new UnitReading(inquiry, touch).units();

/** How strongly a stem of a text meets each term of a question. */
export type Touch = (stem: string) => Float64Array;

export function touchOf({ question, material, evidence }: Inquiry): Touch {
  const { terms } = evidence;
  const touches = new Map<string, Float64Array>();
  const alike = terms.map(({ stem }) => meantAlike(stem, question.language, material.language));
  return (stem) => {
    const known = touches.get(stem);
    if (known) return known;
    const touch = Float64Array.from(terms, ({ stem: asked, isName }, term) => {
      const likeness = wordLikeness(stem, asked);
      if (isName) return likeness < 1 ? likeness * 0.8 : likeness;
      return likeness < alikeShare && alike[term]?.(stem) === true ? alikeShare : likeness;
    });
    touches.set(stem, touch);
    return touch;
  };
}

class UnitReading {
  readonly #inquiry: Inquiry;
  readonly #touch: Touch;
  readonly #fit: ((text: string) => number) | undefined;

  constructor(inquiry: Inquiry, touch: Touch) {
    this.#inquiry = inquiry;
    this.#touch = touch;
    this.#fit = formFit(inquiry);
  }

  units(): Unit[] {
    const { documents, sentences } = this.#inquiry.material;
    const entries = documents.map(({ filename, text }, document) =>
      /\.jsonl?$/i.test(filename) ? this.#entries(text, document) : [],
    );
    const lines: Unit[] = [];
    for (const sentence of sentences) {
      if (lines.length > mostUnits) break;
      const isLeftOut = (sentence.isHeading && !this.#leads(sentence)) || (entries[sentence.document]?.length ?? 0) > 0;
      if (!isLeftOut) pushCounted(lines, this.#unitOf(sentence));
    }
    return [...lines, ...entries.flat()].slice(0, mostUnits);
  }

  /** "The council may stop the works if:" and "What do I do now?" say something together with what they lead to. */
  #leads({ document, start, end, tokens, header }: Sentence): boolean {
    const line = this.#inquiry.material.documents[document]?.text.slice(start, end) ?? '';
    return (
      header === undefined &&
      /^[^#|].*[:：?？]$/su.test(line) &&
      tokens.filter(({ isContent }) => isContent).length >= leastLead
    );
  }

  #unitOf(sentence: Sentence): Unit {
    const { document, start, end, header, section } = sentence;
    const { text } = this.#inquiry.material.documents[document] ?? { text: '' };
    return {
      document,
      group: `${document} ${section}`,
      start,
      end,
      quote: plainPassage(text, sentence, header),
      isRow: header !== undefined,
      isTitle: header === undefined && !saysSomething.test(text.slice(start, end)),
      isLead: sentence.isHeading,
      prior: sentence.prior,
      order: sentence.tokens.flatMap(({ isContent, stem }) => (isContent ? [bestTerm(this.#touch(stem))] : [])),
      own: this.#meet(sentence.stems, sentence.implied),
      above: this.#meet(sentence.headingStems).map((strength) => strength * headingShare),
    };
  }

  /** Objects of JSON as their fields say them. */
  #entries(text: string, document: number): Unit[] {
    const { language } = this.#inquiry.material;
    return jsonTables(text, document).flatMap((table, number) =>
      table.rows.map(({ cells, start, end }): Unit => {
        const fields = cells.flatMap((cell, column) =>
          cell === '' ? [] : [`${(table.headings[column] ?? '').replaceAll('_', ' ')}: ${cell}`],
        );
        const stems = (of: string) =>
          new Set(
            tokenize(of.replaceAll('_', ' '), language).flatMap(({ isContent, stem }) => (isContent ? [stem] : [])),
          );
        return {
          document,
          group: `${document} table ${number}`,
          start,
          end,
          quote: this.#shorten(fields),
          isRow: true,
          isTitle: false,
          isLead: false,
          prior: 0,
          order: [],
          own: this.#meet(stems(fields.join(', ')), impliedStems(fields.join(', '))),
          above: this.#meet(stems(`${table.title} ${table.around ?? ''}`)).map((strength) => strength * headingShare),
        };
      }),
    );
  }

  /** Of an entry with very many fields, the first one and those that touch the question. */
  #shorten(fields: readonly string[]): string {
    if (fields.join(', ').length <= longestRow) return fields.join(', ');
    const { language } = this.#inquiry.material;
    const touching = fields.filter(
      (field, index) =>
        index === 0 ||
        this.#fit?.(field) === 1 ||
        tokenize(field, language).some(
          ({ stem, isContent }) => isContent && this.#touch(stem).some((s) => s >= leastTouch),
        ),
    );
    let quote = '';
    for (const field of [...touching, ...fields.filter((each) => !touching.includes(each))])
      if (quote.length + field.length <= longestRow) quote += quote === '' ? field : `, ${field}`;
    return quote;
  }

  #meet(stems: Iterable<string>, implied: Iterable<string> = []): Float64Array {
    const { terms } = this.#inquiry.evidence;
    const met = new Float64Array(terms.length);
    for (const stem of stems)
      for (const [term, strength] of this.#touch(stem).entries()) met[term] = Math.max(met[term] ?? 0, strength);
    for (const stem of implied)
      for (const [term, { stem: asked }] of terms.entries())
        if (stem === asked) met[term] = Math.max(met[term] ?? 0, impliedShare);
    return met;
  }
}

/** What is quoted of goods and their count: a receipt has no longer lines. */
const longestGoods = 1000;
const counted = /^(?:[^:]{1,30}: )?\W{0,2}\d+(?:[.,]\d+)?\s?\p{L}{0,4}\s?[x×@]\s?\p{Sc}?\d/u;

/** Goods on a receipt stand over two lines: what it is, and below it how many at what price. */
function pushCounted(joined: Unit[], unit: Unit): void {
  const named = joined.at(-1);
  const goesOn =
    named?.group === unit.group &&
    named.quote.length <= longestGoods &&
    counted.test(unit.quote) &&
    !/\d[.,]\d{2}(?!\d)/u.test(named.quote);
  if (!goesOn) joined.push(unit);
  else
    joined[joined.length - 1] = {
      ...named,
      end: unit.end,
      quote: `${named.quote}, ${unit.quote}`,
      isTitle: false,
      order: [...named.order, ...unit.order],
      own: named.own.map((strength, term) => Math.max(strength, unit.own[term] ?? 0)),
    };
}

const bestTerm = (touch: Float64Array): number => {
  let best = -1;
  for (let term = 0; term < touch.length; term++)
    if ((touch[term] ?? 0) >= leastTouch && (best < 0 || (touch[term] ?? 0) > (touch[best] ?? 0))) best = term;
  return best;
};
