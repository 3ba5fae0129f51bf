import { plainPassage } from '../text/plain-passage.ts';
import { formFit } from './asked-form.ts';
import type { Inquiry } from './inquiry.ts';
import { standing } from './same-thing.ts';
import type { SentenceView } from './sentence-view.ts';

type Asked = Pick<Inquiry, 'question' | 'evidence' | 'material'>;
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
  const trait = question.tokens[question.focus];
  if (!trait || !/^(?:what|which)$/u.test(question.kind)) return true;
  const { sentence } = seen.ranked;
  const text = material.documents[sentence.document]?.text ?? '';
  if (sentence.header && isLeftEmpty(trait.lower, plainPassage(text, sentence, sentence.header))) return false;
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

/** A row whose cell under the asked heading holds a dash tells nothing of it. */
const isLeftEmpty = (trait: string, quote: string): boolean =>
  quote.split(', ').some((cell) => {
    const [heading, value] = cell.split(': ');
    return heading?.toLowerCase() === trait && /^[\u2010-\u2015-]+$/u.test(value ?? '');
  });
