import { longestDescription } from '../bounds/bounds.ts';
import { readable } from '../bounds/tame-text.ts';
import { type FieldWords, fieldWords, unitOf } from '../extraction/field-words.ts';
import { type Field, wordsOf } from '../extraction/find-field.ts';
import { guessLanguage, type Language } from '../text/function-words.ts';
import { type Trait, traitsOf } from './traits.ts';
import { isEmptyWord, type MeantWord, meantWords, toWord } from './words.ts';

export type AskedKind =
  | 'date'
  | 'money'
  | 'percent'
  | 'number'
  | 'name'
  | 'code'
  | 'email'
  | 'phone'
  | 'url'
  | 'time'
  | 'text';

/** What is asked for: of which kind the value is, and by which words it is known. */
export interface Pattern {
  kind: AskedKind;
  /** Words of its name that say which value is meant: all of them must be met. */
  telling: MeantWord[];
  /** Words that say more of it: of its description. */
  more: MeantWord[];
  /** Words of what it is not. */
  against: MeantWord[];
  traits: readonly Trait[];
  unit: string | undefined;
}

/** Words that say of which sort a value is, and not which one is meant. */
const sorts = new Set(
  `number no nr num id identifier code date day datetime value amount name title full type kind text string list count quantity currency period person
  nummer datum tag wert betrag höhe hoehe anzahl name titel art
  numéro numero date jour valeur nom titre nombre
  número numero fecha día dia valor nombre título cantidad
  is has was are can does may on at by until bis am ab euro eur pounds dollars prozent percent pourcentage porcentaje`.split(
    /\s+/,
  ),
);
const codeWords =
  /(?:^| )(?:number|no|nr|id|code|sku|ref|reference|postcode|zip|zipcode|nummer|kennziffer|aktenzeichen|plz|numéro|numero|número|référence|referencia|tva|cif|nif|siret|siren|vat|iban)(?: |$)|(?:nummer|leitzahl|kennziffer|zeichen)(?: |$)/;
/** What is not meant: "without water and parking", "nicht die Übergabe". */
const denied =
  /(?<!\p{L})(?:not|without|excluding|except|nicht|ohne|außer|sans|hors|sauf|sin|salvo)(?!\p{L})[^,;.]*/giu;

/** Which of several, as a document need not say it. */
const idle =
  /^(?:original|new|current|main|full|final|own|neue?[rsn]?|aktuelle?|eigene?|nouve(?:au|lle)|actuel(?:le)?|nuev[oa]|actual)$/;

/** With and without tax, as words of their own. */
export const withTaxWords = (text: string): string =>
  text
    .replaceAll(
      /(?<!\p{L})(?:without|excl\p{L}*\.?|before|ohne|vor|hors|sans|sin|(?<=[\d€£$] ?|EUR |Euro )(?:plus|zzgl\.?|zuzüglich|más))\s+(?:\d+\s?%\s+)?(?:the\s+|der\s+|die\s+|el\s+|la\s+)?(?:vat|taxe?s?|gst|mwst|ust|umsatzsteuer|mehrwertsteuer|steuern?|tva|iva)(?!\p{L})/giu,
      (match) => ' net'.padEnd(match.length),
    )
    .replaceAll(
      /(?<!\p{L})(?:with|incl\p{L}*\.?|including|mit|inkl\.?|einschließlich|avec|tva comprise|con)\s+(?:\d+\s?%\s+)?(?:the\s+|der\s+|die\s+|el\s+|la\s+)?(?:vat|taxe?s?|gst|mwst|ust|umsatzsteuer|mehrwertsteuer|steuern?|tva|iva)(?!\p{L}|\s+(?:of|von|de|:)(?!\p{L}))/giu,
      (match) => ' gross'.padEnd(match.length),
    );

