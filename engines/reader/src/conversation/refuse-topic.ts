import type { Language } from '../text/function-words.ts';
import { tokenize } from '../text/tokens.ts';
import type { Instructions } from './read-instructions.ts';

const filler = new Set(
  'question questions topic topics anything something related matter matters subject subjects thing things info information detail details user users advice other any'.split(
    ' ',
  ),
);

/** Whether the system prompt forbids to speak about what is asked; says why. Topics are told by their words. */
export function refusedTopic(
  question: string,
  { forbidden, allowed }: Instructions,
  language: Language,
  material: string,
): string | undefined {
  if (forbidden.length === 0 && allowed.length === 0) return undefined;
  const content = (text: string) =>
    tokenize(text, language).filter((token) => token.isContent && !filler.has(token.lower));
  const asked = new Set(content(question).map((token) => token.stem));
  const isAbout = (topic: string): boolean => content(topic).some((word) => asked.has(word.stem));
  const broken = forbidden.find(isAbout);
  if (broken !== undefined) return broken;
  if (allowed.length === 0 || asked.size === 0 || allowed.some(isAbout)) return undefined;
  const known = content(material.slice(0, 20_000));
  return known.some((token) => asked.has(token.stem)) ? undefined : `anything but ${allowed.join(', ')}`;
}
