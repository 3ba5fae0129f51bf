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

const joiner = /^(?:of|the|de|la|del|van|von|da|di|&|vs|[.'-])$/;
/** "Unser Nachbar Emil ist 71" names Emil. */
const whose = /^(?:mein|dein|sein|unser|ihr|euer)(?:e|er|en|em)?$/;
const mostOfName = 14;

/** Runs of capitalised words: `Museum of Modern Art`, `Maroon 5`, `Washington D.C.`; with the place behind a comma too. */
export function findNames(text: string, words: RequestWord[]): Mention[] {
  const found: Mention[] = [];
  for (let i = 0; i < words.length; i++) {
    const first = words[i];
    if (!first || !startsName(first, words, i)) continue;
    i = lastOfName(words, i);
    const last = words[i] ?? first;
    // `D.C.` keeps its last full stop.
    const end =
      text[last.end] === '.' && last.text.length === 1 && words[i - 1]?.text === '.' ? last.end + 1 : last.end;
    const name = text.slice(first.start, end).replace(/['’]s$/, '');
    // "at The Plaza", but "in the Louvre".
    const article = words[words.indexOf(first) - 1];
    const start = article?.text === 'The' && !article.isFirst ? article.start : first.start;
    found.push(mention('name', start, first.start + name.length, text.slice(start, first.start + name.length)));
  }
  return [...found, ...places(text, found)];
}

const isAbbreviation = ({ text }: RequestWord): boolean => text.length > 1 && text === text.toUpperCase();
const isNamed = (word: RequestWord): boolean => word.isCapital && (!word.isFunction || isAbbreviation(word));

function startsName(word: RequestWord, words: RequestWord[], at: number): boolean {
  if (!isNamed(word) || /^I(?:['’]|$)/.test(word.text)) return false;
  const [before, next] = [words[at - 1], words[at + 1]];
  if (!word.isFirst) return !(before?.isFirst === true && whose.test(before.lower) && next?.isCapital === true);
  // At the start of a sentence a capital counts when a name goes on.
  const isOpener = word.tag === 'VERB' || word.tag === 'AUX' || whose.test(word.lower);
  return !isOpener && (next?.isCapital === true || next?.text === "'s" || /^\p{Lu}{2}|'s$/u.test(word.text));
}

function lastOfName(words: RequestWord[], from: number): number {
  let last = from;
  for (let i = from + 1; i < words.length && i < from + mostOfName; i++) {
    const [before, word, next] = [words[i - 1], words[i], words[i + 1]];
    if (
      !before ||
      !word ||
      word.isFirst ||
      word.start - before.end > 1 ||
      (before.lower.endsWith("'s") && !word.isCapital)
    )
      break;
    // `Maroon 5` and `Windows 10`, but not `Paris 2 adults` or a year.
    const isNumber = word.kind === 'number' && word.text.length <= 3 && (next?.kind ?? 'mark') !== 'word';
    if (isNamed(word) || isNumber) last = i;
    else if (!joiner.test(word.lower)) break;
  }
  return last;
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

/** "Il s'appelle Hugo": what stands before a name and is no part of one. */
const naming = /^(?:appell(?:e[sz]?|ent|ons)|hei(?:ß|ss)(?:e|t|en)|llam(?:o|as?|an))$/;

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
    if (
      isTaken ||
      naming.test(word.lower) ||
      (word.kind === 'mark' && !isHyphen) ||
      (word.isFunction && !(before && before.end === word.start))
    )
      flush();
    else if (!isHyphen || run.length > 0) run.push(word);
  }
  flush();
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
