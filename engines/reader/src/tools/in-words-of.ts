import { meaningsOf } from '../text/everyday-words.ts';
import { guessLanguage, type Language, languageSaid } from '../text/function-words.ts';
import type { ReadRequest } from './find-mentions.ts';
import type { KnownTool } from './tool-view.ts';

const mostSaid = 4000;

/**
 * A request in another language than its tools, with the stems of these for the words that mean the same in everyday texts; what is
 * written in the language of the tools stays as it is.
 */
export function inWordsOf(tools: readonly KnownTool[], request: ReadRequest): ReadRequest {
  const said = tools.map(({ tool }) => tool.description).join(' ');
  const language = guessLanguage(said.slice(0, mostSaid));
  const spoken: readonly Language[] = languageSaid(request.text) ? [request.language] : ['en', 'de', 'es', 'fr'];
  const others = spoken.filter((each) => each !== language);
  if (others.length === 0) return request;
  const byMeaning = new Map<number, string>();
  const own = new Set(
    tools.flatMap(({ view }) => [
      ...view.stems,
      ...view.parameters.flatMap(({ nameStems, descriptionStems }) => [...nameStems, ...descriptionStems]),
    ]),
  );
  for (const stem of own)
    for (const meaning of meaningsOf(stem, language)) if (!byMeaning.has(meaning)) byMeaning.set(meaning, stem);
  const stems = new Set(request.stems);
  const words = request.words.map((word) => {
    if (word.kind !== 'word' || word.isFunction || own.has(word.stem)) return word;
    const meant = others
      .flatMap((each) => meaningsOf(word.stem, each))
      .flatMap((meaning) => byMeaning.get(meaning) ?? []);
    for (const stem of meant) stems.add(stem);
    return { ...word, stem: meant[0] ?? word.stem };
  });
  return { ...request, words, stems };
}
