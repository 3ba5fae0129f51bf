/**
 * A pattern that grows as this one does and is smaller to judge: classes of Unicode have a few characters of each kind in place of
 * thousands, and a repetition with a limit has a low one, since a limit changes the time by a factor only.
 */
export function reducePattern(source: string): string {
  let reduced = '';
  let isClass = false;
  for (const [token] of source.matchAll(tokens)) {
    const property = /^\\([pP])\{(.+)\}$/.exec(token);
    const repeated = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(token);
    if (token === '[' && !isClass) isClass = true;
    else if (token === ']') isClass = false;
    if (property) reduced += classOf(property[2] ?? '', property[1] === 'P', isClass);
    else if (repeated && !isClass) reduced += repetitionOf(repeated);
    else reduced += token;
  }
  return reduced;
}

const tokens = /\\[pP]\{[^}]+\}|\\u\{[^}]+\}|\\k<[^>]+>|\\.|\{\d+(?:,\d*)?\}|./gs;

/** Ranges that stand for a property: enough that those which overlap in Unicode overlap here. */
const latin = { upper: 'A-Z\\u00c0-\\u00c3', lower: 'a-z\\u00e0-\\u00e3' };
const scripts: Record<string, string> = {
  Han: '\\u4e00-\\u4e03',
  Hiragana: '\\u3041-\\u3044',
  Katakana: '\\u30a1-\\u30a4',
  Hangul: '\\uac00-\\uac03',
  Thai: '\\u0e01-\\u0e04',
  Lao: '\\u0e81-\\u0e84',
  Khmer: '\\u1780-\\u1783',
  Myanmar: '\\u1000-\\u1003',
};
const otherLetters = Object.values(scripts).join('');
const digits = '0-9\\u0660-\\u0663';
const marks = '\\u0300-\\u0303';
const punctuation = '!-#%-*,-\\/:;?@\\[-\\]_{}\\u2010-\\u2013\\u201c-\\u201f';
const symbols = '$+<->\\^`|~\\u20ac-\\u20af';

const kinds: Record<string, string> = {
  L: `${latin.upper}${latin.lower}${otherLetters}\\u02b0-\\u02b3`,
  Lu: latin.upper,
  Lt: '\\u01c5',
  Ll: latin.lower,
  Lm: '\\u02b0-\\u02b3',
  Lo: otherLetters,
  M: marks,
  N: `${digits}\\u00bc-\\u00be`,
  Nd: digits,
  P: punctuation,
  S: symbols,
  Sc: '$\\u20ac-\\u20af',
  Z: ' \\u00a0\\u2000-\\u2003\\u2028\\u2029',
  Zs: ' \\u00a0\\u2000-\\u2003',
  Cc: '\\u0000-\\u001f',
};

function classOf(name: string, isNegated: boolean, isInside: boolean): string {
  const plain = name
    .replace(/^(?:Script|sc|Script_Extensions|scx|General_Category|gc)=/, '')
    .replace(/^(?:Letter|Alphabetic)$/, 'L');
  // What has no entry keeps the whole property: slow to judge, never wrong.
  const ranges = kinds[plain] ?? scripts[plain];
  if (ranges === undefined || (isNegated && isInside)) return `\\${isNegated ? 'P' : 'p'}{${name}}`;
  return isInside ? ranges : `[${isNegated ? '^' : ''}${ranges}]`;
}

function repetitionOf([whole, least = '', comma, most = '']: RegExpExecArray): string {
  // A factor above this one is felt, so that it stays for the judge to see.
  if (Math.max(Number(least), Number(most)) > 100) return whole;
  const low = Math.min(Number(least), 1);
  if (comma === undefined) return `{${Math.min(Number(least), 2)}}`;
  return most === '' ? `{${low},}` : `{${low},${Math.min(Number(most), 2)}}`;
}
