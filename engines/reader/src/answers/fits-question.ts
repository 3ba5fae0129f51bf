import { monthOf } from '@parley/text';
import { meantAlike } from '../text/everyday-words.ts';
import { guessLanguage } from '../text/function-words.ts';
import { wordLikeness } from '../text/like-words.ts';
import { isRow } from '../text/plain-passage.ts';
import { asksContrary, deniesAsked, isDifference } from './denies-asked.ts';
import { hasFigureAtFocus, isFigureOfAnother } from './figure-at-focus.ts';
import type { Inquiry } from './inquiry.ts';
import { holdsMarked } from './marked-things.ts';
import { asksBearer, asksName, namesBearer, namesIt } from './names-bearer.ts';
import type { SentenceView } from './sentence-view.ts';
import { tellsReason } from './tells-reason.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

const times =
  /(?<![\d.,])(?:1\d{3}|20\d{2})(?!\d)|\d{1,2}[./-]\d{1,2}|\d{1,2}[:.h]\d{2}|\d\s?(?:[ap]\.?m|uhr|h)\b|\d{1,2}(?:st|nd|rd|th)\b|\b(?:at|from|um|von|las|à|alle|às)\s+\d{1,2}\b|(?<!\p{L})(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar|rero)?|mar(?:ch|zo|s)?|apr(?:il)?|mayo|mai|jun[eio]?|junio|juin|jul[yi]?|julio|juillet|aug(?:ust)?|sept?(?:ember|iembre|embre)?|oct(?:ober|ubre|obre)?|okt(?:ober)?|nov(?:ember|iembre|embre)?|dec(?:ember)?|dez(?:ember)?|dic(?:iembre)?|déc(?:embre)?|ene(?:ro)?|abr(?:il)?|ago(?:sto)?|märz?|fév(?:rier)?|avr(?:il)?|août?)(?!\p{L})|\bmay \d|\d (?:of )?may\b|\bin may\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|\b(?:today|tomorrow|yesterday|tonight|noon|midnight|daily|weekly|monthly|quarterly|annual\w*|yearly|hoy|mañana|ayer|heute|morgen|gestern|täglich|wöchentlich|monatlich|jährlich|spring|summer|autumn|winter|easter|christmas|hourly)\b|\b(?:year|month|week|day|hour|minute|second|century|decade|season|night|morning|evening|afternoon|año|mes|semana|día|hora|siglo|jahr|monat|woche|tag|stunde|minute|jahrhundert|an|année|mois|semaine|jour|heure|siècle|anno|mese|settimana|giorno|ora|secolo)(?:s|es|n|en|e|i)?\b|\b(?:when|after|before|during|until|once|upon|while|since|cuando|después|antes|durante|hasta|nach|vor|während|bis|als|seit|quand|après|avant|pendant|dopo|prima)\b|[年月日时世纪]/iu;
const figures =
  /\p{N}|[一二三四五六七八九十百千万亿两]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozens?|half|quarter|third|twice|once|single|double|both|several|no|none|many|most|all|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|mitad|doble|ein\p{L}*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend|hälfte|doppelt|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|cento)\b/iu;
/** A sentence that says nearly all that a question says answers "who" also with a role: "The courier dropped it." */
const allButSaid = 0.8;

/**
 * Whether a sentence holds the sort of thing that is asked for: a time for "when", a figure for "how many", an amount of
 * money for "how much does it cost", a name for "who", a cause or a purpose for "why". True where no sort is asked for.
 */
