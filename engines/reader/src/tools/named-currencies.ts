import { currencyCodes, currencyOf } from '@parley/text';
import type { Language } from '../text/function-words.ts';
import { wordStem } from '../text/word-stem.ts';
import { identifierWords, type RequestWord } from './request-words.ts';

interface NamedCurrency {
  code: string;
  start: number;
  end: number;
}

export const nameLanguages: readonly Language[] = ['en', 'de', 'es', 'fr'];
const names = new Map<string, string[]>();

/** What people call a currency or a language of which there is a code, as stems: "Swiss Franc", "franc suisse". */
export function nameOf(code: string, type: 'currency' | 'language', language: Language): string[] {
  const key = `${language} ${type} ${code}`;
  const known = names.get(key);
  if (known) return known;
  const name = new Intl.DisplayNames(language, { type, fallback: 'none' }).of(code) ?? '';
  const stems = identifierWords(name).map(wordStem);
  names.set(key, stems);
  return stems;
}

/** The names of currencies by the stem that they begin with. */
let byFirst: Map<string, { code: string; stems: string[] }[]> | undefined;
const foundBefore = new WeakMap<readonly RequestWord[], NamedCurrency[]>();

/** The currencies that a request names, by sign, code, word or name; "Canadian dollars" are none of the United States. */
export function currenciesIn(words: readonly RequestWord[]): NamedCurrency[] {
  const known = foundBefore.get(words);
  if (known) return known;
  byFirst ??= namesByFirst();
  const stems = words.map(({ lower }) => wordStem(lower));
  const found: NamedCurrency[] = [];
  for (let at = 0; at < words.length; at++) {
    const named = byFirst
      .get(stems[at] ?? '')
      ?.find((name) => name.stems.every((stem, offset) => stems[at + offset] === stem));
    const [first, last] = [words[at], words[at + (named ? named.stems.length - 1 : 0)]];
    const code = named?.code ?? currencyOf(first?.text ?? '');
    if (!first || !last || code === undefined) continue;
    found.push({ code, start: first.start, end: last.end });
    at += named ? named.stems.length - 1 : 0;
  }
  foundBefore.set(words, found);
  return found;
}

function namesByFirst(): Map<string, { code: string; stems: string[] }[]> {
  const result = new Map<string, { code: string; stems: string[] }[]>();
  for (const code of currencyCodes)
    for (const language of nameLanguages) {
      const stems = nameOf(code, 'currency', language);
      const [first = ''] = stems;
      if (stems.length > 1) result.set(first, [...(result.get(first) ?? []), { code, stems }]);
    }
  return result;
}
