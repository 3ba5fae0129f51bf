import { foldWord, type KnownLanguage, measureOf, stemWord, stopWords } from '@parley/text';
import { degreeOf } from './degrees.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** A word of a question that must be accounted for before a table may answer it. */
export interface QuestionWord {
  text: string;
  /** Where it stands in the question. */
  start: number;
  /** Folded, and its stem: singular and plural meet. */
  stem: string;
  /** Says nothing about the table: articles, auxiliaries, question words. */
  isStop: boolean;
}

/** Nouns for the rows of any table. */
export const isGeneric =
  /^(?:rows?|entries|entry|lines?|records?|items?|times?|zeilen?|einträge?|posten|filas?|entradas?|lignes?)$/iu;

/** What is asked of the rows. */
export type TableFunction = 'count' | 'sum' | 'mean' | 'median' | 'max' | 'min' | 'distinct' | 'first' | 'last';

const functionWords: [TableFunction, RegExp][] = [
  [
    'count',
    /\bhow many\b|(?:^|\b(?:the|total|a|is|what|what['’]s)\s+)number of\b|\bcount of\b|\bwie viele\b|\banzahl\b|\bcombien de\b|\bcu[aá]nt[oa]s\b/i,
  ],
  [
    'sum',
    /\btotals?\b|\bsum(?: of)?\b|\baltogether\b|\bin all\b|\boverall\b|\bcombined\b|\ball\b[^?]*\btogether\b|\btogether\W*$|\b(?:bring|brings|brought) in\b|\bzusammen\b|\ben total\b|\bau total\b|\bsuma\b|\bsomme\b|\binsgesamt\b|\bsumme\b|\bgesamt\w*\b/i,
  ],
  ['mean', /\baverage\b|\bmean\b|\bon average\b|\bdurchschnitt\w*\b|\bmoyenne\b|\bpromedio\b/i],
  ['median', /\bmedian\b/i],
  ['distinct', /\bhow many (?:different|distinct|unique)\b/i],
  [
    'max',
    /\b(?:highest|largest|biggest|greatest|most|maximum|max|longest|heaviest|tallest|dearest|most expensive|newest|latest|youngest|best|strongest|hottest|warmest|deepest|widest|busiest|loudest|fastest|quickest|steepest|thickest|top (?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten))\b|(?<!\p{L})(?:(?:höch|größ|mei|häufig|öfte|läng|schwer|teuer|neue|jüng|be|stärk|heiße|wärm|tief|breite|schnell|späte)ste[nrsm]?|(?:el|la|los|las|lo|qu[eé]|\p{L}+) más (?!de\b|que\b|barat|cort|baj|pequeñ|antigu|liger|lent|tempran)\p{L}|mayor(?:es)?|máxim[oa]s?|(?:le|la|les) plus (?:souvent|fréquent|cher|grand|haut|long|lourd|récent|élevé|rapide|tard)\p{L}*)(?!\p{L})|(?<!\p{L})(?:qué|quién|cuál)[^?]*\bmás (?!de\b|que\b|barat|cort|baj|pequeñ|antigu|liger|lent|tempran)\p{L}/iu,
  ],
  [
    'min',
    /\b(?:lowest|smallest|least|fewest|minimum|min|shortest|lightest|cheapest|least expensive|oldest|earliest|soonest|worst|weakest|coldest|coolest|slowest|quietest|narrowest|shallowest|thinnest)\b|(?<!\p{L})(?:(?:niedrig|klein|selten|wenig|billig|günstig|kürze|leichte|älte|früh|frühe|langsam|schwäch|kälte)ste[nrsm]?|más (?:barat|cort|baj|pequeñ|antigu|liger|lent|tempran)\p{L}*|menos (?!de\b|que\b)\p{L}+|menor(?:es)?|mínim[oa]s?|(?:le|la|les) moins (?:souvent|fréquent|cher|élevé)\p{L}*|(?:le|la|les) plus (?:petit|bas|court|léger|ancien|lent|tôt)\p{L}*)(?!\p{L})/iu,
  ],
  ['first', /\bfirst\b|\bnext\b(?=[^?]*\bafter\b)/i],
  ['last', /\blast\b|\bmost recent(?:ly)?\b/i],
];

/** Which columns a superlative or a question word is about, by words of their headings. */
export const headingHints: readonly [RegExp, RegExp][] = [
  [
    /\b(?:oldest|newest|earliest|soonest|latest|youngest|older|younger|newer|how old|wie alt)\b|(?<!\p{L})(?:älteste|jüngste|neu(?:e)?ste)\p{L}*|más (?:antigu|nuev|viej|reciente)|plus (?:ancien|récent|vieu|jeune)/iu,
    /(?<!\p{L})(?:year|date|since|built|founded|age|born|\p{L}*jahr|datum|alter|año|edad|âge|année)(?!\p{L})/iu,
  ],
  [
    /\b(?:cheapest|cheaper|(?:more|most|less|least) expensive|dearest|dearer|how much (?:does .* cost|(?:is|are) (?:an?|one|the)\b)|cost|price|pay|(?:how|wie) (?:expensive|teuer)|teuerste\p{L}*|billigste\p{L}*|günstigste\p{L}*|kostete?n?|más (?:car|barat)\p{L}*|cuestan?|valen?|precio|coûtent?|(?:plus|moins) cher\p{L}*)(?!\p{L})/iu,
    /(?<!\p{L})(?:prices?|costs?|fee|fare|rate|charge|\p{L}*preis|kosten|rent|precio|coste?|tarifa|prix|tarif)(?!\p{L})/iu,
  ],
  [
    /\b(?:longest|shortest|longer|shorter|how long|take|takes)\b/i,
    /\b(?:min|mins|minutes?|hours?|hrs|seconds?|secs?|duration|length|time|days|nights|weeks|dauer|länge|nächte)\b/i,
  ],
  [
    /\bhow (?:was|were|is|are|did|do|does|has|have|will)\b[^?]*\bpa(?:id|y)\b|\bwie (?:wurde|wird|hat|haben)\b[^?]*bezahlt/iu,
    /\b(?:payment|pay(?:ing)? method|method|paid by|zahlungsart|zahlweise|forma de pago|paiement)\b/iu,
  ],
  [/\b(?:heaviest|lightest|heavier|lighter|weighs?|weight)\b/i, /\b(?:weight|kg|grams?|gewicht)\b/i],
  [
    /\b(?:coldest|coolest|hottest|warmest|colder|cooler|hotter|warmer|how (?:cold|warm|hot))\b/i,
    /\b(?:temp|temperature|degrees|temperatur)\b/i,
  ],
  [
    /\b(?:fastest|quickest|slowest|faster|quicker|slower|how fast)\b|(?:schnell|langsam)ste|más (?:rápid|lent)|plus (?:rapide|lent)/iu,
    /\b(?:speed|pace|velocity|tempo|geschwindigkeit|velocidad|vitesse|mph|knots)\b|km\/?h/i,
  ],
  [
    /\b(?:fastest|quickest|slowest|faster|quicker|slower)\b|(?:schnell|langsam)ste|más (?:rápid|lent)|plus (?:rapide|lent)/iu,
    /(?<!\p{L})(?:times?|duration|minutes?|mins?|hours?|seconds?|secs?|days|dauer|\p{L}*zeit|minuten|stunden|tage|tiempo|duración|días|temps|durée|jours)(?!\p{L})/iu,
  ],
  [/\b(?:tallest|taller|highest building|how tall|how high)\b/i, /\b(?:height|höhe)\b/i],
  [/\bwhen\b|\bwann\b|\bon (?:which|what) (?:day|date)\b/i, /\b(?:date|day|time|when|month|year|due|datum|tag)\b/i],
  [
    /\bwhere\b|\bwo\b|dónde|(?<!\p{L})où(?!\p{L})/iu,
    /(?<!\p{L})(?:city|town|place|location|address|country|site|\p{L}*ort|stadt|ciudad|lugar|ubicación|ville|lieu|emplacement)(?!\p{L})/iu,
  ],
];

/** Verbs that name no column: what happened to the rows, not which. */
const lightVerbs = new Set(
  (
    'get got have has had give gave make made take took take use used using need go goes went comes came leave left depart arrive start begin begun end run ' +
    'show find name sell sold buy bought order ordered placed pay paid spend spent receive received hold held stand exist record recorded ' +
    'cost costs weigh last happen serve work done do treat treated'
  ).split(' '),
);

/** Fillers, and what says what is to be done with a column. */
const light = new Set(
  (
    'still yet already come among amongst across regarding concerning list tell place value much many long big large high low row entry table sheet file column document data please according ' +
    'currently different distinct unique altogether average mean median total sum overall combined highest lowest largest smallest biggest greatest most least fewest ' +
    'maximum minimum longest shortest cheapest expensive oldest newest latest earliest youngest heaviest lightest tallest number amount count piece strongest hottest warmest deepest widest busiest loudest fastest quickest soonest steepest ' +
    'often frequently frequent common commonly thickest weakest coldest coolest slowest quietest narrowest shallowest thinnest'
  ).split(' '),
);

/** The same in these forms alone: a stay, a bill and a collection are things. */
const lightForms = new Set(
  'bring brought supplied keep kept carry carried grow grown billed charged earn earned donated collected stays stayed'.split(
    ' ',
  ),
);

/** The same in German and Spanish, where they are no word of a table. */
const lightAbroad =
  /^(?:teurer|billiger|günstiger|höher|niedriger|länger|kürzer|größer|kleiner|schwerer|leichter|mehr|weniger|wann|cuándo|quand|arbeite(?:t|n)|trabajan?|travaille(?:nt)?|kostete?n?|ging|gingen|geht|gehen|kostet|gekostet|gibt|gab|hat|haben|hatten?|verkauft|verkauften?|wurden?|bezahlt|gezahlt|ausgegeben|insgesamt|zusammen|gesamt|viele?|alle[rsnm]?|kosten|teuer|steh(?:t|en)|stand(?:en)?|welche[rsnm]?|hoch|lang|cuesta[n]?|valen?|quedan?|coûtent?|cost[oó]|costaron|vendi[oó]|vendieron|vendid[oa]s?|pag[oó]|pagaron|gast[oó]|gastado|compr[oó]|compraron|gastamos|pagamos|hay|tiene[n]?|total|más|menos|mayor(?:es)?|menor(?:es)?|car[oa]s?|barat[oa]s?|larg[oa]s?|cort[oa]s?|alt[oa]s?|baj[oa]s?|rápid[oa]s?|lent[oa]s?|rapides?|lente?s?|tard|tôt|grandes?|pequeñ[oa]s?|antigu[oa]s?|nuev[oa]s?|cuánt[oa]s?|summe|durchschnitt(?:lich\p{L}*)?|anzahl|suma|promedio|somme|moyenne|veces|menudo|souvent|fois)$/iu;

const stemsOfWords = (words: ReadonlySet<string>) => new Set([...words].map((word) => stemOf(word, 'en')));
const lightStems = stemsOfWords(light);
const lightVerbStems = stemsOfWords(lightVerbs);

/** `isCell` says of a verb that names nothing elsewhere whether it is what a cell says: machines that are "running". */
export function questionWords(
  question: string,
  language: KnownLanguage | null,
  isCell: (stem: string) => boolean = () => false,
): QuestionWord[] {
  const stops = stopWords(language ?? 'en');
  const degree = degreeOf(question);
  return wordsIn(question).map(({ written, index, unit }) => {
    // "What time": the sort of thing that is asked for.
    const isSort = /^(?:time|day|date)$/i.test(written) && /\b(?:what|which)\s+$/i.test(question.slice(0, index));
    // "What's", "the driver's": what hangs on by an apostrophe names nothing.
    const text = written
      .replace(/(?<=\p{L})['’](?:s|re|d|ll|ve)$/u, '')
      .replace(/^can['’]t$/iu, 'can')
      .replace(/(?<=^(?:is|are|was|were|has|have|had|do|does|did))n['’]t$/iu, '');
    const folded = foldWord(text);
    return {
      text,
      start: index,
      stem: unit ?? stemOf(text, language),
      isStop:
        isSort ||
        isFunction(text) ||
        (degree !== null && index >= degree.start && index < degree.start + degree.text.length) ||
        stops.has(text.toLowerCase()) ||
        light.has(folded) ||
        (language !== 'en' && lightAbroad.test(text)) ||
        lightStems.has(stemOf(text, language)) ||
        ((lightVerbs.has(folded) || lightForms.has(folded) || lightVerbStems.has(stemOf(text, language))) &&
          !isCell(stemOf(text, language))),
    };
  });
}

/** "dearest", "niedrigste": it says what is to be done, and names nothing. */
const isFunction = (word: string): boolean =>
  /st\p{L}{0,3}$/iu.test(word) &&
  functionWords.some(([name, pattern]) => /^m(?:ax|in)$/.test(name) && pattern.test(word));

/** Only whole words: endings of one or two letters stay what they are. */
export function stemOf(word: string, language: KnownLanguage | null): string {
  const folded = foldWord(word);
  if (/\d/.test(folded) || folded.length <= 3) return folded;
  // "Keys" is "key", which is too short to lose an ending.
  if (/^\p{L}eys$/u.test(folded)) return folded.slice(0, -1);
  // Twice, so that "roses" and "rose", which also is the past of "rise", come to the same.
  return stemWord(stemWord(folded, language ?? 'en'), language ?? 'en');
}

export function functionsOf(question: string): Set<TableFunction> {
  // "At least four" asks for no least.
  const text = question.replace(/\bat (?:least|most)\b/giu, ' ');
  const found = new Set(functionWords.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])));
  const degree = found.has('max') || found.has('min') ? null : degreeOf(text);
  return degree ? found.add(degree.isMost ? 'max' : 'min') : found;
}

/** Words of a heading, a value or a title, as they are compared. */
export function stemsOf(text: string, language: KnownLanguage | null): string[] {
  const plain = text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('_', ' ');
  return wordsIn(plain).map(({ written, unit }) => unit ?? stemOf(written, language));
}

/** Words and where they stand; "9cm" is two, and a unit behind a number goes by its one name, so that "5 litre" is "5 L". */
function wordsIn(text: string): { written: string; index: number; unit?: string }[] {
  const matches = [...text.matchAll(/[\p{L}\p{N}]+(?:[.,:/'’-][\p{L}\p{N}]+)*/gu)];
  const parts = matches.flatMap(({ 0: written, index }) => {
    const { digits = '', letters = '' } =
      /^(?<digits>\d+(?:[.,]\d+)?)(?<letters>\p{L}{1,3})$/u.exec(written)?.groups ?? {};
    const isGlued = digits !== '' && measureOf(letters) !== undefined;
    return isGlued
      ? [
          { written: digits, index },
          { written: letters, index: index + digits.length },
        ]
      : [{ written, index }];
  });
  return parts.map((part, at) => {
    const unit = /^\d/.test(parts[at - 1]?.written ?? '') ? measureOf(part.written)?.name : undefined;
    return unit === undefined ? part : { ...part, unit };
  });
}

/** Of "unpaid" the stem of "paid"; undefined for words that say no contrary. */
export function contraryStem({ text }: QuestionWord): string | undefined {
  return /^un\p{L}{3}/iu.test(text) ? stemOf(text.slice(2), 'en') : undefined;
}
