import type { WordsLanguage } from '@parley/contract';
import { de } from './de.ts';
import { en } from './en.ts';
import type { StatusWords } from './status-words.ts';

export const statusWords: Readonly<Record<WordsLanguage, StatusWords>> = { en, de };
