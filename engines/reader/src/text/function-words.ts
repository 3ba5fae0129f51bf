import { detectAmong } from '@parley/text';
import stored from './function-words.json' with { type: 'json' };

/** Closed classes of words. */
const wordClasses = [
  'article',
  'preposition',
  'conjunction',
  'pronoun',
  'auxiliary',
  'question',
  'negation',
  'particle',
] as const;
export type WordClass = (typeof wordClasses)[number];

/** Languages whose closed classes are known; of any other language the reader knows the letters only. */
const languages = ['en', 'es', 'de', 'fr', 'it', 'pt', 'zh'] as const;
export type Language = (typeof languages)[number];

const lists: Record<Language, Partial<Record<WordClass, string>>> = stored;

const tables = new Map<Language, Map<string, WordClass>>();

/** The closed class of a lower-case word; undefined for words with a meaning of their own. */
export function wordClass(lower: string, language: Language): WordClass | undefined {
  const found = tableOf(language).get(lower);
  if (found !== undefined || language !== 'en') return found;
  if (/n['’]t$/.test(lower)) return 'negation';
  return /['’](?:s|re|ve|ll|d|m)$/.test(lower) ? (lower.length <= 2 ? 'particle' : 'pronoun') : undefined;
}

/** The language, of those whose closed classes are known, that a text is in; English when nothing speaks for another. */
export function guessLanguage(text: string): Language {
  return detectAmong(text, languages) ?? 'en';
}

/** The language that a text is surely in; undefined when nothing speaks for one. */
export const languageSaid = (text: string): Language | undefined => detectAmong(text, languages) ?? undefined;

function tableOf(language: Language): Map<string, WordClass> {
  const found = tables.get(language);
  if (found) return found;
  const built = new Map<string, WordClass>();
  for (const kind of wordClasses)
    for (const word of lists[language][kind]?.split(' ') ?? []) if (!built.has(word)) built.set(word, kind);
  tables.set(language, built);
  return built;
}
