import { type Finding, type FindPlaces, placeholder, replaced } from './finding.ts';

/** A text on its way: what is given out has been looked at. */
export interface GuardedText {
  push(text: string): Promise<string>;
  /** The rest, at the end. */
  end(): Promise<string>;
}

/** As much of the newest text waits as the longest thing that a guard finds may take. */
const window = 200;
/** So many new characters come together before they are looked at. */
const step = 48;
/** What was given out already and is looked at once more, since it says what follows it. */
const context = 100;

/**
 * Holds back the newest characters of a text and gives out the rest, with what was found replaced. `onFound` may throw, which ends the text before
 * any of what was found has left.
 */
export class WindowedText implements GuardedText {
  readonly #find: FindPlaces;
  readonly #replaces: boolean;
  readonly #onFound: (found: readonly Finding[]) => void;
  #waiting = '';
  #before = '';
  #looked = 0;

  constructor({
    find,
    replaces,
    onFound,
  }: { find: FindPlaces; replaces: boolean; onFound: (found: readonly Finding[]) => void }) {
    this.#find = find;
    this.#replaces = replaces;
    this.#onFound = onFound;
  }

  async push(text: string): Promise<string> {
    this.#waiting += text;
    if (this.#waiting.length < Math.max(window + step, this.#looked + step)) return '';
    return this.#give(this.#waiting.length - window);
  }

  end(): Promise<string> {
    return this.#waiting === '' ? Promise.resolve('') : this.#give(this.#waiting.length);
  }

  async #give(upTo: number): Promise<string> {
    const from = this.#before.length;
    const places = (await this.#find(this.#before + this.#waiting))
      .map((place) => ({ ...place, start: place.start - from, end: place.end - from }))
      .filter(({ start }) => start >= 0);
    const isLast = upTo === this.#waiting.length;
    // What reaches into the part that waits may go on there.
    const open = isLast ? undefined : places.find(({ start, end }) => start < upTo && end > upTo);
    const cut = open ? open.start : upTo;
    const closed = places.filter(({ end }) => end <= cut);
    this.#onFound(closed);
    const given = this.#waiting.slice(0, cut);
    this.#before = (this.#before + given).slice(-context);
    this.#waiting = this.#waiting.slice(cut);
    this.#looked = open ? this.#waiting.length : 0;
    return this.#replaces ? replaced(given, closed, ({ kind }) => placeholder(kind)) : given;
  }
}

/** Pieces of a text that somebody outside is asked about, each with the end of the one before. */
const pieceLength = 600;
const joint = 200;

/** Holds a piece of a text back until it has been judged. */
export class JudgedText implements GuardedText {
  readonly #judge: (text: string) => Promise<string | null>;
  #waiting = '';
  #before = '';

  readonly #joint: number;

  /**
   * `judge` gives the text that stands in place of the piece, null to leave it as it is, and throws to end it. `replaces`: it may, and so is asked about
   * the piece alone.
   */
  constructor(judge: (text: string) => Promise<string | null>, { replaces }: { replaces: boolean }) {
    this.#judge = judge;
    this.#joint = replaces ? 0 : joint;
  }

  push(text: string): Promise<string> {
    this.#waiting += text;
    return this.#waiting.length < pieceLength ? Promise.resolve('') : this.#give();
  }

  end(): Promise<string> {
    return this.#waiting === '' ? Promise.resolve('') : this.#give();
  }

  async #give(): Promise<string> {
    const piece = this.#waiting;
    const instead = await this.#judge(this.#before + piece);
    this.#before = this.#joint === 0 ? '' : piece.slice(-this.#joint);
    this.#waiting = '';
    return instead ?? piece;
  }
}

/** Holds a text back to its end, since only the whole can be judged. */
export class WholeText implements GuardedText {
  readonly #judge: (text: string) => void;
  #text = '';

  constructor(judge: (text: string) => void) {
    this.#judge = judge;
  }

  push(text: string): Promise<string> {
    this.#text += text;
    return Promise.resolve('');
  }

  end(): Promise<string> {
    if (this.#text !== '') this.#judge(this.#text);
    return Promise.resolve(this.#text);
  }
}
