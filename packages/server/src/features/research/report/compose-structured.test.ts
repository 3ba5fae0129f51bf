import type { JsonObject } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import type { Claim, Source } from '../research-types.ts';
import { composeStructured } from './compose-structured.ts';

const source: Source = {
  url: 'https://a.example/',
  title: 'Tidal stations',
  contentHash: 'x',
  fetchedAt: 0,
  fileId: null,
};
const quotes = [
  'The Orla station supplies 12,400 homes in winter.',
  'The Brenn station supplies 9,800 homes and was opened by Ada Lund.',
];
const claims = quotes.map(
  (quote, index): Claim => ({
    id: `c${index + 1}`,
    text: quote,
    quote,
    start: 0,
    end: quote.length,
    paragraph: quote,
    source: 0,
    question: 0,
    score: 1,
    verified: 'quoted',
  }),
);
const material = { claims, sources: [source], instructions: 'How many homes?', maxCitations: 20, minSources: 1 };
const compose = (data: JsonObject, schema: JsonObject = { type: 'object' }) =>
  composeStructured({ fill: async () => data, judge: async () => new Map() }, material, schema);

describe('no leaf without a passage is unmarked', () => {
  it.each([
    ['a name that no claim has', { opened_by: 'Ivo Brandt' }, ['/opened_by']],
    ['a truth value', { is_profitable: true }, ['/is_profitable']],
    ['a number that no claim has', { homes: 77 }, ['/homes']],
    ['a name that a claim has', { opened_by: 'Ada Lund' }, []],
  ])('%s', async (_, data, unverified) => {
    expect((await compose(data)).unverified).toEqual(unverified);
  });
});

describe('a value is checked against the sentence about its subject', () => {
  it('another station’s number does not count', async () => {
    const stations = [
      { name: 'Orla', homes: 12400 },
      { name: 'Brenn', homes: 12400 },
    ];
    expect((await compose({ stations })).unverified).toEqual(['/stations/1/homes']);
  });

  it('nor do the same digits in a sentence about something else', async () => {
    expect((await compose({ turbines: 12400 })).unverified).toEqual(['/turbines']);
  });
});

describe('marks never break the schema', () => {
  const said = 'The Orla station supplies 12,400 homes in winter. [[c1]]';
  const plain = 'The Orla station supplies 12,400 homes in winter.';

  it.each([
    ['maxLength', { maxLength: plain.length }],
    ['pattern', { pattern: 'winter\\.$' }],
    ['enum', { enum: [plain, 'unknown'] }],
  ])('%s', async (_, rule) => {
    const schema = { type: 'object', properties: { summary: { type: 'string', ...rule } } };
    expect((await compose({ summary: said }, schema)).output).toEqual({ summary: plain });
    expect((await compose({ summary: said })).output).toEqual({ summary: `${plain} [1]` });
  });

  it('what fits in no way is an error that names it', async () => {
    const schema = { type: 'object', properties: { summary: { type: 'string', maxLength: 5 } } };
    await expect(compose({ summary: said }, schema)).rejects.toMatchObject({
      code: 'schema_not_met',
      details: expect.stringContaining('/summary'),
    });
  });
});
