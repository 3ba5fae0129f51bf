import { guessLanguage, searchWords, sentencesOf, tellingTerms } from '@parley/text';
import type { Brief } from '../research-types.ts';

const maxTitle = 120;

/** A brief made without a model: the parts of the instructions, each searched for by its telling words. */
export function briefFrom(instructions: string, maxQuestions: number): Brief {
  const parts = partsOf(instructions).slice(0, maxQuestions);
  const questions = parts.length > 0 ? parts : [instructions.trim()];
  const topic = searchWords(questions[0] ?? instructions);
  return {
    title: shortened(instructions),
    questions,
    queries: questions.map((question, index) => queriesFor(question, index === 0 ? null : topic)),
  };
}

/** Sentences, list items and the halves of "… and how …": what can be asked one by one. */
function partsOf(instructions: string): string[] {
  const lines = instructions
    .split(/\n+/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim())
    .filter(Boolean);
  const sentences = lines.flatMap((line) => sentencesOf(line).map((sentence) => sentence.text));
  const halves = sentences.flatMap((sentence) =>
    sentence.split(
      /(?:,\s*(?:and|und|et|y)\s+|;\s*|(?<!\s)\s+and\s+)(?=(?:how|what|why|when|where|which|who|wie|was|warum|comment|pourquoi|cómo)\b)/i,
    ),
  );
  const language = guessLanguage(instructions);
  return [...new Set(halves.map((part) => capital(part.trim())))].filter(
    (part) => tellingTerms(part, language).length > 0,
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function queriesFor(question: string, topic: string | null): string[] {
  const words = searchWords(question);
  const queries = [question, words];
  // A later part often leaves out what it is about.
  if (topic !== null && !sharesWord(words, topic)) queries.push(`${topic} ${words}`);
  const single = words.split(' ');
  // Search boxes that want every word find nothing for long questions.
  if (single.length > 3) queries.push(single.slice(0, 3).join(' '), single.slice(-3).join(' '));
  return [...new Set(queries.map((query) => query.slice(0, 300)))];
}

function sharesWord(left: string, right: string): boolean {
  const words = new Set(left.toLowerCase().split(' '));
  return right
    .toLowerCase()
    .split(' ')
    .some((word) => words.has(word));
}

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // bounded: a title, at most 120 characters
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle).replace(/\s+\S*$/, '')} …`;
}
