import type { JsonValue } from '@parley/contract';
import { currencyCodes } from '@parley/text';
import { wordStem } from '../text/word-stem.ts';
import type { ReadRequest } from './find-mentions.ts';
import { type Mention, mention } from './mention.ts';
import { currenciesIn, nameLanguages, nameOf } from './named-currencies.ts';
import { namedUnit } from './named-units.ts';
import type { Parameter } from './parameter.ts';
import { identifierWords, type RequestWord } from './request-words.ts';

export interface OptionMatch {
  value: JsonValue;
  mention: Mention | null;
  /** `exact` the option's words stand in the request · `stem` other forms of them do · `part` one of them does · `code` a code's name. */
  how: 'exact' | 'stem' | 'part' | 'code' | 'gloss';
}

/** The options of a parameter that a request names, in the order of the request. */
export function matchOptions(parameter: Parameter, request: ReadRequest): OptionMatch[] {
  const found: OptionMatch[] = [];
  for (const option of parameter.options) {
    if (typeof option !== 'string' && typeof option !== 'number') continue;
    const match = matchOption(String(option), parameter, request);
    if (match) found.push({ ...match, value: option });
  }
  const best = found.some((match) => match.how !== 'part') ? found.filter((match) => match.how !== 'part') : found;
  return best.sort((a, b) => (a.mention?.start ?? 0) - (b.mention?.start ?? 0));
}

function matchOption(option: string, parameter: Parameter, request: ReadRequest): Omit<OptionMatch, 'value'> | null {
  const words = identifierWords(option);
  if (words.length === 0) return null;
  const stems = words.map((word) => wordStem(word));
  const at = findRun(request, words, (word) => word.lower);
  if (at) return { mention: at, how: 'exact' };
  const stemmed = findRun(request, stems, (word) => word.stem);
  if (stemmed) return { mention: stemmed, how: 'stem' };
  if (currencyCodes.includes(option)) {
    const same = currenciesIn(request.words).find(({ code }) => code === option);
    return same ? { mention: mention('option', same.start, same.end, option), how: 'code' } : null;
  }
  const isLanguage = parameter.roles.has('name:language') || parameter.roles.has('text:language');
  if (isLanguage && /^[a-z]{2}$/i.test(option)) {
    const named = nameLanguages
      .map((language) => nameOf(option.toLowerCase(), 'language', language))
      .map((name) => (name.length > 0 ? findRun(request, name, ({ lower }) => wordStem(lower)) : null))
      .find((run) => run !== null);
    if (named) return { mention: named, how: 'code' };
  }
  const unit = namedUnit(option);
  if (unit) {
    const same = request.words.find((word) => word.text.length > 1 && namedUnit(word.text)?.name === unit.name);
    if (same) return { mention: mention('option', same.start, same.end, option), how: 'stem' };
  }
  const rare = stems.filter((stem) => stem.length > 3 && !parameter.nameStems.includes(stem));
  const part = request.words.find((word) =>
    rare.some(
      (stem) =>
        stem === word.stem ||
        (stem.length > 4 && word.stem.length > 4 && (stem.startsWith(word.stem) || word.stem.startsWith(stem))),
    ),
  );
  return part ? { mention: mention('option', part.start, part.end, option), how: 'part' } : null;
}

function findRun(request: ReadRequest, wanted: string[], read: (word: RequestWord) => string): Mention | null {
  const words = request.words.filter((word) => word.kind !== 'mark' || word.text === '+' || word.text === '#');
  const isRead = (word: RequestWord | undefined, stem: string): boolean => word !== undefined && read(word) === stem;
  for (let i = 0; i + wanted.length <= words.length; i++) {
    if (!wanted.every((stem, offset) => isRead(words[i + offset], stem))) continue;
    const first = words[i];
    const last = words[i + wanted.length - 1];
    // A single letter such as `a` is an article more often than an option.
    if (!first || !last || (wanted.length === 1 && wanted[0]?.length === 1 && !first.isCapital)) continue;
    return mention('option', first.start, last.end, request.text.slice(first.start, last.end));
  }
  return null;
}