export function fitsQuestion(
  inquiry: Pick<Inquiry, 'question' | 'asked' | 'evidence'>,
  view: SentenceView,
  text: string,
): boolean {
  const { question, asked } = inquiry;
  // A question in the text asks the same and answers nothing.
  if (/[?？]["'”’»)]*\s*$/u.test(text)) return false;
  // The subject of a message names what it is about and tells nothing of it.
  if (/^\W*(?:subject|betreff|asunto|objet)\W*:/iu.test(text)) return false;
  if (!holdsMarked(inquiry, view, withoutAsked(question, text))) return false;
  if (deniesAsked(inquiry, view, text)) return false;
  if (asksContrary(inquiry, view, text) || isDifference(inquiry, text)) return false;
  const isSentence = /[.!。！]["'”’»)]*\s*$/u.test(text);
  if (!isSentence && question.kind !== 'yes-no' && !saysMore(view)) return false;
  if (question.kind === 'where' && isSentence && !tellsPlace(inquiry, view)) return false;
  if (question.kind === 'who' || question.kind === 'whose') {
    if (!doesAsAsked(inquiry, view, text)) return false;
    return !asksBearer(question.text) || namesBearer(inquiry, view, text);
  }
  if (question.kind === 'why') return tellsReason(inquiry, view, text);
  // "How many tickets?" is not told by their price or by a time of day.
  if (question.kind === 'how-many' && /\bhow many\b/i.test(question.text))
    return (
      figures.test(withoutAsked(question, text)) &&
      (view.verbs.length > 0 || hasFigureAtFocus(inquiry, view)) &&
      !isFigureOfAnother(inquiry, view)
    );
  if (asksHowMuch.test(question.text) && !tellsHowMuch.test(withoutAsked(question, text))) return false;
  if (asksName.test(question.text) && !namesIt(inquiry, view, text)) return false;
  if (asksCount.test(question.text) && !isRow(text) && !hasFigureAtFocus(inquiry, view)) return false;
  switch (asked) {
    case 'time':
    case 'year':
      return times.test(text);
    case 'number':
    case 'percent':
      return figures.test(withoutAsked(question, text));
    default:
      return true;
  }
}

const asksHowMuch =
  /\bhow much\b(?! (?:more|less|further|longer))|\bwie ?viel\b(?!\p{L})|\bcu[aá]nto\b|\bcombien\b(?! de)/iu;
/** "The old one" and "no one" are no figures. */
const tellsHowMuch =
  /\p{N}|[$€£¥₹]|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|half|twice|double|free|nothing|included|gratis|no (?:charge|fee|cost|interest)|without|none|not|(?:one|an?) (?:pound|euro|dollar|hour|day|week|month|litre|kilo|spoon|cup|pinch)\p{L}*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hälfte|halbe?|doppelt\p{L}*|frei|kostenlos|umsonst|inklusive|enthalten|nicht|kein\p{L}*|ein(?:en|e)? (?:euro|stunde|tag)|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|mitad|doble|nada|no|incluid[oa]|gratuit\p{L}*|deux|trois|quatre|cinq|sept|huit|neuf|dix|moitié|rien|pas|compris\p{L}*)(?!\p{L})/iu;

/** "Wie viele Schlüssel?" is not told by what one of them costs. */
const asksCount = /\bwie ?viele\b|\bcuánt[oa]s\b|\bcombien de\b(?! temps)/iu;

/** A figure that the question itself names is not the one that it asks for. */
function withoutAsked({ tokens }: Inquiry['question'], text: string): string {
  const named = tokens
    .filter(({ kind }) => kind === 'number')
    .map(({ text: figure }) => figure.replace(/[^\d.,]/gu, ''));
  // such as: /(?<![\d.,])1\.5(?![\d])/gu
  return named.reduce(
    (rest, figure) => rest.replaceAll(new RegExp(`(?<![\\d.,])${figure.replaceAll('.', '\\.')}(?![\\d])`, 'gu'), ' '),
    text,
  );
}

/** "Who directed it?" is told by what somebody directed and by a director, not by a manager: a role of another word. */
function doesAsAsked(
  { question, evidence }: Pick<Inquiry, 'question' | 'evidence'>,
  view: SentenceView,
  text: string,
): boolean {
  // What stands behind "who" is the deed, also where it could be a noun: "Who washes the toys?"
  const deed = question.tokens[question.at + 1]?.isContent === true ? question.at + 1 : question.verb;
  const term = evidence.terms.findIndex(({ token }) => token === deed);
  const stem = evidence.terms[term]?.stem;
  const met = view.places[term] ?? [];
  if (question.language !== 'en') return namesDeed(question, view, text) && !isDoneByNobodyAbroad(question, view, text);
  if (stem === undefined || (deed === question.verb && question.tags[deed] !== 'VERB')) return true;
  // Of a deed that is not named a line tells that says whose it is: "Hut: Ann Lee".
  if (met.length === 0)
    return isLabelled.test(text) || view.ranked.coverage >= allButSaid || pale.test(question.tokens[deed]?.lower ?? '');
  const isAskedPassive = question.tokens.slice(question.at, deed).some(({ lower }) => passive.test(lower));
  return met.some(
    (place) =>
      isRoleNow(view.tokens, place, question.tokens[deed]?.lower ?? '') ||
      ((view.tags[place] === 'VERB' || isOneWord(view.tokens[place]?.stem ?? '', stem)) &&
        (isAskedPassive || !isDoneByNobody(view.tokens, place))),
  );
}

/** Who leads something now is told by who is its head. */
const isRoleNow = (tokens: SentenceView['tokens'], place: number, deed: string): boolean =>
  /[^s]s$/u.test(deed) &&
  /^(?:of|at|for)$/u.test(tokens[place + 1]?.lower ?? '') &&
  tokens.slice(Math.max(0, place - roleReach), place).some(({ lower }) => lower === 'is');
const roleReach = 3;

const placeWords =
  /^(?:in|at|on|near|behind|beside|opposite|under|above|inside|outside|by|to|from|next|between|along|into|onto|past|over|through|off|around|im|am|an|auf|bei|beim|hinter|neben|vor|zum|zur|nach|ins|ans|aus|unter|über|zwischen|en|a|al|junto|tras|detrás|del|de|desde|hacia|frente|à|au|aux|dans|sur|chez|près|derrière|devant)$/u;
const placeReach = 4;
const isTime = (lower: string): boolean =>
  monthOf(lower) !== undefined ||
  /^(?:\d.*|\p{L}+day|weekdays?|weekends?|mornings?|evenings?|afternoons?|nights?|noon|midnight|week|month|year|time|times|least|most|first|last|once)s?$/u.test(
    lower,
  );

/** "Where does he work?" is told by a place: "he is at work until four" only says again what was asked. */
function tellsPlace({ question }: Pick<Inquiry, 'question'>, { tokens, terms }: SentenceView): boolean {
  if (!/^(?:en|de|es|fr)$/u.test(question.language)) return true;
  // Where it comes of is not where it is.
  const because = tokens.findIndex(({ lower }) =>
    /^(?:because|since|due|owing|weil|wegen|porque|debido|parce)$/u.test(lower),
  );
  return tokens.slice(0, because < 0 ? undefined : because).some(({ lower }, place) => {
    if (!placeWords.test(lower))
      return /^(?:here|there|upstairs|downstairs|online|hier|dort|oben|unten|aquí|allí|arriba|abajo|ici|là)$/u.test(
        lower,
      );
    const governed = tokens.slice(place + 1, place + 1 + placeReach);
    const end = governed.findIndex(({ isContent, kind }) => isContent || kind === 'mark');
    const named = governed[end];
    return named?.isContent === true && (terms[place + 1 + end] ?? -1) < 0 && !isTime(named.lower);
  });
}

/** In languages whose verbs are not known, the deed is the word behind "wer" or "quién". */
function namesDeed(
  { tokens, at, language }: Inquiry['question'],
  { ranked, tokens: here }: SentenceView,
  text: string,
): boolean {
  const deed = tokens[at + 1];
  if (!deed?.isContent || paleAbroad.test(deed.lower) || isLabelled.test(text) || ranked.coverage >= allButSaid)
    return true;
  const isMeant = meantAlike(deed.stem, language, guessLanguage(text));
  return here.some(({ stem }) => wordLikeness(stem, deed.stem) >= likeEnough || isMeant(stem));
}

const likeEnough = 0.4;
const paleAbroad =
  /^(?:tiene|tienen|hace|hizo|da|dio|va|lleva|llevó|pone|puso|macht|machte|bekommt|bekam|kriegt|gibt|geht|kommt|hält|fait|donne|prend|va|met)$/u;

/** "Das Tor wurde am Montag gestrichen" does not tell who painted it; "von Jo gestrichen" does. */
const isDoneByNobodyAbroad = ({ tokens }: Inquiry['question'], { ranked }: SentenceView, text: string): boolean =>
  !isLabelled.test(text) &&
  ranked.sentence.header === undefined &&
  passiveAbroad.test(text) &&
  !agentAbroad.test(text) &&
  !tokens.some(({ lower }) => /^(?:wurden?|werden|wird|fue|fueron|ha|été|von|por|par)$/u.test(lower));
const passiveAbroad =
  /(?<!\p{L})(?:wurden?|worden|wird|werden|fue(?:ron)?|ha(?:n)? sido|a été|ont été|fut|furent)(?!\p{L})/iu;
const agentAbroad = /(?<!\p{L})(?:von|vom|durch|por|par|du)(?!\p{L})/iu;

const isLabelled = /^\W*\p{L}[^:.!?]{1,40}:\s|\|/u;
const pale =
  /^(?:do|does|did|done|get|gets|got|have|has|had|make|makes|made|take|takes|took|go|goes|went|come|comes|came|give|gives|gave|let|say|said)$/u;

const passive = /^(?:is|are|was|were|be|been|being)$/u;
const agentReach = 5;

/** "The clock repaired was old" and "it was repaired in May" say of no one that he did it; "repaired by Ann" does. */
function isDoneByNobody(tokens: SentenceView['tokens'], place: number): boolean {
  // "Wash the clothes at 30 degrees": an order names nobody.
  if (tokens.findIndex(({ kind }) => kind === 'word') === place && !/ed$/u.test(tokens[place]?.lower ?? ''))
    return true;
  if (!/(?:ed|en|t|n)$/u.test(tokens[place]?.lower ?? '')) return false;
  const beside = [tokens[place - 1], tokens[place - 2], tokens[place + 1]];
  const isPassive = beside.some((token) => passive.test(token?.lower ?? ''));
  return isPassive && !tokens.slice(place + 1, place + 1 + agentReach).some(({ lower }) => lower === 'by');
}

const leastShared = 4;
/** Whether two stems are of one word: "teach" and "teacher". */
const isOneWord = (one: string, other: string): boolean =>
  one === other || one.slice(0, leastShared) === other.slice(0, leastShared);

/** A heading, or a line of JSON, that only repeats words of the question tells nothing. */
function saysMore({ tokens, terms }: SentenceView): boolean {
  return tokens.some((token, index) => (terms[index] ?? -1) < 0 && (token.isContent || /\p{N}/u.test(token.text)));
}
