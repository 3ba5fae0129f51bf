import { areRelated } from '../text/related-words.ts';
import type { Question } from './question.ts';
import type { Material, Sentence } from './read-material.ts';
import { weightOf } from './read-material.ts';

/** A content word of the question: and how much it tells. */
export interface Term {
  /** Index of the token in the question. */
  token: number;
  stem: string;
  weight: number;
  isName: boolean;
}

/** Words that hold a question together and say little about what it asks. */
const pale = new Set(
  'need needs needed get gets got take takes took make makes made give gives given go goes happen happens happened exist exists find found call called mean means use used tell located situated cost costs want many much hay tiene tienen hat haben gibt kostet kosten cuesta cuestan coûte coûtent'.split(
    ' ',
  ),
);

/** "Wie hoch ist die Miete?" asks how much it is. */
const isOfHowMuch = ({ tokens, at }: Question, token: number): boolean =>
  token === at + 1 && tokens[at]?.lower === 'wie' && tokens[token]?.lower === 'hoch';

/** What is implied counts for less than what is said. */
export const impliedShare = 0.6;

/** How a stem of the material answers to a term of the question. */
export interface Match {
  term: number;
  strength: number;
}

/** The words of a question, weighed, and where the material holds them. */
export class Evidence {
  readonly terms: Term[];
  readonly totalWeight: number;
  readonly #matches = new Map<string, Match | null>();

  constructor(question: Question, material: Material) {
    this.terms = question.tokens.flatMap((token, index): Term[] => {
      if (!token.isContent || index === question.at) return [];
      const isName =
        token.kind === 'number' ||
        (index > 0 && /^\p{Lu}/u.test(token.text) && question.language !== 'de') ||
        question.tags[index] === 'PROPN';
      const weight =
        weightOf(material, token.stem) *
        (isName ? 1.3 : 1) *
        (index === question.focus ? 0.6 : 1) *
        (pale.has(token.lower) || isOfHowMuch(question, index) ? 0.3 : 1);
      return [{ token: index, stem: token.stem, weight, isName }];
    });
    this.totalWeight = this.terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  }

  /** The term that a stem stands for, or null. */
  match(stem: string): Match | null {
    const known = this.#matches.get(stem);
    if (known !== undefined) return known;
    const found = this.#find(stem);
    this.#matches.set(stem, found);
    return found;
  }

  /** Share of the question's weight that a sentence covers; words of the heading above it count for less. */
  coverage(sentence: Pick<Sentence, 'stems' | 'headingStems' | 'implied'>): number {
    const best = new Float64Array(this.terms.length);
    for (const stem of sentence.headingStems) this.#meet(best, stem, 0.6);
    for (const stem of sentence.implied) this.#meet(best, stem, impliedShare);
    for (const stem of sentence.stems) this.#meet(best, stem, 1);
    return this.weigh(best);
  }

  #meet(best: Float64Array, stem: string, share: number): void {
    const match = this.match(stem);
    if (match) best[match.term] = Math.max(best[match.term] ?? 0, match.strength * share);
  }

  /** Share of the question's weight, given how strongly each term was met. */
  weigh(strengths: Float64Array): number {
    let sum = 0;
    for (const [index, term] of this.terms.entries()) sum += term.weight * (strengths[index] ?? 0);
    return sum / this.totalWeight;
  }

  #find(stem: string): Match | null {
    let best: Match | null = null;
    for (const [term, { stem: asked, isName }] of this.terms.entries()) {
      const strength =
        stem === asked
          ? 1
          : isAlike(stem, asked)
            ? isName
              ? 0.7
              : 0.55
            : !isName && areRelated(stem, asked)
              ? 0.55
              : 0;
      if (strength > (best?.strength ?? 0)) best = { term, strength };
    }
    return best;
  }
}

/** Words that begin alike for most of their length: other endings, spellings, parts of compounds. */
function isAlike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const longer = Math.max(one.length, other.length);
  if (/\p{Script=Han}/u.test(one)) return shorter >= 2 && (one.includes(other) || other.includes(one));
  if (shorter < 4 || /\d/.test(one) || longer - shorter > 5) return false;
  let same = 0;
  while (same < shorter && one[same] === other[same]) same++;
  return same >= Math.max(4, Math.ceil(longer * 0.7)) || (same >= 5 && same === shorter);
}
