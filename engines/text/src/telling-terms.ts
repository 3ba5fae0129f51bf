import { guessLanguage } from './detect-language.ts';
import { isStopTerm } from './passage-index.ts';
import { stemWord } from './stem-word.ts';
import { type KnownLanguage, stopWords } from './stop-words.ts';
import { wordTerms } from './word-terms.ts';

/** Words of an order rather than of its subject: "research and compare", "write a report". */
const orderWords = new Set(
  (
    'tell explain describe list find give write report research compare summarize summarise summary overview please ' +
    'main key fact facts findings topic topics aspect aspects important relevant thorough thoroughly question questions ' +
    'source sources cite citation citations using based ' +
    'provide include investigate analyse analyze discuss detailed comprehensive information details ' +
    'erkläre beschreibe vergleiche recherchiere bericht nenne schreibe expliquez décrivez comparez rapport ' +
    'explica describe compara informe investiga'
  ).split(' '),
);

/** The stems of a text's words in reading order. */
export function termsOf(text: string, language: KnownLanguage | null): string[] {
  return Array.from(wordTerms(text), ({ term }) => stemWord(term, language));
}

/** The stems of the words that say what a question is about, each once; of all words when none does. */
export function tellingTerms(question: string, language: KnownLanguage | null): string[] {
  const terms = Array.from(wordTerms(question), ({ term }) => term);
  const telling = terms.filter((term) => !isStopTerm(term, language) && !orderWords.has(term));
  return [...new Set((telling.length > 0 ? telling : terms).map((term) => stemWord(term, language)))];
}

/** The telling words as they were written, for a search box. */
export function searchWords(question: string): string {
  const language = guessLanguage(question) ?? 'en';
  const words = question.match(/[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? [];
  const frequent = stopWords(language);
  const telling = words.filter((word) => !frequent.has(word.toLowerCase()) && !orderWords.has(word.toLowerCase()));
  return (telling.length > 0 ? telling : words).join(' ');
}
