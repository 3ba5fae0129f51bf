import { type Mention, mention } from './mention.ts';
import type { RequestWord } from './request-words.ts';

const quotes =
  /"([^"\n]{1,2000})"|“([^”\n]{1,2000})”|‘([^’\n]{1,500})’|`([^`\n]{1,500})`|(?<![\p{L}\p{N}])'((?:[^'\n]|'(?=\p{L})){0,499}[^'\n])'(?![\p{L}\p{N}])/gu;
// bounded: a stretch without a space (longestUnbroken), at most 2,000 characters
const codes =
  /(?:\/[\w.-]+){2,}\/?|[A-Za-z]:[\\/][\w\\/.-]+|\b\d{4}[-–/]\d{2,4}\b(?![-/]\d)|[\w.-]+\.(?:csv|json|txt|pdf|png|jpe?g|xlsx?|docx?|html?|py|js|ts|mp[34]|wav|zip|xml|ya?ml|md)\b|#?\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*\b|\b[A-Za-z]+_[A-Za-z_0-9]+\b|\b[a-z]+[A-Z][A-Za-z0-9]*\b|\b\d+(?:-\d+){2,}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b\d+(?:\.\d+){2,}\b/g;
// bounded: a stretch without a space (longestUnbroken), at most 2,000 characters
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const url = /\b(?:https?|ftp):\/\/[^\s"'<>]*[^\s"'<>.,;:!?)\]]/g;

/** Texts in quotation marks. A request that stands in quotation marks as a whole is not a quotation. */
export function findQuotes(text: string): Mention[] {
  const found: Mention[] = [];
  for (const match of text.matchAll(quotes)) {
    const inner = match.slice(1).find((part) => part !== undefined) ?? '';
    if (match[0].length > text.length * 0.9 || inner.trim() === '') continue;
    found.push(mention('quoted', match.index, match.index + match[0].length, inner.trim()));
  }
  return found;
}

/** Addresses, paths, identifiers: what is not made of words. */
export function findCodes(text: string): Mention[] {
  const found: Mention[] = [];
  const add = (kind: 'email' | 'url' | 'code', pattern: RegExp): void => {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (found.some((other) => other.start < end && match.index < other.end)) continue;
      if (
        kind === 'code' &&
        /^\d+(?:(?:st|nd|rd|th|k|m|s|am|pm|kg|km|cm|mm|g|h|ft|lbs?|hz|gb|mb)|(?:-[a-z]{2,}){2,3})$/i.test(match[0])
      )
        continue;
      found.push(mention(kind, match.index, end, match[0]));
    }
  };
  add('url', url);
  add('email', email);
  add('code', codes);
  return found;
}

const joiners = new Set([
  'of',
  'the',
  'de',
  'la',
  'del',
  'van',
  'von',
  'da',
  'di',
  '&',
  'vs',
  'and',
  'for',
  'in',
  'on',
  'to',
  'a',
]);

