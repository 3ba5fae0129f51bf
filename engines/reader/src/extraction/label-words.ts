import { wordStem } from '../text/word-stem.ts';

/** Words that forms, letters and tables use for the same thing, a line each. A word may stand in several lines. */
const sameThing = `
vendor seller supplier issuer merchant store shop from sold-by
brand manufacturer maker by made-by
weekly week per-week
monthly month
daily day
annual year
benefit offer perk
order purchase-order po bestellung
customer buyer client purchaser bill-to to recipient
from sender by author sent-by written-by
due payable pay-by payable-by deadline closing until latest apply-by expiry expire
number no nr num id identifier code reference ref nummer numéro número
invoice bill rechnung factura facture
contract agreement
phone telephone tel mobile cell handy telefon téléphone teléfono móvil
mail email e-mail courriel correo
total sum gross amount-due to-pay grand-total balance-due
net subtotal sub-total before-tax untaxed excluding-tax
tax vat gst mwst tva iva
unit each apiece single
quantity qty unit count piece number menge anzahl
price cost rate fee charge amount
location place venue where site address
city town locality place ort stadt ville lives-in
date day when on datum fecha
start begin commence commencement from effective take-effect open when
end finish until to close conclude
chair chairperson chairman chairwoman preside
attendee participant present attend teilnehmer
birth born
task action to-do todo activity
person who responsible owner assignee name
due deadline until
organiser organizer organise organize host
employer company firm organisation organization employ empresa entreprise unternehmen
position job-title role post occupation
annual yearly per-year a-year
colour color
sku article-number item-number item-no
weight weigh
requirement profile qualification require
skill competence
description item product article service designation work goods bezeichnung
product item article goods
name title full
frequency how-often interval rhythm
representative represent contact behalf for
cap limit maximum capped max
minimum min low
maximum max high
salary pay wage
programme program timetable agenda schedule
event take-place held meeting
collect collection pick-up pickup taken
doctor physician dr request
sample specimen
test analyte parameter
value result
range reference normal
hour time when
university school institution college institute academy
degree education
signed sign signature conclude agree
hire rent rental
area size surface measure
fee rate price
admission entry
review
treasurer
secretary minute minute-taker taker take-minute took-minute
member membership
currency
room location
session title talk
payment-method method-of-payment zahlungsart zahlungsweise mode-de-règlement mode-de-paiement moyen-de-paiement forma-de-pago método-de-pago
down-payment prepayment advance anzahlung acompte anticipo
period term duration frist délai durée plazo
address adresse anschrift dirección domicilio
employment work job occupation
licence license
language speak
website url web
lead manage
stock available inventory
grade rating star`;

/** Stems by what they mean: two words are the same when they share a number. */
const meanings = new Map<string, Set<number>>();
/** Names of several words, as stems joined by a hyphen, longest first. */
const compounds: string[][] = [];
for (const [index, line] of sameThing.trim().split('\n').entries()) {
  for (const word of line.trim().split(' ')) {
    const stems = word.split('-').map(wordStem);
    const key = stems.join('-');
    const known = meanings.get(key) ?? new Set();
    meanings.set(key, known.add(index));
    if (stems.length > 1) compounds.push(stems);
  }
}
compounds.sort((one, other) => other.length - one.length);

/** A word of a label or of a property's name. */
export interface LabelWord {
  stem: string;
  /** Lower case, as written. */
  word: string;
  /** Stands behind a preposition or in brackets: it is not what the label is about. */
  isLate: boolean;
}

const articles = new Set(
  'a an the of for in and or your our its their his her my this that der die das des den le la les el los las du de per und et y'.split(
    ' ',
  ),
);

/** The words of a label or a name, without articles and prepositions; names of several words that are known are one word. */
export function labelWords(text: string): LabelWord[] {
  const spaced = text
    .replace(/^[\s#*>]+/, '')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/\be-mail/g, 'email')
    .replaceAll(/#|№/g, ' number ');
  const words: LabelWord[] = [];
  let isLate = false;
  for (const [mark] of spaced.matchAll(/[\p{L}\p{N}]+|[(]/gu)) {
    isLate ||= words.length > 0 && (mark === '(' || behind.has(mark));
    if (mark !== '(' && mark !== 'the') words.push({ stem: stemOf(mark), word: mark, isLate });
  }
  return joinCompounds(words).filter(({ word }) => !articles.has(word));
}

/** What stands behind these says more about what stands before them: "price per visit", "date of issue". */
const behind = new Set(
  'of on for in per at with by from to under until von für bei zum zur mit pro de du à pour sur para por con'.split(
    ' ',
  ),
);
/** Two words of one stem that labels do not confuse: a rating is no rate. */
const stemOf = (word: string): string => (/^ratings?$/.test(word) ? 'rating' : wordStem(word));

function joinCompounds(words: LabelWord[]): LabelWord[] {
  const joined: LabelWord[] = [];
  for (let at = 0; at < words.length; ) {
    const parts = compounds.find((each) => each.every((stem, index) => words[at + index]?.stem === stem));
    const count = parts?.length ?? 1;
    const run = words.slice(at, at + count);
    joined.push({
      stem: run.map(({ stem }) => stem).join('-'),
      word: run.map(({ word }) => word).join('-'),
      isLate: run[0]?.isLate ?? false,
    });
    at += count;
  }
  return joined;
}

/** Whether two stems are the same word, or words for the same thing. */
export function isSameThing(one: string, other: string): boolean {
  if (one === other) return true;
  const [mine, theirs] = [meanings.get(one), meanings.get(other)];
  if (mine && theirs) for (const meaning of mine) if (theirs.has(meaning)) return true;
  // "organis" and "organiz", "enrol" and "enrolment".
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 5) return false;
  const rest = long.slice(short.length);
  return (
    long.replaceAll('z', 's') === short.replaceAll('z', 's') ||
    (long.startsWith(short) && /^(?:ment|ation|ition|al|ance|ence|e|ing)$/.test(rest))
  );
}
