import { describe, expect, it } from 'vitest';
import type { Claim, Source } from '../research-types.ts';
import { judgeSentence } from './sentence-problems.ts';
import { judgeStatement, mixedClauses } from './verify-statement.ts';

const judge = (statement: string, quote: string | string[], surroundings: string[] = []) =>
  judgeStatement(statement, { quotes: [quote].flat(), surroundings });
const facts = (statement: string, quote: string | string[], surroundings: string[] = []) =>
  judge(statement, quote, surroundings).facts;

describe('a name', () => {
  const names = (statement: string, quote: string, around: string[] = []) =>
    facts(statement, quote, around).filter((reason) => reason.endsWith('is not in the source'));

  it.each([
    ['that stands nowhere is missing', 'The works of Brevik opened', ['"Brevik" is not in the source']],
    ['stands in another form', 'The works of Anholms opened', []],
    [
      'is each that is missing',
      'The works of Brevik and of Selm opened',
      ['"Brevik" is not in the source', '"Selm" is not in the source'],
    ],
    [
      'is no word that joins sentences',
      'However, the works opened. Moreover they supply heat: Additionally they opened',
      [],
    ],
    ['may be any word that begins a sentence', 'The works opened. Boats came', []],
    [
      'is one that another follows',
      'The works opened. Selm Harbour came',
      ['"Selm" is not in the source', '"Harbour" is not in the source'],
    ],
    ['is one of the same root', 'The works of Anholmers opened', []],
    [
      'is one in the middle that only joins at the start',
      'The works However opened',
      ['"However" is not in the source'],
    ],
    ['is no single letter', 'The works X opened', []],
    ['is none for what says nothing', 'They opened. The works of It opened', ['"It" is not in the source']],
  ])('%s', (_, statement, expected) =>
    expect(names(statement, 'the works of Anholm opened and supply heat')).toEqual(expected),
  );

  it('may stand in the title or the text around the quote', () => {
    const quote = 'the works opened and supply heat';
    expect(names('The works of Brevik opened', quote, ['', 'A history of Brevik'])).toEqual([]);
  });

  it('is in German what stands in capitals, for every noun has one', () => {
    const quote = 'Das Werk der Stadt wurde im Frühjahr eröffnet und es liefert nun die Wärme.';
    expect(names('Das Werk der Gemeinde wurde nicht von der ABB eröffnet', quote)).toEqual([
      '"ABB" is not in the source',
    ]);
  });
});

describe('wording', () => {
  it('is apart from facts, for a model may judge it', () => {
    const told = judge('these gardens attract wonderful visitors', 'the works supplied heat to homes');
    expect([told.facts, told.wording.length]).toEqual([[], 1]);
    const both = judge('The works supplied 12 gardens', 'The works supplied heat to homes.');
    expect([both.facts, both.wording.length]).toEqual([['"12 gardens" is not in the quote'], 1]);
  });

  it.each(['https://selm.example', 'http://selm.example', 'www.selm.example', 'ftp://selm.example', 'HTTPS://SELM'])(
    'never holds an address: %s',
    (address) => {
      expect(facts(`see ${address}`, `see ${address}`)).toContain('it names an address');
    },
  );

  it('says what a figure counts', () => {
    const swapped = facts('It has 12 turbines and 8 megawatts', 'It has 8 turbines and 12 megawatts.');
    expect(swapped).toEqual(['"12" counts something else in the quote', '"8" counts something else in the quote']);
  });
});

describe('a mixture of quotes', () => {
  const evidence = [
    { quote: 'The Anholm works supply 1,234 homes.', surroundings: ['Heat in Selm'] },
    { quote: 'They supply 777 homes.', surroundings: ['The Brevik works'] },
  ];

  it.each([
    ',',
    ';',
    ' and',
    ' while',
    ' whereas',
    ' but',
    ' und',
    ' während',
    ' et',
    ' tandis que',
    ' y',
    ' mientras',
  ])('is looked for in each clause, joined by "%s"', (joint) => {
    const clauses = (first: string, second: string) => mixedClauses(`${first}${joint} ${second}`, evidence);
    expect(clauses('Anholm supplies 1,234 homes', 'Brevik supplies 777 homes')).toEqual([]);
    expect(clauses('Anholm supplies 1,234 homes', 'Brevik supplies 1,234 homes')).toEqual([
      'Brevik supplies 1,234 homes',
    ]);
  });

  it('is none of clauses without figures, of names around a quote, or of one quote alone', () => {
    expect(mixedClauses('Brevik is near Anholm', evidence)).toEqual([]);
    expect(mixedClauses('Selm has 1,234 homes', evidence)).toEqual([]);
    expect(mixedClauses('Selm has 777 homes', evidence)).toEqual(['Selm has 777 homes']);
    expect(mixedClauses('Anholm supplies 777 homes', evidence.slice(0, 1))).toEqual([]);
  });
});

describe('a sentence of a report', () => {
  const sources: Source[] = ['Works of Selm', 'Works of Brevik'].map((title, index) => ({
    url: `https://${index}.example/`,
    title,
    contentHash: `${index}`,
    fetchedAt: 0,
    fileId: null,
  }));
  const claim = (quote: string, source: number): Claim => ({
    id: `c${source}`,
    text: quote,
    quote,
    start: 0,
    end: quote.length,
    paragraph: `${quote} This is so since Nordal came.`,
    source,
    question: 0,
    score: 1,
    verified: 'quoted',
  });
  const claims = [claim('The works supply 1,234 homes.', 0), claim('The works supply 777 homes.', 1)];

  it('stands on the claims it names, with names from their paragraphs and titles', () => {
    expect(judgeSentence('The works of Selm supply 1,234 homes.', claims, sources).facts).toEqual([]);
    expect(judgeSentence('The works of Nordal supply 777 homes.', claims, sources).facts).toEqual([]);
    expect(judgeSentence('The works of Jarl supply 777 homes.', claims, sources).facts).toEqual([
      '"Jarl" is not in the source',
      '"The works of Jarl supply 777 homes." mixes what different sources say',
    ]);
    expect(
      judgeSentence('The works of Selm supply homes.', [claim('The works supply homes.', 7)], sources).facts,
    ).toEqual(['"Selm" is not in the source']);
  });

  it('does not mix what they say', () => {
    const mixed = 'The works of Selm supply 777 homes.';
    const problem = `"${mixed}" mixes what different sources say`;
    expect(judgeSentence(mixed, claims, sources).facts).toEqual([problem]);
    const foreign = 'these gardens attract wonderful visitors';
    const { facts: found, wording } = judgeSentence(foreign, claims, sources);
    expect([found, wording.length > 0]).toEqual([[], true]);
  });
});
