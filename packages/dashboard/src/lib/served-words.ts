import { integrations, summaries } from '../messages/served/de.ts';
import { type Language, useLanguage } from './language.ts';

/** What the service wrote in English, in the reader's language where that is known; as it was written otherwise. */
export function useServedWords() {
  const language = useLanguage();
  return {
    summaryOf: (summary: string) => summaryIn(summary, language),
    integrationOf: ({ id, description }: { id?: string | undefined; description: string }) =>
      (language === 'de' ? integrations[id ?? ''] : undefined) ?? description,
  };
}

/** What was found in a file. */
export function summaryIn(summary: string, language: Language): string {
  if (language === 'en') return summary;
  const said = summaries.reduce((words, [pattern, instead]) => words.replace(pattern, instead), summary);
  // Names in parentheses may hold anything.
  return said.replace(/\([^()]*\)|(\d),(?=\d{3}\b)/g, (found, digit: string | undefined) =>
    digit ? `${digit}.` : found,
  );
}