/** Reads a property of a schema as a pattern; undefined when nothing says which value is meant. */
export function fieldPattern(field: Field, language: Language, known: ReadonlySet<string>): Pattern | undefined {
  const { schema } = field;
  const name = wordsOf(field.name);
  const described = [schema.title, schema.description]
    .flatMap((text) => (typeof text === 'string' ? [readable(text, longestDescription)] : []))
    .join('. ');
  const spoken = described === '' ? language : guessLanguage(`${described} ${name}`);
  const plain = withTaxWords(described);
  const nots = [...plain.matchAll(denied)].map(([part]) => part);
  const all = name.split(/\s+/).flatMap((word) => splitWord(word, known));
  const words = fieldWords(field);
  const own = all.filter(
    (word) =>
      !sorts.has(word) && !isEmptyWord(word) && !idle.test(word) && (words.isMoney || unitOf(word) === undefined),
  );
  const more = meantWords(plain.replaceAll(denied, ' '), spoken).filter(({ folded }) => !sorts.has(folded));
  const telling = own.map((word) => toWord(word, language));
  const usual = telling.length > 0 ? telling : more.slice(0, 1);
  const named = usual.length > 0 ? usual : all.slice(-1).map((word) => toWord(word, language));
  if (named.length === 0) return undefined;
  const traits = [...named, ...more, ...all.map((word) => toWord(word, language))].flatMap((word) => word.traits);
  return {
    kind: kindOf(
      field,
      words,
      named.at(-1)?.traits ?? [],
      traits,
      `${name} ${numbered.test(described) ? 'number' : ''}`.trim(),
    ),
    telling: named,
    more: telling.length > 0 ? more : more.slice(1),
    against: nots.flatMap((part) => meantWords(part, spoken).filter(({ folded }) => !denied.test(folded))),
    traits: [...new Set(traits)],
    unit: words.isMoney ? undefined : words.unit,
  };
}

/** "faellig" as the text writes it, or as its language does: "fällig". */
export function spelledAs(field: Field, { known }: { known: ReadonlySet<string> }): Field {
  if (!/[aou]e/i.test(field.name)) return field;
  const words = wordsOf(field.name).split(' ');
  const spelled = words.map((word) => {
    const other = word.replaceAll(/ae|oe|(?<![aeq])ue/g, (pair) => umlauts.get(pair) ?? pair);
    return other !== word && (known.has(other) || traitsOf(other).length > traitsOf(word).length) ? other : word;
  });
  return { ...field, name: spelled.join(' ') };
}

const umlauts = new Map([
  ['ae', 'ä'],
  ['oe', 'ö'],
  ['ue', 'ü'],
]);

const numbered = /^(?:the )?(?:number|nummer|numéro|número)(?!\p{L})/iu;

/** `opened` asks when. */
const wasDone = /\p{L}{2}[^\P{L}e]ed$/u;

function kindOf(
  field: Field,
  words: FieldWords,
  head: readonly Trait[],
  traits: readonly Trait[],
  name: string,
): AskedKind {
  const isNumber = [field.schema.type].flat().some((type) => type === 'number' || type === 'integer');
  if (isNumber) {
    if (words.unit === 'percent' || /prozent|pourcent|porcentaje|percent/.test(name)) return 'percent';
    const own = head.some(({ kind }) => kind !== 'quality') ? head : traits;
    if (own.some(({ kind }) => kind === 'percent') && !words.isMoney) return 'percent';
    if (words.unit !== undefined && !words.isMoney) return 'number';
    if (words.isMoney || own.some(({ kind }) => kind === 'money')) return 'money';
    return /betrag|montant|importe|amount/.test(name) ? 'money' : 'number';
  }
  const { form } = words;
  if (form === 'email' || form === 'phone' || form === 'url' || form === 'time') return form;
  if (form === 'date' || /datum$|^fecha|^date/.test(name) || wasDone.test(name)) return 'date';
  if (codeWords.test(name)) return 'code';
  if (head.some(({ kind }) => kind === 'person')) return 'name';
  if (head.some(({ kind }) => kind === 'code')) return 'code';
  return 'text';
}

const shortestPart = 4;

/** "vertragsende" as "vertrag" and "ende", where the second of them is a word that is known. */
function splitWord(word: string, known: ReadonlySet<string>): string[] {
  if (known.has(word)) return [word];
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [first, rest] = [word.slice(0, at), word.slice(at)];
    if (!known.has(rest) && !heads.test(rest)) continue;
    const stem = [first, first.replace(/(?:es|en|s|n)$/, '')].find((part) => known.has(part));
    if (stem !== undefined || heads.test(rest)) return [stem ?? first.replace(/s$/, ''), rest];
  }
  return [word];
}

const heads =
  /^(?:beginn|anfang|ende|datum|betrag|nummer|preis|lohn|gehalt|miete|zins|zahl|leitzahl|gebühr|frist|name|dauer|höhe|tag|summe|kosten|geld)$/;
