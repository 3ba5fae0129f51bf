import type { JsonObject } from '@parley/contract';
import type { Prompt } from '../src/index.ts';

/** Words that are each another, in sentences. */
function manyWords(count: number): string {
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const word = (): string => Array.from({ length: 4 + next(8) }, () => 'abcdefghijklmnopqrstuvwxyz'[next(26)]).join('');
  return Array.from({ length: count }, (_, at) => `${word()}${at % 12 === 11 ? '.' : ''} `).join('');
}

/** What people paste and what attackers send, by the unit that is repeated. */
const units: Record<string, string> = {
  english:
    'The harbour office opens at eight and the ferry to Kettle Island leaves from quay 4 when the tide is high. ',
  german: 'Die Miete beträgt 640 Euro im Monat und ist am 3. Werktag fällig, so steht es im Mietvertrag der Wohnung. ',
  spanish: 'El museo abre los martes a las diez y la entrada cuesta 12 euros para los adultos de la ciudad. ',
  french: 'Le train pour Lyon part à 8 h 15 du quai 3 et les billets coûtent 45 euros par personne. ',
  russian: 'Поезд отправляется в восемь часов утра с третьей платформы и прибывает в полдень. ',
  arabic: 'يفتح المتحف أبوابه في الساعة التاسعة صباحا ويغلق في الخامسة مساء. ',
  chinese: '博物馆每天上午九点开门，下午五点关门，门票是二十元。',
  japanese: '駅は朝五時に開きます。切符は窓口で買えます。',
  thai: 'พิพิธภัณฑ์เปิดเวลาเก้าโมงเช้าและปิดเวลาห้าโมงเย็น ',
  namesOfPeople: 'Ada Lovelace, Grace Hopper, Alan Turing and Edsger Dijkstra met Barbara Liskov in Paris. ',
  questions: 'What does the card cost and when does the boat leave? ',
  capitals: 'THE HARBOUR OFFICE OPENS AT EIGHT ',
  figures: '12 405 7,300 88.5 1999 3 42 ',
  digits: '1234567890',
  letter: 'a',
  capital: 'A',
  letters: 'a ',
  space: ' ',
  tabs: '\t',
  newlines: '\n',
  blankLines: ' \n',
  returns: 'x\r\n',
  zeroWidth: '\u200b',
  softHyphens: 'a\u00ad',
  accents: 'e\u0301',
  marksOnly: '\u0301',
  emoji: '👩‍👩‍👧😀',
  marks: '.,;:!?-',
  stops: '.',
  exclamations: '!',
  askings: '?',
  commas: ',',
  colons: 'a:',
  oneComma: '1,',
  onePoint: '1.',
  oneLine: '1.\n',
  quotes: '"',
  apostrophes: "'",
  curly: '“',
  openings: '(',
  closings: ')',
  squares: '[',
  braces: '{',
  pairs: '()',
  links: '[a](',
  pictures: '![',
  pipes: '|',
  rowsOfPipes: '|a|b|\n',
  rules: '|---|\n',
  labels: 'Name: Ada Lovelace\nCity: London\nTotal: 45.00 EUR\n',
  labelsInLine: 'name: ada, city: london, total: 45 ',
  shortLabels: 'a: b\n',
  address: 'Harbour Street 12, 20457 Hamburg, Germany\n',
  addresses: 'http://',
  wholeAddresses: 'https://example.com/a/b?c=d ',
  code: 'for (let i = 0; i < items.length; i++) { total += items[i].price * 1.19; }\n',
  oneLineCode: 'if(a){b(c[d])}else{e=f};',
  jsonRows: '{"name":"Ada","city":"London","total":45.5},\n',
  jsonOpen: '{"a":',
  csv: 'Ada,London,45.50,2024-05-04\n',
  semicolons: 'a;b;c\n',
  tabbed: 'Ada\tLondon\t45.50\n',
  mail: 'From: ada@example.com\nTo: bob@example.com\nSubject: The invoice of May\nDate: Mon, 6 May 2024 10:00:00 +0200\n\nDear Bob,\nplease pay 45 EUR.\n\n',
  quoted: '> ',
  markdown: '# Heading\n\nSome *text* of a `paragraph`.\n\n- one\n- two\n\n',
  table: '| Ada | London | 45.50 |\n',
  html: '<p class="x">Some <b>text</b> of a paragraph.</p>\n',
  tagOpen: '<a ',
  entities: '&amp;',
  hex: '0x',
  token: 'eyJ-',
  mailbox: 'a@',
  mailboxes: 'ada@example.com ',
  dashes: '- ',
  dash: '-',
  underscores: '_',
  stars: '*',
  ticks: '`',
  hashes: '#',
  slashes: '/',
  backslashes: '\\',
  euros: '€',
  amounts: '€12.50 ',
  percents: '%',
  percentages: '12 % ',
  dates: '2024-05-04 ',
  spokenDates: '4 May 2024, ',
  clocks: '10:30 ',
  spans: '10:00-11:00 ',
  ofThe: 'of the ',
  and: 'and ',
  longWords: `${'abcdefghij'.repeat(30)} `,
  hyphened: 'a-b-',
  dotted: 'a.b.',
  equals: 'a=b&',
  plus: '1+',
  brackets: '((1+',
  units: '5 km 3 kg ',
  commands: 'List the names. Sum the totals. Translate it. ',
  bill: 'Item 1 qty 2 12.50 25.00\n',
  manyWords: manyWords(20_000),
  phone: '+49 40 123 456 78 ',
  iban: 'DE89370400440532013000 ',
};

