import { cellsOf, plainPassage, plainText } from '../text/plain-passage.ts';
import { formFit } from './asked-form.ts';
import type { Inquiry } from './inquiry.ts';
import type { Sentence } from './read-material.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Asked = Pick<Inquiry, 'question' | 'evidence' | 'material'>;
type Span = Pick<Sentence, 'start' | 'end'>;
type Seen = Pick<SentenceView, 'ranked' | 'places'>;

/** Sorts whose members are known by their names: "Kyoto, Japan" tells a country without the word. */
const knownByName =
  /^(?:time|day|date|year|month|week|hour|number|name|amount|price|cost|size|person|people|man|woman|place|part|thing|type|kind|sort|way|reason|role|title|job|profession|language|nationality|religion|countr(?:y|ies)|cit(?:y|ies)|towns?|village|state|county|region|continent|street|school|universit(?:y|ies)|team|club|band|company|firm|shop|tag|tage|tagen|uhr|uhrzeit|zeit|datum|jahr|jahren|monat|woche|stunde|zahl|nummer|name|betrag|preis|person|leute|mann|frau|ort|teil|ding|weise|grund|sprache|land|stadt|dorf|region|straße|schule|universität|verein|firma|día|días|dia|dias|fecha|año|mes|hora|semana|número|nombre|precio|persona|lugar|parte|cosa|tipo|manera|razón|país|ciudad|pueblo|idioma|calle|escuela|universidad|equipo|empresa|jour|date|année|an|mois|heure|semaine|numéro|nom|prix|personne|lieu|partie|chose|type|façon|raison|langue|pays|ville|village|rue|école|université|équipe|société|entreprise)s?$/u;
const be = /^(?:is|are|was|were)$/u;

/**
 * Whether a passage tells the trait that is asked for, by its word, by a word of that meaning or in its form: "What breed is the dog?" is told
 * by a breed, and not by any sentence about the dog.
 */
export function namesTrait(asked: Asked, seen: Seen): boolean {
  const { question, material } = asked;
  const { sentence } = seen.ranked;
  const text = material.documents[sentence.document]?.text ?? '';
  if (sentence.header && leavesEmpty(question, text, sentence, sentence.header)) return false;
  const trait = question.tokens[question.focus];
  if (!trait || !/^(?:what|which)$/u.test(question.kind)) return true;
  const stands = standing(asked, seen)(question.focus);
  if (stands !== false || knownByName.test(trait.lower) || !isTraitOfNamed(question)) return true;
  return formFit(asked)?.(text.slice(sentence.start, sentence.end)) === 1;
}

/** "What shape is the lake?", and abroad any "welche" with its noun: there the verb is not known. */
function isTraitOfNamed({ tokens, tags, at, focus, language }: Inquiry['question']): boolean {
  if (focus !== at + 1) return false;
  if (language !== 'en') return /^(?:welche[mnrs]?|qu[ée]l?le?s?|quels?)$/u.test(tokens[at]?.lower ?? '');
  const rest = tags.slice(focus + 2);
  return be.test(tokens[focus + 1]?.lower ?? '') && !rest.includes('VERB') && tags.at(-1) !== 'ADP';
}

/** Whether a row has nothing, or a dash, under a heading that a question names. */
function leavesEmpty({ tokens, tags }: Inquiry['question'], text: string, row: Span, header: Span): boolean {
  const headings = cellsOf(text.slice(header.start, header.end)).map((cell) => plainText(cell).toLowerCase());
  const told = plainPassage(text, row, header).toLowerCase().split(', ');
  return tokens.some(({ lower }, at) => {
    if (!/^(?:NOUN|PROPN|X)$/u.test(tags[at] ?? '') || !headings.includes(lower)) return false;
    const cell = told.find((each) => each.startsWith(`${lower}: `));
    return cell === undefined || /: [\u2010-\u2015-]+$/u.test(cell);
  });
}

/** Whether the word at a place of the question stands in a passage or above it; undefined for words that are not looked for. */
function standing(
  { evidence }: Pick<Inquiry, 'evidence'>,
  { ranked, places }: Seen,
): (token: number) => boolean | undefined {
  const termAt = new Map(evidence.terms.map(({ token }, index) => [token, index]));
  return (token) => {
    const index = termAt.get(token);
    if (index === undefined) return undefined;
    const { headingStems, implied } = ranked.sentence;
    const stem = evidence.terms[index]?.stem ?? '';
    return (places[index]?.length ?? 0) > 0 || headingStems.has(stem) || implied.has(stem);
  };
}