/** Runs of capitalised words: `Museum of Modern Art`, `Maroon 5`, `Washington D.C.`; with the place behind a comma too. */
export function findNames(text: string, words: RequestWord[]): Mention[] {
  const found: Mention[] = [];
  for (let i = 0; i < words.length; i++) {
    const first = words[i];
    if (!first || !startsName(first, words, i)) continue;
    const last = lastOfName(text, words, i);
    i = last;
    const end = nameEnd(text, words, last);
    const value = text
      .slice(first.start, end)
      .replace(/['’]s$/, '')
      .replace(/(?<!\.[A-Z])\.$/, '');
    // "at The Plaza", but "in the Louvre".
    const article = words[words.indexOf(first) - 1];
    const start = article?.text === 'The' && !article.isFirst ? article.start : first.start;
    const whole = text.slice(start, first.start) + value;
    found.push(mention('name', start, start + whole.length, whole));
  }
  return [...found, ...places(text, found), ...partsOfNames(found)];
}

function startsName(word: RequestWord, words: RequestWord[], at: number): boolean {
  if (!word.isCapital || word.text === 'I' || /^I['’]/.test(word.text)) return false;
  if (word.isFunction && !(word.text.length > 1 && word.text === word.text.toUpperCase())) return false;
  if (!word.isFirst) return !isRole(words[at - 1], words[at + 1]);
  if (whose.test(word.lower)) return false;
  // At the start of a sentence a capital counts when a name goes on, or when it is no usual first word.
  const next = words[at + 1];
  return (
    !commonOpeners.has(word.lower) &&
    (next?.isCapital === true || next?.text === "'s" || /^\p{Lu}{2,}/u.test(word.text) || word.lower.endsWith("'s"))
  );
}

/** "Unser Nachbar Emil ist 71" names Emil. */
const whose = /^(?:mein|dein|sein|unser|ihr|euer)(?:e|er|en|em)?$/;
const isRole = (before: RequestWord | undefined, next: RequestWord | undefined): boolean =>
  before?.isFirst === true && whose.test(before.lower) && next?.isCapital === true;

const commonOpeners = new Set(
  `find get calculate compute what who when where how which can could would i please show give tell list search book create determine
  is are does do fetch retrieve check convert provide generate translate play order estimate identify compare solve send add set update
  look let need want help make plan predict analyze evaluate hello hi also and then if using use given imagine suppose consider say
  schedule reserve start stop open close turn run buy sell rank sort count draw plot write read change increase decrease display locate
  recommend suggest verify obtain access query request extract select choose pick conduct perform assist inform explain describe`.split(
    /\s+/,
  ),
);

function lastOfName(text: string, words: RequestWord[], from: number): number {
  let last = from;
  for (let i = from + 1; i < words.length && i < from + 14; i++) {
    const word = words[i];
    const before = words[i - 1];
    if (!word || !before || /\n/.test(text.slice(before.end, word.start))) break;
    const gap = word.start - before.end;
    // "… by Liverpool F.C. Include its statistics": a usual first word opens a new sentence.
    if (before.text === '.' && commonOpeners.has(word.lower)) break;
    if (before.lower.endsWith("'s") && !word.isCapital) break;
    if (
      (word.isCapital && !(word.isFunction && !isAbbreviation(word))) ||
      (word.kind === 'number' && gap === 1 && isNameNumber(word, words[i + 1]))
    ) {
      last = i;
      continue;
    }
    if (word.text === '.' && gap === 0 && before.text.length <= 2 && words[i + 1]?.isCapital) continue;
    if ((word.text === '-' || word.text === '&' || word.text === "'") && words[i + 1]?.isCapital) continue;
    const isJoiner = joiners.has(word.lower) && gap === 1;
    const after = words[i + 1];
    const second = words[i + 2];
    if (
      isJoiner &&
      word.lower !== 'and' &&
      word.lower !== 'in' &&
      word.lower !== 'to' &&
      word.lower !== 'for' &&
      word.lower !== 'on' &&
      word.lower !== 'a'
    ) {
      if (after?.isCapital || (after && joiners.has(after.lower) && second?.isCapital)) continue;
    }
    break;
  }
  return last;
}

function isAbbreviation(word: RequestWord): boolean {
  return word.text.length > 1 && word.text === word.text.toUpperCase();
}

/** `Maroon 5` and `Windows 10`, but not `Paris 2 adults` or a year. */
function isNameNumber(word: RequestWord, next: RequestWord | undefined): boolean {
  return word.text.length <= 3 && (next === undefined || next.kind === 'mark' || next.isFunction);
}

function nameEnd(text: string, words: RequestWord[], last: number): number {
  const end = words[last]?.end ?? 0;
  // `D.C.` keeps its last full stop.
  return text[end] === '.' && (words[last]?.text.length ?? 0) === 1 && words[last - 1]?.text === '.' ? end + 1 : end;
}

/** `King of France` → `King`, `France`; `Fender Stratocaster` → `Fender`, `Stratocaster`. */
function partsOfNames(names: Mention[]): Mention[] {
  return names.flatMap((name) => {
    const whole = String(name.value);
    const pieces = whole.split(/ (?:of|the|de|for|vs|&)(?: the)? /);
    const [first = '', ...rest] = whole.split(' ');
    const cuts =
      pieces.length > 1
        ? pieces
        : rest.length > 0
          ? [first, rest.join(' '), ...(rest.length > 1 ? [rest.at(-1) ?? ''] : [])]
          : [];
    return cuts.flatMap((cut, index) => {
      const at = index === 0 ? 0 : whole.lastIndexOf(cut);
      return cut.length > 1
        ? [
            mention('name', name.start + at, name.start + at + cut.length, cut, {
              form: pieces.length > 1 ? 'piece' : index === 0 ? 'head' : 'tail',
            }),
          ]
        : [];
    });
  });
}

/** `Paris` + `France` → `Paris, France`; a street address → all of it. */
function places(text: string, names: Mention[]): Mention[] {
  const found: Mention[] = [];
  for (const [index, first] of names.entries()) {
    let last = first;
    for (let j = index + 1; j < names.length && j < index + 4; j++) {
      const next = names[j];
      if (!next || !/^,\s*$/.test(text.slice(last.end, next.start))) break;
      last = next;
      const number = /(?:^|\s)(\d+[A-Za-z]?\s+)$/.exec(text.slice(0, first.start));
      const start = first.start - (number?.[1]?.length ?? 0);
      const zip = /^\s+\d{5}(?:-\d{4})?\b/.exec(text.slice(last.end));
      const end = last.end + (zip?.[0].length ?? 0);
      found.push(mention('name', start, end, text.slice(start, end), { form: 'place' }));
    }
  }
  return found;
}

/** Runs of words with a meaning of their own, whole and in parts: what is asked for or about. */
export function findPhrases(text: string, words: RequestWord[], taken: Mention[]): Mention[] {
  const found: Mention[] = [];
  let run: RequestWord[] = [];
  const flush = (): void => {
    if (run.length > 0) found.push(...phrasesOf(text, run.slice(0, 8)));
    run = [];
  };
  for (const word of words) {
    const before = run.at(-1);
    const isHyphen = word.text === '-' && before !== undefined && before.end === word.start;
    const isTaken = taken.some(
      (other) => other.kind === 'quoted' && other.start <= word.start && word.end <= other.end,
    );
    if (isTaken || (word.kind === 'mark' && !isHyphen) || (word.isFunction && !(before && before.end === word.start)))
      flush();
    else if (!isHyphen || run.length > 0) run.push(word);
  }
  flush();
  return [...found, ...joinPhrases(text, found)];
}

/** "law of gravitation": two phrases that "of" joins are one thing. */
function joinPhrases(text: string, phrases: Mention[]): Mention[] {
  const found: Mention[] = [];
  const starts = new Map<number, Mention[]>();
  for (const phrase of phrases)
    if (phrase.form === 'whole') starts.set(phrase.start, [...(starts.get(phrase.start) ?? []), phrase]);
  for (const first of phrases) {
    if (first.form !== 'whole' && first.form !== 'tail') continue;
    const joiner = /^ (?:of|for|in) (?:the |a )?/.exec(text.slice(first.end));
    for (const second of joiner ? (starts.get(first.end + joiner[0].length) ?? []) : []) {
      found.push(
        mention('phrase', first.start, second.end, text.slice(first.start, second.end), {
          form: `joined-${joiner?.[0].trim().split(' ')[0]}`,
        }),
      );
    }
  }
  return found;
}

function phrasesOf(text: string, run: RequestWord[]): Mention[] {
  const words = run.filter((word, index) => word.kind !== 'mark' || (index > 0 && index < run.length - 1));
  const found: Mention[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from; to < Math.min(words.length, from + 5); to++) {
      const first = words[from];
      const last = words[to];
      if (!first || !last || first.kind === 'mark' || last.kind === 'mark') continue;
      // A hyphenated word stays whole.
      if (text[first.start - 1] === '-' || (text[last.end] === '-' && words[to + 1]?.kind === 'mark')) continue;
      const value = text.slice(first.start, last.end).replace(/['’]s$/, '');
      const kind = from === to ? 'word' : 'phrase';
      const isWhole = from === 0 && to === words.length - 1;
      found.push(
        mention(kind, first.start, first.start + value.length, value, {
          form: isWhole ? 'whole' : to === words.length - 1 ? 'tail' : from === 0 ? 'head' : 'part',
        }),
      );
    }
  }
  return found;
}

const formula =
  /(?:\b[a-z]\([a-z]\)\s*=\s*|\by\s*=\s*)?(?<![\w.])-?(?:\d+(?:\.\d+)?\s*\*?\s*)?(?:[a-z](?:\s*(?:\^|\*\*)\s*\d+)?|(?:sin|cos|tan|exp|log|ln|sqrt)\([^()]*\))(?:\s*[-+*/]\s*(?:\d+(?:\.\d+)?\s*\*?\s*)?(?:[a-z](?:\s*(?:\^|\*\*)\s*\d+)?(?![\p{L}])|(?:sin|cos|tan|exp|log|ln|sqrt)\([^()]*\)|\d+(?:\.\d+)?))*(?![\p{L}\d])/gu;

/** Expressions such as `3x^2 + 2x - 1`, as they stand and as programs write them. */
export function findFormulas(text: string): Mention[] {
  const found: Mention[] = [];
  for (const match of text.matchAll(formula)) {
    const whole = match[0].trim();
    if (!/[\d^*+/()]/.test(whole) || whole.length < 2) continue;
    const bare = whole.replace(/^(?:[a-z]\([a-z]\)|y)\s*=\s*/, '');
    const start = match.index + match[0].indexOf(bare);
    const end = start + bare.length;
    found.push(mention('formula', start, end, bare));
    const written = bare.replace(/\^/g, '**').replace(/(\d)\s*([a-z])/g, '$1*$2');
    if (written !== bare) found.push(mention('formula', start, end, written, { form: 'program' }));
  }
  return found;
}