export const shapes = Object.keys(units);

/** A text of one shape, of so many UTF-16 units. */
export function textOf(shape: string, length: number): string {
  const unit = units[shape];
  if (unit === undefined) throw new Error(`There is no shape ${shape}.`);
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

const said = (text: string): Prompt['messages'][number] => ({ role: 'user', parts: [{ type: 'text', text }] });
const question = 'What does the card for the ferry cost?';
const letter = 'Invoice 17 of 4 May 2024. Ada Lovelace in London owes 45.50 EUR for two cards to the ferry.';
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const tool = (description: string, inputSchema: JsonObject): NonNullable<Prompt['tools']>[number] => ({
  name: 'book_ferry',
  description,
  inputSchema,
});
const toFerry = object({ passenger: { type: 'string' }, cards: { type: 'integer' } }, { required: ['passenger'] });
const ofInvoice = object({
  customer: { type: 'string' },
  total: { type: 'number' },
  date: { type: 'string', format: 'date' },
  items: { type: 'array', items: object({ name: { type: 'string' }, price: { type: 'number' } }) },
});

/** A text in parts, for lists of names and of values. */
const partsOf = (text: string, each: number, most: number): string[] =>
  Array.from(
    { length: Math.min(most, Math.ceil(text.length / each)) },
    (_, at) => `${at} ${text.slice(at * each, (at + 1) * each)}`,
  );

const namedBy = (text: string, value: JsonObject): JsonObject =>
  Object.fromEntries(partsOf(text, 50, 1000).map((name) => [name, value]));

/** Where a text of a caller may stand. */
export const places: Record<string, (text: string) => Prompt> = {
  message: (text) => ({ system: '', messages: [said(text)] }),
  'message with a question behind': (text) => ({ system: '', messages: [said(`${text}\n\n${question}`)] }),
  document: (text) => ({ system: '', messages: [said(question)], documents: [{ filename: 'context', text }] }),
  'document and message': (text) => ({
    system: '',
    messages: [said(text)],
    documents: [{ filename: 'context', text }],
  }),
  'message about a document': (text) => ({
    system: '',
    messages: [said(text)],
    documents: [{ filename: 'a.txt', text: letter }],
  }),
  system: (text) => ({ system: text, messages: [said(question)] }),
  'earlier turn': (text) => ({
    system: '',
    messages: [said(text), { role: 'assistant', parts: [{ type: 'text', text }] }, said('And when does it leave?')],
  }),
  'tool result': (text) => ({
    system: '',
    messages: [
      said(question),
      { role: 'assistant', parts: [{ type: 'tool-call', id: '1', name: 'book_ferry', input: { passenger: 'Ada' } }] },
      { role: 'tool', results: [{ toolCallId: '1', toolName: 'book_ferry', result: text }] },
    ],
    tools: [tool('Books a ferry', toFerry)],
  }),
  'message to tools': (text) => ({
    system: '',
    messages: [said(text)],
    tools: [tool('Books a ferry for a passenger', toFerry)],
  }),
  'tool description': (text) => ({
    system: '',
    messages: [said('Book the ferry for Ada Lovelace, two cards.')],
    tools: [tool(text, toFerry)],
  }),
  'parameter description': (text) => ({
    system: '',
    messages: [said('Book the ferry for Ada Lovelace, two cards.')],
    tools: [tool('Books a ferry', object({ passenger: { type: 'string', description: text } }))],
  }),
  'tool options': (text) => ({
    system: '',
    messages: [said('Book the ferry for Ada Lovelace, two cards.')],
    tools: [tool('Books a ferry', object({ passenger: { type: 'string', enum: partsOf(text, 50, 1000) } }))],
  }),
  'tool option': (text) => ({
    system: '',
    messages: [said('Book the ferry for Ada Lovelace, two cards.')],
    tools: [tool('Books a ferry', object({ passenger: { type: 'string', enum: [text, 'Ada'] } }))],
  }),
  'tool parameters': (text) => ({
    system: '',
    messages: [said('Book the ferry for Ada Lovelace, two cards.')],
    tools: [tool('Books a ferry', object(namedBy(text, { type: 'string' })))],
  }),
  'text for a schema': (text) => ({ system: '', messages: [said(text)], responseFormat: { schema: ofInvoice } }),
  'document for a schema': (text) => ({
    system: '',
    messages: [said('Read the invoice.')],
    documents: [{ filename: 'a.txt', text }],
    responseFormat: { schema: ofInvoice },
  }),
  'schema title': (text) => ({
    system: '',
    messages: [said(letter)],
    responseFormat: { schema: object({ a: { type: 'string', title: text } }, { title: text }) },
  }),
  'schema description': (text) => ({
    system: '',
    messages: [said(letter)],
    responseFormat: { schema: object({ customer: { type: 'string', description: text } }, { description: text }) },
  }),
  'schema options': (text) => ({
    system: '',
    messages: [said(letter)],
    responseFormat: { schema: object({ city: { type: 'string', enum: [...partsOf(text, 50, 1000), 'London'] } }) },
  }),
  'schema option': (text) => ({
    system: '',
    messages: [said(letter)],
    responseFormat: { schema: object({ city: { type: 'string', enum: [text, 'London'] } }) },
  }),
  'schema properties': (text) => ({
    system: '',
    messages: [said(letter)],
    responseFormat: { schema: object(namedBy(text, { type: 'string' })) },
  }),
};
