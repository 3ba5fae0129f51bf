const openTags = ['<think>', '<thinking>', '<thought>'];

/** Blanks before the first tag. What has more before it is text, and is looked through once. */
const mostBeforeTag = 1000;

/**
 * Separates `<think>…</think>` at the beginning of a reply from its text, however the chunks are cut. Tags further on
 * are text: a model may write about them.
 */
export class ThinkSplitter {
  readonly #onText: (text: string) => void;
  readonly #onThought: (text: string) => void;
  #state: 'start' | 'inside' | 'after' | 'text' = 'start';
  #closeTag = '';
  #isAtTag = false;
  /** What could be the beginning of a tag. */
  #held = '';

  constructor(onText: (text: string) => void, onThought: (text: string) => void) {
    this.#onText = onText;
    this.#onThought = onThought;
  }

  write(chunk: string): void {
    if (this.#state === 'text') {
      if (chunk !== '') this.#onText(chunk);
      return;
    }
    const text = this.#held + chunk;
    this.#held = '';
    if (this.#state === 'start') this.#writeStart(text);
    else if (this.#state === 'inside') this.#writeInside(text);
    else this.#writeAfter(text);
  }

  /** What was held back turned out to be no tag. */
  end(): void {
    const held = this.#held;
    this.#held = '';
    if (held === '') return;
    if (this.#state === 'inside') this.#onThought(held);
    else if (this.#state === 'start') this.#onText(held);
  }

  #writeStart(text: string): void {
    const begun = text.trimStart();
    if (text.length - begun.length > mostBeforeTag) {
      this.#state = 'text';
      this.#onText(text);
      return;
    }
    const tag = openTags.find((candidate) => begun.startsWith(candidate));
    if (tag !== undefined) {
      this.#state = 'inside';
      this.#closeTag = `</${tag.slice(1)}`;
      this.#isAtTag = true;
      this.#writeInside(begun.slice(tag.length));
    } else if (openTags.some((candidate) => candidate.startsWith(begun))) {
      this.#held = text;
    } else {
      this.#state = 'text';
      this.#onText(text);
    }
  }

  #writeInside(given: string): void {
    if (given === '') return;
    // The line break after the opening tag belongs to the tag.
    const text = this.#isAtTag && given.startsWith('\n') ? given.slice(1) : given;
    this.#isAtTag = false;
    const close = text.indexOf(this.#closeTag);
    if (close >= 0) {
      if (close > 0) this.#onThought(text.slice(0, close));
      this.#state = 'after';
      this.#writeAfter(text.slice(close + this.#closeTag.length));
      return;
    }
    const keep = heldLength(text, this.#closeTag);
    this.#held = text.slice(text.length - keep);
    if (keep < text.length) this.#onThought(text.slice(0, text.length - keep));
  }

  /** The blank lines between thought and text belong to neither. */
  #writeAfter(text: string): void {
    const begun = text.trimStart();
    if (begun === '') return;
    this.#state = 'text';
    this.#onText(begun);
  }
}

/** How much of the end of `text` could be the beginning of `tag`. */
function heldLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (tag.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}
