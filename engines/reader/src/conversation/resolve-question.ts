import { sentencesOf } from '@parley/text';
import { longestQuestion } from '../bounds/bounds.ts';
import { guessLanguage } from '../text/function-words.ts';
import { tokenize } from '../text/tokens.ts';
import type { Turn } from './read-prompt.ts';

const lead = /^(?:and|but|so|ok(?:ay)?|then|y|und|et|e)[,\s]+/i;
const about = /^(?:what|how) about\s+|^qué hay de\s+|^was ist mit\s+|^et\s+/i;
const pronoun =
  /(?<![\p{L}'’])(he|she|it|they|him|her|them|his|hers|its|their|this|that|these|those|there|él|ella|er|sie|es)(?![\p{L}'’])/iu;
const questionWord =
  /\b(?:who|whom|whose|what|which|when|where|why|how(?: (?:many|much|long|old|far))?|quién|qué|cuándo|dónde|por qué|cómo|wer|was|wann|wo|warum|wie)\b/i;
// bounded: a question, or the beginning of a reply, at most 2,000 characters
const name = /\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+(?:of|the|de|von|van|and|&)?\s*\p{Lu}[\p{L}\p{N}'’.-]*)*/gu;

/** A follow-up question made whole from what was said before: "And when?" after "Who built it?". Unchanged when it stands alone. */
export function resolveQuestion(question: string, history: Turn[]): string {
  const previous = history.findLast((turn) => turn.role === 'user' && questionWord.test(turn.text))?.text;
  const replied = history.findLast((turn) => turn.role === 'assistant')?.text.slice(0, longestQuestion);
  if (previous === undefined && replied === undefined) return question;
  const bare = question.trim().replace(lead, '');
  const earlier = previous === undefined ? '' : lastQuestion(previous);
  const onlyWord = /^(\p{L}+(?:\s\p{L}+)?)\s*\?*$/u.exec(bare)?.[1];
  if (onlyWord && questionWord.test(onlyWord) && earlier !== '') return `${onlyWord} ${withoutQuestionWord(earlier)}`;
  if (earlier !== '' && (about.test(bare) || isFragment(bare, question)))
    // bounded: a question, at most 2,000 characters
    return exchangeTopic(earlier, bare.replace(about, '').replace(/[?.!\s]+$/, ''));
  if (pronoun.test(bare) && !hasOwnName(bare)) {
    const topic = topicOf(earlier, replied, bare);
    if (topic)
      return bare.replace(pronoun, (word) =>
        /^(?:his|her|its|their|hers)$/i.test(word) && !/^her$/i.test(word) ? `${topic}'s` : topic,
      );
  }
  return question;
}

/** The question of a turn; of a long one what stands at its end is looked at. */
const lastQuestion = (turn: string): string => lastQuestionOf(turn.slice(-longestQuestion));
const lastQuestionOf = (text: string): string =>
  sentencesOf(text.split(/\n+/).at(-1) ?? text).findLast((part) => questionWord.test(part.text))?.text ?? text;
const withoutQuestionWord = (text: string): string => text.replace(questionWord, '').replace(/^\s+/, '').trim();

/** "And Spain?": no question word, no verb to speak of. */
function isFragment(bare: string, question: string): boolean {
  return question.trim() !== bare && bare.split(/\s+/).length <= 4 && /\?\s*$/.test(bare) && !questionWord.test(bare);
}

function hasOwnName(text: string): boolean {
  return [...text.matchAll(name)].some((match) => match.index > 0);
}

/** The earlier question with its last name, or its last noun, exchanged for another. */
function exchangeTopic(earlier: string, topic: string): string {
  const names = [...earlier.matchAll(name)].filter((match) => match.index > 0);
  const last = names.at(-1);
  if (last) return earlier.slice(0, last.index) + topic + earlier.slice(last.index + last[0].length);
  const token = tokenize(earlier, guessLanguage(earlier)).findLast((each) => each.isContent);
  return token ? earlier.slice(0, token.start) + topic + earlier.slice(token.end) : topic;
}

/** What a pronoun most likely stands for: a person from the reply for "he", else the last name of the question, else of the reply. */
function topicOf(earlier: string, replied: string | undefined, question: string): string | undefined {
  const asked = [...earlier.matchAll(name)].filter((match) => match.index > 0).map((match) => match[0]);
  const answered = [...(replied ?? '').matchAll(name)]
    .map((match) => match[0])
    .filter((text) => !/^(?:The|A|An|In|It|He|She|They|This|That)$/.test(text));
  const isPerson = /(?<!\p{L})(?:he|she|him|her|his|hers|who)(?!\p{L})/iu.test(question);
  if (isPerson && /\bwho\b/i.test(earlier)) return answered[0] ?? asked.at(-1);
  return asked.at(-1) ?? answered[0];
}
