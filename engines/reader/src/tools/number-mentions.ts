import { cardinalOf, ordinalOf, scales } from '@parley/text';
import { type Mention, mention } from './mention.ts';
import { namedUnit } from './named-units.ts';
import type { RequestWord } from './request-words.ts';

const multiplierOf = (word: string): number | undefined => (word === 'dozen' ? 12 : scales.get(word));
const counted = (word: string): number | undefined => cardinalOf(word, ['en']);
/** `50k` and `2M`; `2m` is a length. */
const letterMultipliers: Record<string, number> = { k: 1000, K: 1000, M: 1e6, B: 1e9 };

/** Every number of a request, in digits or words, with its sign, multiplier and unit. */
export function findNumbers(text: string, words: RequestWord[]): Mention[] {
  const found: Mention[] = [];
  for (let i = 0; i < words.length; i++) {
    const read = readNumber(text, words, i);
    if (!read) continue;
    found.push(read.mention);
    i = read.last;
  }
  return found;
}

function readNumber(text: string, words: RequestWord[], at: number): { mention: Mention; last: number } | null {
  const word = words[at];
  if (!word) return null;
  let value: number;
  let last = at;
  let { start } = word;
  let unit = '';
  const glued = /^(\d+(?:[.,]\d+)*)(\p{L}+)$/u.exec(word.text);
  const ordinal = ordinalOf(word.lower);
  if (word.kind === 'number') {
    value = Number(word.text.replaceAll(',', ''));
  } else if (glued) {
    const [, digits = '', suffix = ''] = glued;
    value = Number(digits.replaceAll(',', ''));
    const known =
      suffix === 'K' && /temperature|kelvin|thermo|heat/i.test(text) ? namedUnit('kelvin') : namedUnit(suffix);
    const times =
      known?.name === 'kelvin' ? undefined : (multiplierOf(suffix.toLowerCase()) ?? letterMultipliers[suffix]);
    if (/^(?:st|nd|rd|th)$/.test(suffix)) unit = 'ordinal';
    else if (known && times === undefined) unit = known.name;
    else if (times !== undefined) value *= times;
    else return null;
  } else if (counted(word.lower) !== undefined) {
    const read = readWords(words, at);
    ({ value, last } = read);
    // "one" is a pronoun more often than a number.
    if (word.lower === 'one' && last === at && !isCount(words[at + 1])) return null;
  } else if (
    ordinal !== undefined &&
    !(word.lower === 'second' && namedUnit('second') && isNumberLike(words[at - 1]))
  ) {
    return { mention: mention('number', start, word.end, ordinal, { unit: 'ordinal' }), last };
  } else if (word.lower === 'dozen' || word.lower === 'half') {
    value = word.lower === 'dozen' ? 12 : 0.5;
  } else return null;

  const before = words[at - 1];
  if (before && before.end === start) {
    const sign = text[before.start] ?? '';
    if ((sign === '-' || sign === '−') && !isAttached(words[at - 2], before)) {
      value = -value;
      start = before.start;
    }
    const money = namedUnit(sign);
    if (money?.dimension === 'money') {
      unit = money.name;
      start = before.start;
    }
  }
  const scale = words[last + 1];
  const times = scale && !glued ? multiplierOf(scale.lower) : undefined;
  if (scale && times !== undefined && scale.start - (words[last]?.end ?? 0) <= 1) {
    value *= times;
    last++;
  }
  const after = words[last + 1];
  let { end } = words[last] ?? word;
  if (after && unit === '') {
    const compound = /^\s*(?:°\s?[CF]|square (?:feet|meters|miles)|sq\.? ?ft\.?|cubic \w+)/.exec(
      text.slice(end, end + 18),
    );
    const known = after.start - end <= 1 || text.slice(end, after.start) === '-' ? namedUnit(after.text) : undefined;
    const behindHyphen = text[end] === '-' ? words[last + 2] : undefined;
    const hyphened = behindHyphen && namedUnit(behindHyphen.text);
    if (compound) unit = compound[0].trim().toLowerCase();
    else if (known) {
      unit = known.name;
      end = after.end;
      last++;
    } else if (hyphened) unit = hyphened.name;
  }
  return { mention: mention('number', start, end, clean(value), { unit }), last };
}

function readWords(words: RequestWord[], at: number): { value: number; last: number } {
  let value = counted(words[at]?.lower ?? '') ?? 0;
  let last = at;
  const next = words[at + 1];
  const unitWord = words[at + 2];
  if (value >= 20 && next?.text === '-' && unitWord && (counted(unitWord.lower) ?? 10) < 10) {
    value += counted(unitWord.lower) ?? 0;
    last = at + 2;
  } else if (value >= 20 && next && (counted(next.lower) ?? 10) < 10) {
    value += counted(next.lower) ?? 0;
    last = at + 1;
  }
  return { value, last };
}

function isCount(next: RequestWord | undefined): boolean {
  return (
    next !== undefined &&
    (namedUnit(next.text) !== undefined ||
      multiplierOf(next.lower) !== undefined ||
      (!next.isFunction && next.kind === 'word'))
  );
}

function isNumberLike(word: RequestWord | undefined): boolean {
  return word !== undefined && (word.kind === 'number' || counted(word.lower) !== undefined);
}

/** `5-3` and `A-12` hold no negative number. */
function isAttached(before: RequestWord | undefined, sign: RequestWord): boolean {
  return before !== undefined && before.kind !== 'mark' && before.end === sign.start;
}

function clean(value: number): number {
  return Number(value.toPrecision(15));
}
