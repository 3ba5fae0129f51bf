const windowLength = 16_384;
const runLimit = 4096;
const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const ending = "(?:'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE]))?";

/** How o200k_base cuts a text before it looks for tokens: words with the sign before them, digits by three, signs, blanks. */
const piecePattern = new RegExp(
  [
    String.raw`[^\r\n\p{L}\p{N}]?${upper}*${lower}+${ending}`,
    String.raw`[^\r\n\p{L}\p{N}]?${upper}+${lower}*${ending}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'gu',
);

/**
 * The pieces of a text, in order: no token goes over the border of a piece. The pattern runs on one window of the text after the
 * other, so that a long text costs no more per letter than a short one.
 */
export class TextPieces implements Iterable<string> {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  *[Symbol.iterator](): Generator<string> {
    for (let start = 0; start < this.#text.length; ) {
      const end = windowEnd(this.#text, start);
      for (const [piece] of this.#text.slice(start, end).matchAll(piecePattern)) {
        for (let at = 0; at < piece.length; ) {
          const next = wholeCharacter(piece, at + runLimit);
          yield at === 0 && next >= piece.length ? piece : piece.slice(at, next);
          at = next;
        }
      }
      start = end;
    }
  }
}

/** Where a window ends: before the last blank between a word and a letter, which always begins a piece. */
function windowEnd(text: string, start: number): number {
  const limit = start + windowLength;
  if (limit >= text.length) return text.length;
  for (let at = limit; at > start + 1; at--) {
    if (text[at] === ' ' && isAsciiLetter(text.charCodeAt(at - 1)) && isAsciiLetter(text.charCodeAt(at + 1))) return at;
  }
  return wholeCharacter(text, limit);
}

/** The place itself, or the next one when it would part the two halves of a character. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
