import { boxAround } from './geometry.ts';
import type { ReadWord } from './ocr-engine.ts';

/** Of digits, perhaps behind a sign of a currency. */
const whole = /^[^\p{L}\p{N}]?\d{1,3}([.,' ]?\d{3})*$/u;
const mark = /^[.,]$/;
const cents = /^\d\d(?!\d)/;

/** Puts together the amounts that wide print sets apart around their mark: no text has a mark that stands alone between two numbers. */
export function joinAmounts(words: readonly ReadWord[]): ReadWord[] {
  const joined: ReadWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const three = words.slice(at, at + 3);
    const [first, middle, last] = three;
    if (!first) break;
    if (middle && last && whole.test(first.text) && mark.test(middle.text) && cents.test(last.text)) {
      joined.push(asOne(three));
      at += 2;
    } else joined.push(first);
  }
  return joined;
}

function asOne(words: readonly ReadWord[]): ReadWord {
  const characters = words.flatMap((word) => word.characters ?? []);
  const areKnown = words.every((word) => word.characters !== undefined);
  return {
    text: words.map((word) => word.text).join(''),
    box: boxAround(words.map((word) => word.box)),
    confidence: Math.min(...words.map((word) => word.confidence)),
    ...(areKnown && { characters }),
  };
}
