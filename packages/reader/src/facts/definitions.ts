import type { ReaderReply } from '../reader-reply.ts';
import type { WordNetPart } from '../text/base-forms.ts';
import { loadWordNet, type Sense, type WordNet } from '../text/word-net.ts';

const parts: WordNetPart[] = ['noun', 'verb', 'adj', 'adv'];
const partNames: Record<WordNetPart, string> = { noun: 'noun', verb: 'verb', adj: 'adjective', adv: 'adverb' };
const word = "[\"“‘']?([\\p{L}][\\p{L} '’-]{0,40}?)[\"”’']?";
const asksMeaning = [
  new RegExp(
    `^(?:please )?(?:define|definition of|meaning of|what(?:'s| is) the (?:definition|meaning) of|what does|give (?:me )?(?:the|a) definition of)\\s+(?:the (?:word|term) )?(?:an? |the )?${word}(?:\\s+mean)?\\s*[?.!]*$`,
    'iu',
  ),
  new RegExp(`^what(?:'s|’s| is| are)\\s+(?:an? |the )?${word}\\s*[?.!]*$`, 'iu'),
];
const asksOther: [RegExp, 'synonyms' | 'antonyms'][] = [
  [
    new RegExp(`\\b(?:synonyms?|other words?|another word)\\s+(?:for|of|to)\\s+(?:the word )?${word}\\s*[?.!]*$`, 'iu'),
    'synonyms',
  ],
  [new RegExp(`\\b(?:antonyms?|opposites?)\\s+(?:for|of|to)\\s+(?:the word )?${word}\\s*[?.!]*$`, 'iu'), 'antonyms'],
];

/** What WordNet says about a word, when a question asks for just that; undefined otherwise. */
export async function defineWord(question: string): Promise<ReaderReply | undefined> {
  const text = question.trim();
  for (const [pattern, relation] of asksOther) {
    const asked = pattern.exec(text)?.[1];
    if (asked) return related(asked.toLowerCase(), relation, await loadWordNet());
  }
  for (const pattern of asksMeaning) {
    const asked = pattern.exec(text)?.[1]?.toLowerCase();
    if (asked && asked.split(' ').length <= 4) return meaning(asked, await loadWordNet());
  }
  return undefined;
}

function meaning(asked: string, wordNet: WordNet): ReaderReply | undefined {
  const senses = parts.flatMap((part) => wordNet.senses(asked, part, 3));
  const [first, ...others] = senses;
  if (!first) return undefined;
  const lines = [`${capital(asked)} (${partNames[first.part]}): ${first.definition}.${exampleOf(first)}`];
  const more = others.slice(0, 2).map((sense) => `(${partNames[sense.part]}) ${sense.definition}`);
  if (more.length > 0) lines.push(`Also: ${more.join('; ')}.`);
  return {
    text: lines.join(' '),
    shortAnswer: first.definition,
    reasoning: `Looked up "${asked}" in WordNet 3.1: ${senses.length} meanings.`,
  };
}

const exampleOf = (sense: Sense): string => (sense.examples[0] ? ` For example: “${sense.examples[0]}”.` : '');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function related(asked: string, relation: 'synonyms' | 'antonyms', wordNet: WordNet): ReaderReply | undefined {
  const found =
    relation === 'antonyms'
      ? wordNet.antonyms(asked)
      : parts.flatMap((part) => wordNet.senses(asked, part, 3)).flatMap((sense) => sense.words);
  const words = [...new Set(found.map((each) => each.replaceAll('_', ' ')))]
    .filter((each) => each.toLowerCase() !== asked)
    .slice(0, 10);
  if (words.length === 0) return undefined;
  return {
    text: `${capital(relation)} of “${asked}”: ${words.join(', ')}.`,
    shortAnswer: words.join(', '),
    reasoning: `Looked up "${asked}" in WordNet 3.1.`,
  };
}
