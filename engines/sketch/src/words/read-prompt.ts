import { hashText } from '../canvas/random.ts';
import { drawings } from '../drawings/drawings.ts';
import { drawingFor, isAlike, isPlural, singular } from './lexicon.ts';
import { type Mention, type Reading, type Relation, relations, type Side, skyWords, styleNouns } from './reading.ts';
import {
  type Backdrop,
  backdropWords,
  colourWords,
  groupWords,
  moodWords,
  numberWords,
  seasonWords,
  silentWords,
  sizeWords,
  styleWords,
  timeWords,
  weatherWords,
} from './settings.ts';
import { splitPrompt } from './split-prompt.ts';

/** Reads a prompt word by word; the same words always give the same reading. */
export function readPrompt(prompt: string): Reading {
  const { words, quotes } = splitPrompt(prompt);
  return new PromptReader(words, quotes).read();
}

class PromptReader {
  readonly #words: string[];
  readonly #reading: Reading;
  #colours: string[] = [];
  #count: number | null = null;
  #size = 1;
  #side: Side | null = null;
  #relation: Relation | null = null;
  #isClauseOpen = false;

  constructor(words: string[], quotes: string[]) {
    this.#words = words;
    this.#reading = {
      mentions: [],
      places: [],
      time: null,
      weather: null,
      season: null,
      style: 'painted',
      mood: null,
      sky: new Set(),
      quotes,
      unknown: [],
      words: words.filter((word) => word !== ','),
      colours: [],
    };
  }

  read(): Reading {
    for (let index = 0; index < this.#words.length; ) index += this.#step(index);
    this.#reading.colours.push(...this.#colours);
    return this.#reading;
  }

  /** Takes one phrase and returns how many words it was. */
  #step(index: number): number {
    const word = this.#words[index] ?? '';
    if (word === ',') {
      this.#endClause();
      return 1;
    }
    for (let length = 4; length >= 1; length--) {
      const words = this.#words.slice(index, index + length);
      if (words.length < length || words.includes(',')) continue;
      const phrase = words.join(' ');
      if (
        this.#takeRelation(phrase, index + length) ||
        this.#takeThing(phrase, index, length) ||
        this.#takeSetting(phrase, index, index + length)
      )
        return length;
    }
    this.#takeWord(word, this.#words[index + 1]);
    return 1;
  }

  #takeThing(phrase: string, index: number, length: number): boolean {
    const name = drawingFor(phrase);
    if (name === null || this.#isAdjective(index, length) || this.#isGroup(index, length)) return false;
    const place = backdropWords.get(phrase);
    const last = phrase.split(' ').at(-1) ?? phrase;
    const isBare = isPlural(last) && this.#count === null && this.#colours.length === 0;
    // "houses" without a number are the surroundings as well, and "under the stars" is the sky.
    if (isBare && ((place !== undefined && name !== 'tree') || timeWords.has(phrase))) return false;
    if (place !== undefined && this.#before(index) === 'in') return false;
    const counted = this.#count !== null && this.#count > 1 ? this.#count : undefined;
    const many = counted ?? groupWords[last] ?? this.#count ?? (isPlural(last) ? 3 : isAlike(last) ? 4 : 1);
    const mention: Mention = {
      drawing: name,
      count: Math.max(1, Math.min(14, many)),
      colours: this.#colours,
      size: this.#size,
      side: this.#side,
      relation: this.#relation !== null && this.#reading.mentions.length > 0 ? this.#reverse() : null,
    };
    const relation = this.#relation;
    const previous = this.#reading.mentions.length - 1;
    this.#reading.mentions.push(mention);
    const owner = this.#reading.mentions[previous];
    if (
      relation !== null &&
      owner !== undefined &&
      mention.relation === null &&
      relation !== 'wear' &&
      relation !== 'hold'
    )
      this.#relate(previous, relation);
    this.#colours = [];
    this.#count = null;
    this.#size = 1;
    this.#side = null;
    this.#relation = null;
    this.#isClauseOpen = true;
    if (place !== undefined) this.#place(place);
    return true;
  }

  /** "A family of ducks": how many there are of what follows. */
  #isGroup(index: number, length: number): boolean {
    return length === 1 && groupWords[this.#words[index] ?? ''] !== undefined && this.#words[index + 1] === 'of';
  }

  /** "An apple, a pear and a cup on a table": what is enumerated before stands there too. */
  #relate(previous: number, kind: Relation): void {
    const { mentions } = this.#reading;
    const target = mentions.length - 1;
    for (let index = previous; index >= 0; index--) {
      const one = mentions[index];
      const isSame =
        one !== undefined &&
        one.relation === null &&
        (index === previous || (kind === 'on' && drawings[one.drawing]?.place === 'table'));
      if (!isSame) return;
      one.relation = { kind, target };
    }
  }

  /** What is worn or held belongs to the one before; other relations move the one before. */
  #reverse(): Mention['relation'] {
    if (this.#relation !== 'wear' && this.#relation !== 'hold') return null;
    return { kind: this.#relation, target: this.#reading.mentions.length - 1 };
  }

  /** "orange cat": a thing's name that is a colour, or the first half of a longer name, describes what follows. */
  #isAdjective(index: number, length: number): boolean {
    const word = this.#words[index] ?? '';
    const next = this.#words[index + 1];
    if (length > 1 || next === undefined || next === ',' || colourWords[word] === undefined) return false;
    const after = this.#words[index + 2] ?? '';
    return drawingFor(next) !== null || backdropWords.has(next) || (next === 'and' && drawingFor(after) !== null);
  }

  #takeRelation(phrase: string, next: number): boolean {
    const found = relations.find(([words]) => words === phrase);
    if (!found || this.#reading.mentions.length === 0) return false;
    const [, kind] = found;
    // Only when a thing follows in this clause: "on the beach" says where the scene is.
    for (let index = next; index < Math.min(next + 7, this.#words.length); index++) {
      const word = this.#words[index] ?? '';
      if (word === ',' || word === 'and') return false;
      for (const length of [3, 2, 1]) {
        const ahead = this.#words.slice(index, index + length).join(' ');
        if (drawingFor(ahead) !== null && colourWords[ahead] === undefined) {
          this.#relation = kind;
          return true;
        }
        if (backdropWords.has(ahead) || skyWords.has(singular(ahead))) return false;
      }
    }
    return false;
  }

  #takeSetting(phrase: string, index: number, next: number): boolean {
    const { sky } = this.#reading;
    const style = styleWords.get(phrase);
    if (style !== undefined && (phrase !== 'simple' || styleNouns.has(this.#words[next] ?? '')))
      this.#reading.style = style;
    const place = backdropWords.get(phrase);
    if (place !== undefined) this.#place(place);
    const mood = moodWords.get(phrase);
    if (mood !== undefined) this.#reading.mood = mood;
    const time = timeWords.get(phrase);
    if (
      time !== undefined &&
      !(time === 'day' && this.#reading.time !== null) &&
      phrase !== 'dark' &&
      phrase !== 'bright'
    )
      this.#reading.time = time;
    if (
      phrase === 'dark' &&
      this.#reading.time === null &&
      drawingFor(this.#words[next] ?? '') === null &&
      colourWords[this.#words[next] ?? ''] === undefined
    )
      this.#reading.time = 'night';
    const weather = weatherWords.get(phrase);
    if (weather !== undefined && !(weather === 'cloudy' && this.#reading.weather !== null))
      this.#reading.weather = weather;
    const season = seasonWords.get(phrase);
    const isVerb = phrase === 'fall' && this.#isClauseOpen && this.#before(index) !== 'in';
    if (season !== undefined && !isVerb && phrase !== 'may') this.#reading.season = season;
    const body = singular(
      phrase === 'northern lights'
        ? 'aurora'
        : phrase === 'shooting star'
          ? 'comet'
          : phrase === 'starry'
            ? 'stars'
            : /^(?:(?:full|crescent|half) )?moon$/.test(phrase)
              ? 'moon'
              : phrase === 'fireflies'
                ? 'firefly'
                : phrase,
    );
    const isBody = skyWords.has(body);
    if (isBody) sky.add(body);
    const isKnown =
      style !== undefined ||
      place !== undefined ||
      mood !== undefined ||
      time !== undefined ||
      weather !== undefined ||
      season !== undefined ||
      isBody;
    if (isKnown && (place !== undefined || isBody) && this.#colours.length > 0) {
      this.#reading.colours.push(...this.#colours);
      this.#colours = [];
    }
    if (isKnown && place !== undefined)
      this.#count = /^(?:field|garden|orchard|row|forest|sea)$/.test(phrase) && this.#words[next] === 'of' ? 10 : null;
    return isKnown;
  }

  #takeWord(word: string, next: string | undefined): void {
    const colour = colourWords[word];
    const group = next === 'of' ? groupWords[word] : undefined;
    const number = group ?? (/^\d{1,2}$/.test(word) ? Number(word) : numberWords[word]);
    const size = sizeWords[word];
    if (colour !== undefined) this.#colours.push(colour);
    else if (number !== undefined && !(number === 1 && this.#count !== null)) this.#count = number;
    else if (size !== undefined) this.#size = size;
    else if (word === 'left' || word === 'right' || word === 'center' || word === 'centre')
      this.#takeSide(word === 'centre' ? 'center' : word);
    else if (word === 'and' && this.#colours.length === 0) this.#endClause();
    else if (
      number === undefined &&
      groupWords[word] === undefined &&
      !silentWords.has(word) &&
      /\p{L}{2}/u.test(word) &&
      !/(?:ly|ing|ed)$/.test(word)
    ) {
      if (this.#reading.unknown.length < 6 && !this.#reading.unknown.includes(word)) this.#reading.unknown.push(word);
    }
  }

  #takeSide(side: Side): void {
    const last = this.#reading.mentions.at(-1);
    if (this.#isClauseOpen && last && last.side === null) last.side = side;
    else this.#side = side;
  }

  #endClause(): void {
    this.#isClauseOpen = false;
    this.#relation = null;
    if (this.#colours.length > 0 && this.#reading.mentions.length === 0) return;
    this.#reading.colours.push(...this.#colours);
    this.#colours = [];
  }

  #before(index: number): string {
    for (let back = index - 1; back >= 0; back--) {
      const word = this.#words[back] ?? '';
      if (word !== 'the' && word !== 'a' && word !== 'an' && sizeWords[word] === undefined) return word;
    }
    return '';
  }

  #place(place: Exclude<Backdrop, 'poster'>): void {
    if (!this.#reading.places.includes(place)) this.#reading.places.push(place);
  }
}

/** The stream of numbers of a prompt and a seed starts here. */
export const seedOf = (prompt: string, seed: number): number => hashText(`${prompt.trim().toLowerCase()}#${seed}`);
