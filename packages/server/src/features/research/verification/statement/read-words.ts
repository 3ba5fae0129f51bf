import { foldWord, type KnownLanguage, numberWords, stemWord } from '@parley/text';
import {
  articles,
  auxiliaries,
  boundaries,
  lightWords,
  type Operator,
  operatorPhrases,
  operators,
  prepositionRoles,
  synonymGroups,
  wideOperators,
} from './meaning-words.ts';

/** A word of a sentence with the part it plays there. */
export interface ReadWord {
  text: string;
  /** Folded and stemmed; equal for forms of one word. */
  stem: string;
  /** Names of the groups of words that may stand for it. */
  groups: readonly number[];
  /** Says something that can be checked: no article, auxiliary, preposition or operator. */
  isContent: boolean;
  isNumber: boolean;
  /** `core` (subject, verb, object) or that of the preposition before it. */
  role: string;
  /** What holds for it: negation, possibility and the like. */
  operators: ReadonlySet<Operator>;
  /** Counts up at every conjunction and mark, so that words of one clause share it. */
  clause: number;
}

const operatorOf = new Map<string, Operator>();
for (const [operator, words] of operators) for (const word of words.split(' ')) operatorOf.set(word, operator);

const groupsOf = new Map<string, number[]>();
for (const [index, group] of synonymGroups.entries()) {
  for (const word of group) groupsOf.set(word, [...(groupsOf.get(word) ?? []), index]);
}

/** Words that a narrow operator reaches: "may prevent damage", "half of the farms". */
const reach = 6;

/** Units and shares belong to their number, which is compared as a figure. */
const figureWord =
  /^(?:percent|per|cent|million|billion|thousand|hundred|dozen|millions|billions|euros?|dollars?|pounds?)$/;

const token = /\p{N}+(?:[.,:/]\p{N}+)*(?:st|nd|rd|th)?|\p{L}[\p{L}\p{M}\p{N}]*(?:[-'’][\p{L}\p{N}]+)*|[;:()—–,]/gu;

interface Mark {
  at: number;
  end: number;
  operator: Operator;
}

/** May as a month: behind a preposition, or beside a day or a year. */
const month =
  /(?<=\b(?:[Ii]n|[Oo]f|[Ss]ince|[Uu]ntil|[Ff]rom|[Tt]o|[Bb]y|[Bb]efore|[Aa]fter|[Dd]uring|[Ee]arly|[Ll]ate|[Mm]id|[Ll]ast|[Nn]ext|\d|\d(?:st|nd|rd|th))[\s-])May\b|\bMay(?=\s+\d)/g;

/** The words of one sentence. Passive sentences come in the order of active ones, so that both can be compared. */
export function readWords(sentence: string, language: KnownLanguage | null): ReadWord[] {
  const marks = phraseMarks(sentence);
  const months = new Set(Array.from(sentence.matchAll(month), (match) => match.index));
  const words: ReadWord[] = [];
  const wide = new Set<Operator>();
  let role = 'core';
  let hasContent = false;
  let clause = 0;
  let running: { operator: Operator; left: number }[] = [];
  for (const match of sentence.matchAll(token)) {
    const text = match[0];
    const lower = months.has(match.index) ? text : text.toLowerCase().replaceAll('’', "'");
    const mark = marks.find(({ at, end }) => match.index >= at && match.index < end);
    if (mark !== undefined) {
      if (match.index === mark.at) running.push({ operator: mark.operator, left: reach });
      continue;
    }
    if (boundaries.has(lower) || lower === ',') {
      clause += 1;
      [role, hasContent] = ['core', false];
      if (lower !== ',' && lower !== 'and' && lower !== 'or' && lower !== 'that') running = [];
      if (lower !== 'because') continue;
    }
    const operator = operatorOf.get(lower) ?? (lower.endsWith("n't") ? 'negation' : undefined);
    if (operator !== undefined) {
      if (wideOperators.has(operator)) wide.add(operator);
      else running.push({ operator, left: reach });
      if (operator !== 'negation' || lower.endsWith("n't") || lower.length < 6) continue;
    }
    const preposition = prepositionRoles.get(lower);
    if (preposition !== undefined) {
      [role, hasContent] = [preposition, false];
      continue;
    }
    if (auxiliaries.has(lower) || (articles.has(lower) && hasContent && role !== 'of'))
      [role, hasContent] = ['core', false];
    const isNumber = /^\p{N}/u.test(text) || numberWords(lower) !== null;
    const isContent =
      !isNumber &&
      !lightWords.has(lower) &&
      !auxiliaries.has(lower) &&
      !figureWord.test(lower) &&
      operator === undefined;
    words.push({
      text,
      stem: stemWord(foldWord(text), language),
      groups: groupsOf.get(lower) ?? [],
      isContent,
      isNumber,
      role,
      operators: new Set(running.map((entry) => entry.operator)),
      clause,
    });
    if (!isContent && !isNumber) continue;
    hasContent = true;
    running = running.flatMap((entry) => (entry.left > 1 ? [{ ...entry, left: entry.left - 1 }] : []));
    // After a date a new part begins: "In 2019 Anholm supplied …".
    if (isNumber && /^\p{N}{4}$/u.test(text) && role !== 'of') [role, hasContent] = ['core', false];
  }
  if (wide.size > 0) for (const word of words) word.operators = new Set([...word.operators, ...wide]);
  return asActive(words);
}

function phraseMarks(sentence: string): Mark[] {
  return operatorPhrases.flatMap(([pattern, operator]) =>
    Array.from(sentence.matchAll(pattern), (match) => ({
      at: match.index,
      end: match.index + match[0].length,
      operator,
    })),
  );
}

const forms = new Set('is are was were be been being'.split(' '));
const participle = /(?:ed|en|wn|lt|nt|ght|ld|de|ne|ung|um|und|ot|ut|et)$/;

/** "X was built by Y in 1990" as "Y built X in 1990"; without a "by", the verb before its object. */
function asActive(words: ReadWord[]): ReadWord[] {
  const be = words.findIndex(({ text }) => forms.has(text.toLowerCase()));
  if (be < 1) return words;
  const verb = words.findIndex(
    ({ text, isContent, role }, index) =>
      index > be && index <= be + 3 && isContent && role === 'core' && participle.test(text.toLowerCase()),
  );
  if (verb < 0) return words;
  const before = words.slice(0, be);
  const subject = before.filter((word) => word.role === 'core' || word.role === 'of');
  const aside = before.filter((word) => !subject.includes(word));
  const rest = words.slice(verb + 1);
  const agents = agentOf(rest, words[verb]?.clause);
  const agent = rest
    .filter((word) => agents.has(word))
    .map((word) => (word.role === 'by' ? { ...word, role: 'core' } : word));
  const between = words.slice(be, verb);
  return [
    ...aside,
    ...agent,
    ...between,
    ...words.slice(verb, verb + 1),
    ...subject,
    ...rest.filter((word) => !agents.has(word)),
  ];
}

/** The words behind "by", with what belongs to them: "by the county of Selm". */
function agentOf(rest: readonly ReadWord[], clause: number | undefined): ReadonlySet<ReadWord> {
  const agents = new Set<ReadWord>();
  let isInside = false;
  for (const word of rest) {
    isInside = word.clause === clause && (word.role === 'by' || (isInside && word.role === 'of'));
    if (isInside) agents.add(word);
  }
  return agents;
}
