import type { Language } from '../text/function-words.ts';
import { tokenize } from '../text/tokens.ts';
import { loadWordNet } from '../text/word-net.ts';
import type { Instructions } from './read-instructions.ts';

const filler = new Set(
  'question questions topic topics anything something related matter matters subject subjects thing things info information detail details user users advice other any'.split(
    ' ',
  ),
);

/** Whether the system prompt forbids to speak about what is asked; says why. */
export async function refusedTopic(
  question: string,
  { forbidden, allowed }: Instructions,
  language: Language,
  material: string,
): Promise<string | undefined> {
  if (forbidden.length === 0 && allowed.length === 0) return undefined;
  const wordNet = language === 'en' ? await loadWordNet() : undefined;
  const content = (text: string) =>
    tokenize(text, language).filter((token) => token.isContent && !filler.has(token.lower));
  const asked = content(question);
  const isAbout = (topic: string, isStrict: boolean): boolean => {
    const words = content(topic);
    return words.some((word) =>
      asked.some(
        (token) =>
          token.stem === word.stem ||
          (wordNet?.isKindOf(token.lower, word.lower) ?? false) ||
          (!isStrict &&
            (wordNet?.synonyms(token.lower).includes(word.lower) || definitionMentions(token.lower, word.stem))),
      ),
    );
  };
  const definitionMentions = (word: string, stem: string): boolean =>
    [...(wordNet?.senses(word, 'noun', 2) ?? []), ...(wordNet?.senses(word, 'verb', 2) ?? [])].some((sense) =>
      content(sense.definition).some((token) => token.stem === stem),
    );
  const broken = forbidden.find((topic) => isAbout(topic, true));
  if (broken !== undefined) return broken;
  if (allowed.length === 0 || asked.length === 0 || allowed.some((topic) => isAbout(topic, false))) return undefined;
  const known = new Set(content(material.slice(0, 20_000)).map((token) => token.stem));
  return asked.some((token) => known.has(token.stem)) ? undefined : `anything but ${allowed.join(', ')}`;
}
