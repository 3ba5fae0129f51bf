import { stored, useStored } from './stored.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The reader's choice. Default: the first of the browser's languages that there are messages for, else English. */
export const language = stored<Language>('language', (text) => known(text) ?? fromBrowser() ?? 'en');

/** The messages of an area in the reader's language. */
export function useText<Text>(texts: Record<Language, Text>): Text {
  return texts[useLanguage()];
}

export function useLanguage(): Language {
  return useStored(language);
}

/** Puts the language on the page, for screen readers and hyphenation. */
export function applyLanguage(): void {
  const apply = () => {
    document.documentElement.lang = language.get();
  };
  apply();
  language.subscribe(apply);
}

const known = (text: string | null): Language | undefined => languages.find((one) => one === text);

function fromBrowser(): Language | undefined {
  for (const name of navigator.languages) {
    const found = known(name.slice(0, 2));
    if (found) return found;
  }
  return undefined;
}
