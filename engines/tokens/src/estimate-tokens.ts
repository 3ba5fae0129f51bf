/** Texts up to this length are counted whole, longer ones by samples. */
const countedWhole = 4_000;
/** Turns of a conversation up to this length are. */
const turnCountedWhole = 200;
/** How far from one look to the next: 19 in all, a prime, so that few regular texts keep pace. */
const strides = [3, 4, 5, 7];
const sampleLength = 512;
const samples = 8;

/**
 * About how many tokens a model makes of a text, rather too many than too few: four Latin letters, two of another
 * alphabet, or one Chinese or Japanese character to a token. For limits and reservations; what is charged comes from the
 * model's own counts wherever it gives them.
 */
export function estimateTokens(text: string): number {
  if (text.length <= countedWhole) return Math.ceil(count(text, 0, text.length));
  const step = (text.length - sampleLength) / (samples - 1);
  let counted = 0;
  for (let sample = 0; sample < samples; sample++) {
    const start = Math.floor(step * sample);
    counted += count(text, start, start + sampleLength);
  }
  return Math.ceil((counted / (sampleLength * samples)) * text.length);
}

/** The same of a text that comes in pieces, none of which is kept. */
export class RunningEstimate {
  #tokens = 0;

  add(piece: string): void {
    this.#tokens += piece.length <= countedWhole ? count(piece, 0, piece.length) : estimateTokens(piece);
  }

  get tokens(): number {
    return Math.ceil(this.#tokens);
  }
}

/**
 * The same of a turn of a conversation, looked at about every fourth character once it is longer than 200, in steps that no regular
 * text keeps pace with: every call counts all of its turns before it goes out.
 */
export function estimateTurn(text: string): number {
  if (text.length <= turnCountedWhole || text.length > countedWhole) return estimateTokens(text);
  let quarters = 0;
  let looks = 0;
  for (let at = 0; at < text.length; at += strides[looks++ & 3] ?? 4) quarters += quartersAt(text, at);
  return Math.ceil(((quarters / 4) * text.length) / looks);
}

function count(text: string, start: number, end: number): number {
  let quarters = 0;
  for (let at = start; at < end; at++) quarters += quartersAt(text, at);
  return quarters / 4;
}

function quartersAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x80 ? (quartersOfAscii[code] ?? 0) : code < 0x2e80 ? 2 : 4;
}

/** Quarters of a token, by character: a look-up for each letter of each prompt. */
const quartersOfAscii = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[a-zA-Z ]/.test(String.fromCharCode(code)) ? 1 : 2,
);
