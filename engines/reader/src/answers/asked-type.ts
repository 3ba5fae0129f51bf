import type { Question } from './question.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** What sort of thing would answer a question. */
export const askedTypes = [
  'person',
  'place',
  'time',
  'year',
  'number',
  'money',
  'percent',
  'group',
  'name',
  'thing',
  'act',
  'reason',
  'manner',
  'yes-no',
] as const;
export type AskedType = (typeof askedTypes)[number];

const focusWords: [RegExp, AskedType][] = [
  [/^(?:year|años?|jahr|jahre|année|anno|ano|年|年份|哪年)$/, 'year'],
  [
    /^(?:date|day|month|century|decade|time|period|era|age|season|fecha|día|mes|siglo|década|época|datum|tag|monat|jahrhundert|jahrzehnt|zeit|日期|月|世纪|时间|时候|年代)$/,
    'time',
  ],
  [/^(?:percent|percentage|proportion|share|rate|porcentaje|prozent|prozentsatz|anteil|百分比|百分)$/, 'percent'],
  [/^(?:price|cost|salary|revenue|income|budget|fee|tax|precio|coste|costo|preis|kosten|价格)$/, 'money'],
  [
    /^(?:number|amount|population|size|length|height|distance|weight|speed|temperature|depth|width|score|número|cantidad|población|zahl|anzahl|menge|größe|数量|人口|人|个|次)$/,
    'number',
  ],
  [
    /^(?:country|city|state|town|place|region|continent|river|island|street|county|province|location|area|país|ciudad|lugar|estado|land|stadt|ort|staat|国家|城市|地方|地区)$/,
    'place',
  ],
  [
    /^(?:person|man|woman|president|king|queen|author|actor|director|player|leader|singer|persona|presidente|rey|präsident|könig|autor|人物|总统|国王)$/,
    'person',
  ],
  [
    /^(?:company|team|organi[sz]ation|group|university|party|band|agency|school|empresa|equipo|grupo|universidad|firma|mannschaft|gruppe|universität|公司|大学|球队|组织)$/,
    'group',
  ],
];

export function askedTypeOf(question: Question): AskedType {
  switch (question.kind) {
    case 'who':
    case 'whose':
      return 'person';
    case 'when':
      return 'time';
    case 'where':
      return 'place';
    case 'why':
      return 'reason';
    case 'how':
      return 'manner';
    case 'yes-no':
      return 'yes-no';
    case 'how-long':
      return 'number';
    case 'how-many':
      return /\bhow much (?:money|did .* cost|does .* cost|was .* paid)/i.test(question.text) ? 'money' : 'number';
    default:
      return typeOfFocus(question);
  }
}

function typeOfFocus(question: Question): AskedType {
  const focus = question.tokens[question.focus];
  if (focus) {
    for (const [words, type] of focusWords) if (words.test(focus.lower)) return type;
  }
  if (/\b(?:what|which)\b.{0,20}\b(?:name|called|known as|title|nickname)\b/i.test(question.text)) return 'name';
  return question.form === 'object' &&
    question.focus < 0 &&
    /^(?:do|doing|done)$/.test(question.tokens[question.verb]?.lower ?? '')
    ? 'act'
    : 'thing';
}
