import { cardinalOf, ordinalOf, scales } from '@parley/text';
import { type Mention, mention } from './mention.ts';
import { currenciesIn } from './named-currencies.ts';
import { namedUnit } from './named-units.ts';
import type { RequestWord } from './request-words.ts';

/** A number as it is read: its value, the last word of it, and the unit that is a part of that word. */
interface ReadValue {
  value: number;
  last: number;
  unit: string;
}

const counted = (word: RequestWord | undefined): number | undefined => cardinalOf(word?.lower ?? '');
const scaleOf = (word: string): number | undefined => (word === 'dozen' ? 12 : scales.get(word));
/** `50k` and `2M`; `2m` is a length. */
const letterScales: Record<string, number> = { k: 1000, K: 1000, M: 1e6, B: 1e9 };

/** Every number of a request, in digits or words, with its sign, multiplier and unit. */
export function findNumbers(text: string, words: RequestWord[]): Mention[] {
  const found: Mention[] = [];
  const currencies = currenciesIn(words);
  // Pounds are money beside another currency.
  const isMoney = new Set(currencies.map(({ code }) => code)).size > 1;
  for (let i = 0; i < words.length; i++) {
    const [word, before] = [words[i], words[i - 1]];
    const read = word && (digitsAt(word, i) ?? wordsAt(words, i));
    if (!word || !read) continue;
    let { value, last, unit } = read;
    let { start } = word;
    if (before && before.end === start) {
      const money = namedUnit(before.text);
      // `5-3` and `A-12` hold no negative number.
      const isSign = /[-−]/.test(before.text) && !isAttached(words[i - 2], before);
      if (isSign) value = -value;
      if (money?.dimension === 'money') unit = money.name;
      if (isSign || money?.dimension === 'money') start = before.start;
    }
    const scale = scaleOf(words[last + 1]?.lower ?? '');
    if (scale !== undefined && unit === '') {
      value *= scale;
      last++;
    }
    let end = words[last]?.end ?? word.end;
    const isHyphened = text[end] === '-';
    const after = words[last + (isHyphened ? 2 : 1)];
    const isNext = unit === '' && after !== undefined && after.start - end <= 1;
    const behind = isNext ? namedUnit(after.text) : undefined;
    const money = isMoney && isNext ? currencies.find(({ start: at }) => at === after.start) : undefined;
    if (money) {
      unit = money.code.toLowerCase();
      end = money.end;
      while ((words[last + 1]?.end ?? Number.POSITIVE_INFINITY) <= end) last++;
    } else if (behind && after) {
      unit = behind.name;
      end = isHyphened ? end : after.end;
      last += isHyphened ? 0 : 1;
    }
    found.push(mention('number', start, end, Number(value.toPrecision(15)), { unit }));
    i = last;
  }
  return found;
}

/** `1,200`, `5km`, `50k`, `3rd`. */
function digitsAt(word: RequestWord, last: number): ReadValue | undefined {
  const [, digits, suffix = ''] = /^(\d+(?:[.,]\d+)*(?:e[+-]?\d+)?)(\p{L}*)$/iu.exec(word.text) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits.replaceAll(',', ''));
  if (suffix === '') return { value, last, unit: '' };
  if (/^(?:st|nd|rd|th)$/.test(suffix)) return { value, last, unit: 'ordinal' };
  const scale = scaleOf(suffix.toLowerCase()) ?? letterScales[suffix];
  const unit = scale === undefined ? namedUnit(suffix)?.name : '';
  return unit === undefined ? undefined : { value: value * (scale ?? 1), last, unit };
}

function wordsAt(words: RequestWord[], at: number): ReadValue | undefined {
  const [word, next] = [words[at], words[at + 1]];
  const lower = word?.lower ?? '';
  const value = counted(word) ?? { dozen: 12, half: 0.5 }[lower];
  if (value === undefined) {
    const place = ordinalOf(lower);
    const isTime = lower === 'second' && (words[at - 1]?.kind === 'number' || counted(words[at - 1]) !== undefined);
    return place === undefined || isTime ? undefined : { value: place, last: at, unit: 'ordinal' };
  }
  // "one" is a pronoun more often than a number.
  if (lower === 'one' && (next?.kind !== 'word' || (next.isFunction && scaleOf(next.lower) === undefined)))
    return undefined;
  const behind = next?.text === '-' ? at + 2 : at + 1;
  const one = value >= 20 ? (counted(words[behind]) ?? 10) : 10;
  return one < 10 ? { value: value + one, last: behind, unit: '' } : { value, last: at, unit: '' };
}

const isAttached = (before: RequestWord | undefined, sign: RequestWord): boolean =>
  before !== undefined && before.kind !== 'mark' && before.end === sign.start;
