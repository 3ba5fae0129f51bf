import { foldWord, type KnownLanguage, stemWord, stopWords } from '@parley/text';

/** A word of a question that must be accounted for before a table may answer it. */
export interface QuestionWord {
  text: string;
  /** Folded, and its stem: singular and plural meet. */
  stem: string;
  /** Says nothing about the table: articles, auxiliaries, question words. */
  isStop: boolean;
}

/** What is asked of the rows. */
export type TableFunction = 'count' | 'sum' | 'mean' | 'median' | 'max' | 'min' | 'distinct' | 'first' | 'last';

const functionWords: [TableFunction, RegExp][] = [
  ['count', /\bhow many\b|\bnumber of\b|\bcount of\b|\bwie viele\b|\banzahl\b|\bcombien de\b|\bcu[aá]nt[oa]s\b/i],
  [
    'sum',
    /\btotals?\b|\bsum(?: of)?\b|\baltogether\b|\bin all\b|\boverall\b|\bcombined\b|\binsgesamt\b|\bsumme\b|\bgesamt\w*\b/i,
  ],
  ['mean', /\baverage\b|\bmean\b|\bon average\b|\bdurchschnitt\w*\b|\bmoyenne\b|\bpromedio\b/i],
  ['median', /\bmedian\b/i],
  ['distinct', /\bhow many (?:different|distinct|unique)\b/i],
  [
    'max',
    /\b(?:highest|largest|biggest|greatest|most|maximum|max|longest|heaviest|tallest|dearest|most expensive|newest|latest|youngest|best|strongest|hottest|warmest|deepest|widest|busiest|loudest|fastest|steepest|thickest|höchste\w*|größte\w*|meisten?)\b/i,
  ],
  [
    'min',
    /\b(?:lowest|smallest|least|fewest|minimum|min|shortest|lightest|cheapest|least expensive|oldest|earliest|worst|weakest|coldest|coolest|slowest|quietest|narrowest|shallowest|thinnest|niedrigste\w*|kleinste\w*|wenigsten?)\b/i,
  ],
  ['first', /\bfirst\b/i],
  ['last', /\blast\b|\bmost recent(?:ly)?\b/i],
];

/** Which columns a superlative or a question word is about, by words of their headings. */
export const headingHints: readonly [RegExp, RegExp][] = [
  [
    /\b(?:oldest|newest|earliest|latest|youngest|how old)\b/i,
    /\b(?:year|date|since|built|founded|age|born|jahr|datum)\b/i,
  ],
  [
    /\b(?:cheapest|most expensive|least expensive|dearest|how much does .* cost|cost|price|pay)\b/i,
    /\b(?:price|cost|fee|fare|rate|charge|preis|kosten|rent)\b/i,
  ],
  [
    /\b(?:longest|shortest|how long|take|takes)\b/i,
    /\b(?:min|mins|minutes?|hours?|hrs|seconds?|secs?|duration|length|time|days|dauer|länge)\b/i,
  ],
  [/\b(?:heaviest|lightest|weighs?|weight)\b/i, /\b(?:weight|kg|grams?|gewicht)\b/i],
  [/\b(?:coldest|coolest|hottest|warmest|how (?:cold|warm|hot))\b/i, /\b(?:temp|temperature|degrees|temperatur)\b/i],
  [/\b(?:fastest|slowest|how fast)\b/i, /\b(?:speed|pace|velocity|tempo)\b/i],
  [/\b(?:tallest|highest building|how tall|how high)\b/i, /\b(?:height|höhe)\b/i],
  [/\bwhen\b|\bwann\b|\bon (?:which|what) (?:day|date)\b/i, /\b(?:date|day|time|when|month|year|due|datum|tag)\b/i],
  [/\bwhere\b|\bwo\b/i, /\b(?:city|town|place|location|address|country|site|ort|stadt)\b/i],
  [
    /\bwho\b|\bwer\b/i,
    /\b(?:name|person|customer|client|manager|owner|author|driver|employee|contact|teacher|player|runner|rider|swimmer|athlete|winner|member|participant|speaker|kunde)\b/i,
  ],
];

/** Verbs and fillers that name no column: what happened to the rows, not which. */
const light = new Set(
  (
    'get got have has had give gave make made take took take use used using need go went come came leave left depart arrive start begin begun end run ' +
    'show list tell find name sell sold buy bought order ordered place placed pay paid spend spent receive received hold held stand exist record recorded ' +
    'cost costs weigh last happen serve work done do value much many long big large high low row entry table sheet list file column document data please according ' +
    'currently different distinct unique altogether average mean median total sum overall combined highest lowest largest smallest biggest greatest most least fewest ' +
    'maximum minimum longest shortest cheapest expensive oldest newest latest earliest youngest heaviest lightest tallest number amount count treat treated piece strongest hottest warmest deepest widest busiest loudest fastest steepest ' +
    'thickest weakest coldest coolest slowest quietest narrowest shallowest thinnest'
  ).split(' '),
);

const lightStems = new Set([...light].map((word) => stemOf(word, 'en')));

export function questionWords(question: string, language: KnownLanguage | null): QuestionWord[] {
  const stops = stopWords(language ?? 'en');
  return Array.from(question.matchAll(/[\p{L}\p{N}]+(?:[.,:/'’-][\p{L}\p{N}]+)*/gu), ({ 0: written, index }) => {
    // "What time": the sort of thing that is asked for.
    const isSort = /^(?:time|day|date)$/i.test(written) && /\b(?:what|which)\s+$/i.test(question.slice(0, index));
    // "What's", "the driver's": what hangs on by an apostrophe names nothing.
    const text = written.replace(/(?<=\p{L})['’](?:s|re|d|ll|ve)$/u, '');
    const folded = foldWord(text);
    return {
      text,
      stem: stemOf(text, language),
      isStop: isSort || stops.has(text.toLowerCase()) || light.has(folded) || lightStems.has(stemOf(text, language)),
    };
  });
}

/** Only whole words: endings of one or two letters stay what they are. */
export function stemOf(word: string, language: KnownLanguage | null): string {
  const folded = foldWord(word);
  return /\d/.test(folded) || folded.length < 4 ? folded : stemWord(folded, language ?? 'en');
}

export function functionsOf(question: string): Set<TableFunction> {
  return new Set(functionWords.flatMap(([name, pattern]) => (pattern.test(question) ? [name] : [])));
}

/** Words of a heading, a value or a title, as they are compared. */
export function stemsOf(text: string, language: KnownLanguage | null): string[] {
  const plain = text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('_', ' ');
  return Array.from(plain.matchAll(/[\p{L}\p{N}]+(?:[.,:/'’-][\p{L}\p{N}]+)*/gu), ([word]) => stemOf(word, language));
}
