import { APIError } from '@parley/sdk';
import { useEffect, useState } from 'react';
import type { ErrorWords } from '../messages/served/errors-de.ts';
import { useLanguage } from './language.ts';

type Words = Readonly<Record<string, ErrorWords>>;

/** Kept once it has come: what is shown next has it at once. */
let german: Words | undefined;

/** What an error of the service means and what helps, in German; undefined in English, which the service speaks itself. Its words come once they can be needed. */
export function useErrorWords(): (error: unknown) => ErrorWords | undefined {
  const language = useLanguage();
  const [words, setWords] = useState(german);
  useEffect(() => {
    if (language !== 'de' || words !== undefined) return;
    const keep = ({ errors }: { errors: Words }) => {
      german = errors;
      setWords(errors);
    };
    // Without them the words of the service are shown.
    import('../messages/served/errors-de.ts').then(keep, () => {});
  }, [language, words]);
  return (error) => (language === 'de' && words ? errorWordsOf(error, words) : undefined);
}

export function errorWordsOf(error: unknown, words: Words): ErrorWords | undefined {
  return error instanceof APIError && Object.hasOwn(words, error.code) ? words[error.code] : undefined;
}
