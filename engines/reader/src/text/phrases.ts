import type { Language } from './function-words.ts';
import stored from './phrases.json' with { type: 'json' };

/** Where an answer was looked for in vain. */
interface Search {
  /** Names of files; empty when there was only the text of the request. */
  places: string[];
  sentences: number;
  /** Names and figures of the question that stand nowhere there. */
  absent: string[];
  /** Passages are quoted behind it that may hold the answer all the same. */
  hasNear: boolean;
}

/** Who said what is quoted from the conversation. */
export type Speaker = 'user' | 'assistant' | 'system';

/** Sentences that the reader says itself, in a language that it knows. */
export type Phrases = ReturnType<typeof phrasesFrom>;

const phrases = new Map(Object.entries(stored).map(([language, texts]) => [language, phrasesFrom(texts)]));

export const phrasesOf = (language: Language): Phrases => phrases.get(language) ?? phrasesFrom(stored.en);

function phrasesFrom(texts: (typeof stored)['en']) {
  const { text, allText, sent } = texts;
  return {
    ...texts,
    /** Introduces a passage of a file, or of the text of the request. */
    says: (name: string | undefined, quote: string): string =>
      name === undefined ? fill(texts.textSays, { quote }) : fill(texts.says, { name, quote }),
    /** Introduces the passage that speaks most to a question that none surely answers. */
    nearest: (name: string | undefined, quote: string): string => fill(texts.nearest, { name: name ?? text, quote }),
    /** Introduces a sentence of the conversation. */
    said: (speaker: Speaker, quote: string): string => fill(texts[speaker], { quote }),
    notInText: ({ places, sentences, absent, hasNear }: Search): string =>
      fill(hasNear ? texts.notSurelyInText : texts.notInText, {
        places: list(places, allText),
        sentences: String(sentences),
        absent: absent.length === 0 ? '' : fill(texts.absent, { words: absent.map((word) => `“${word}”`).join(', ') }),
      }),
    /** A passage that touches a question; `name` of its file, where there are several. */
    near: ({ name, quote }: { name?: string; quote: string }): string =>
      `- ${name === undefined ? '' : `${name}: `}${fill(texts.near, { quote })}`,
    /** Files, or pictures, in which nothing was to be read. Empty: the text of the request. */
    noText: (places: string[]): string => fill(texts.noText, { places: list(places, sent) }),
    /** Goes before what is said to one of two questions. */
    asFor: (question: string): string => fill(texts.asFor, { question }),
    /** A word of the question that stands nowhere, and the word of the texts that it was read as. */
    readAs: (typed: string, word: string): string => fill(texts.readAs, { typed, word }),
  };
}

const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');

const list = (places: string[], otherwise: string): string => (places.length === 0 ? otherwise : places.join(', '));

/** A reply of the reader without the passages that it quoted as no answer: what stands there was not said by it. */
export function withoutNear(reply: string): string {
  const starts = Object.values(stored)
    .map(({ nearLead }) => reply.indexOf(`\n${nearLead}\n`))
    .filter((at) => at >= 0);
  return starts.length === 0 ? reply : reply.slice(0, Math.min(...starts));
}

/** What a message is that only greets or thanks; so short that only the words themselves tell the language. */
export function courtesyTo(message: string): string | undefined {
  const said = message.trim();
  if (said.length > longestCourtesy) return undefined;
  for (const { greets, greeting, thanks, welcome } of Object.values(stored)) {
    if (isWhole(greets, said)) return greeting;
    if (isWhole(thanks, said)) return welcome;
  }
  return undefined;
}

const longestCourtesy = 60;

// such as: /^(?:(?:many )?(?:thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|again))?)[.!,。！]{0,3}$/iu
const isWhole = (words: string, said: string): boolean => new RegExp(`^(?:${words})[.!,。！]{0,3}$`, 'iu').test(said);
