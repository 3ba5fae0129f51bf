import type { SheetData } from '@parley/documents';
import { PassageIndex, splitPassages } from '@parley/text';
import { describe, expect, it } from 'vitest';
import { longestWaitOf } from '../../../../test/growth.ts';
import { pageAt } from '../../../lib/page-at.ts';
import type { PromptDocument } from '../../../ports/language-model.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import { choosePassages, mergePassages } from './choose-passages.ts';
import { completeSources } from './complete-sources.ts';
import { rankInConversation } from './rank-in-conversation.ts';
import { shareBudget } from './share-budget.ts';
import { readSheetRequest } from './sheet-request.ts';

describe('choosePassages', () => {
  const section = (number: number) => `# Part ${number}\n\n${`Sentence of part ${number}. `.repeat(60)}\n\n`;
  const text = Array.from({ length: 40 }, (_, number) => section(number)).join('');
  const passages = splitPassages(text);
  const tokensOf = (_: number, passage: number) => {
    const { start, end } = passages[passage]!;
    return estimateTokens(text.slice(start, end));
  };
  const candidate = (passage: number, score = 1) => ({ document: 0, passage, score });
  const tokens = (chosen: number[]) => chosen.reduce((sum, passage) => sum + tokensOf(0, passage), 0);

  it('keeps to the budget, takes the best and their neighbours, and merges them', () => {
    const budgetTokens = 2500;
    const [chosen = []] = choosePassages({
      counts: [passages.length],
      tokensOf,
      ranked: [candidate(20), candidate(30)],
      budgetTokens,
      isFilled: false,
    });
    expect(tokens(chosen)).toBeLessThanOrEqual(budgetTokens);
    expect(tokens(chosen)).toBeGreaterThan(budgetTokens * 0.6);
    const { start, end } = passages[20]!;
    const around = mergePassages(passages, chosen).find((each) => each.start <= start && each.end >= end);
    expect(around && text.slice(around.start, around.end)).toMatch(/# Part 19[\s\S]*# Part 20[\s\S]*# Part 21/);
    expect(chosen).toEqual([...chosen].sort((a, b) => a - b));
  });

  it('does not fill the budget up with passages that say little about the question, unless it is told to', () => {
    const ranked = [candidate(20, 10), candidate(35, 1), candidate(36, 1)];
    const choose = (isFilled: boolean) =>
      choosePassages({ counts: [passages.length], tokensOf, ranked, budgetTokens: 6000, isFilled })[0];
    expect(choose(false)).toEqual([0, 19, 20, 21, 22]);
    expect(choose(true)).toEqual(expect.arrayContaining([20, 35, 36]));
  });

  it('shows something of every file and of all places when the question matches nothing', () => {
    const counts = [passages.length, passages.length];
    const chosen = choosePassages({ counts, tokensOf, ranked: [], budgetTokens: 8000, isFilled: false });
    for (const stretches of chosen.map((places) => mergePassages(passages, places))) {
      expect(stretches[0]?.start).toBe(0);
      expect(stretches.at(-1)?.end).toBeGreaterThan(text.length / 2);
    }
  });

  it('takes a small part of a large budget where nothing speaks to the question, and all of it where the whole is asked for', () => {
    const choose = (more: { isFilled: boolean; isMatched?: boolean }) =>
      choosePassages({ counts: [passages.length], tokensOf, ranked: [candidate(20)], budgetTokens: 9000, ...more })[0]!;
    expect(tokens(choose({ isFilled: false, isMatched: false }))).toBeLessThanOrEqual(2000);
    expect(choose({ isFilled: false, isMatched: false })).toContain(20);
    expect(tokens(choose({ isFilled: true, isMatched: false }))).toBeGreaterThan(6000);
  });

  it('takes nothing for no budget and no text', () => {
    const request = { counts: [passages.length, 0], tokensOf, ranked: [candidate(1)], budgetTokens: 0, isFilled: true };
    expect(choosePassages(request)).toEqual([[], []]);
  });
});

describe('shareBudget', () => {
  const fact = (isAsked: boolean, length = 400) => ({ text: 'f'.repeat(length), isAsked });

  it('keeps a small document whole beside a large one, and gives outlines a twentieth', () => {
    const shares = shareBudget(
      [
        { tokens: 100_000, facts: [] },
        { tokens: 500, facts: [] },
      ],
      8000,
    );
    expect(shares.whole).toEqual([false, true]);
    expect(shares.outlineTokens).toBe(400);
    expect(shares.passageTokens).toBeLessThanOrEqual(8000 - 500 - 400);
    expect(shares.passageTokens).toBeGreaterThan(6900);
  });

  it('counts facts into the same budget, those that were asked for first', () => {
    const facts = [...Array.from({ length: 20 }, () => fact(false)), fact(true)];
    const shares = shareBudget([{ tokens: 100_000, facts }], 2000);
    expect(shares.facts[0]?.[0]?.isAsked).toBe(true);
    const factTokens = shares.facts.flat().reduce((sum, { text: said }) => sum + estimateTokens(said), 0);
    expect(factTokens).toBeLessThanOrEqual(600);
    expect(factTokens + shares.passageTokens + shares.outlineTokens).toBeLessThanOrEqual(2000);
  });
});

describe('rankInConversation', () => {
  const sections = [
    'revenue in 2024 was high',
    'revenue in 2023 was low',
    'staff in 2023 were few',
    'the canteen opened',
  ];
  const said = sections.map((line, number) => `# ${number}\n\nThe ${line} and so on.\n\n`).join('');
  const index = PassageIndex.build(said, splitPassages(said));

  it('finds what a question means that only its conversation tells', async () => {
    const alone = await rankInConversation([index], 'And in 2023?', { limit: 10 });
    expect(alone.map(({ passage }) => passage)).toHaveLength(2);
    const ranked = await rankInConversation([index], 'And in 2023?', {
      earlier: ['What was the revenue in 2024?', 'It was high.'],
      limit: 10,
    });
    expect(ranked[0]?.passage).toBe(1);
  });
});

describe('completeSources', () => {
  const documents: PromptDocument[] = [
    {
      fileId: 'a',
      filename: 'a',
      text: 'x'.repeat(100),
      ranked: [
        { start: 0, end: 10, score: 4 },
        { start: 20, end: 30, score: 1 },
      ],
    },
    { fileId: 'b', filename: 'b', text: 'x'.repeat(100), ranked: [{ start: 5, end: 15, score: 5 }] },
  ];

  it('adds good passages behind what the model named, without repeating', () => {
    const named = [{ document: 0, start: 2, end: 4 }];
    expect(completeSources(documents, named)).toEqual([...named, { document: 1, start: 5, end: 15 }]);
  });

  it('adds nothing when the model found nothing', () => {
    expect(completeSources(documents, [])).toEqual([]);
  });
});

it('finds the page of an offset', () => {
  const starts = [0, 100, 100, 250];
  expect([0, 99, 100, 249, 250, 9999].map((offset) => pageAt(starts, offset))).toEqual([1, 1, 3, 3, 4, 4]);
  expect(pageAt([], 5)).toBeUndefined();
});

describe('readSheetRequest', () => {
  const sheet: Omit<SheetData, 'packed'> = {
    name: '',
    rowCount: 10,
    columns: [
      { name: 'region', type: 'text' },
      { name: 'unit_price', type: 'number' },
      { name: 'amount', type: 'number' },
      { name: 'sold on', type: 'date' },
    ],
  };
  const values = new Map([['region', ['North', 'North West', 'Süd']]]);
  const request = (question: string) => readSheetRequest(question, sheet, values);

  it('reads no more of a heading than a name has', async () => {
    const long = { name: '', columns: [{ name: 'amount '.repeat(500_000), type: 'integer' as const }], rowCount: 9 };
    const before = process.threadCpuUsage();
    expect((await readSheetRequest('What is the total amount?', long, new Map())).functions).toEqual(['sum']);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(100);
  });

  it('lets others work between the names of a wide table', async () => {
    const wide = Array.from({ length: 16_384 }, (_, i) => ({ name: `Price of thing ${i}`, type: 'number' as const }));
    const asked = () =>
      readSheetRequest('What is the price of thing 12000?', { name: '', columns: wide, rowCount: 9 }, new Map());
    expect((await asked()).measures).toEqual(['Price of thing 12000']);
    expect(await longestWaitOf(asked)).toBeLessThan(50);
  });
  const bounds = (from: string, to: string) => [
    { column: 'sold on', operator: 'at_least', value: from },
    { column: 'sold on', operator: 'less', value: to },
  ];

  it('reads functions, columns, groups and values', async () => {
    expect(await request('What is the total amount?')).toMatchObject({
      functions: ['sum'],
      measures: ['amount'],
      isMeasureNamed: true,
      groups: [],
      conditions: [],
    });
    expect(await request('average unit price per region')).toMatchObject({
      functions: ['mean'],
      measures: ['unit_price'],
      groups: ['region'],
    });
    expect(await request('How many rows are in North West?')).toMatchObject({
      functions: ['count'],
      conditions: [{ column: 'region', operator: 'equals', value: 'North West' }],
    });
    expect(await request('Wie hoch ist die Summe von amount im Süd?')).toMatchObject({
      functions: ['sum'],
      conditions: [{ value: 'Süd' }],
    });
    expect(await request('Which region has the highest amount?')).toMatchObject({
      functions: ['max'],
      groups: ['region'],
    });
    expect(await request('rows with an amount over 1,500.50')).toMatchObject({
      conditions: [{ column: 'amount', operator: 'more', value: 1500.5 }],
    });
  });

  it('reads months and years', async () => {
    expect((await request('total amount in March 2024')).conditions).toEqual(bounds('2024-03-01', '2024-04-01'));
    expect((await request('total amount in December 2024')).conditions).toEqual(bounds('2024-12-01', '2025-01-01'));
    expect((await request('amount en marzo de 2023')).conditions).toEqual(bounds('2023-03-01', '2023-04-01'));
    expect((await request('amount of 2022')).conditions).toEqual(bounds('2022-01-01', '2023-01-01'));
    expect((await request('importo totale di marzo 2024')).conditions).toEqual(bounds('2024-03-01', '2024-04-01'));
    expect((await request('total amount on 5 March 2024')).conditions).toEqual(bounds('2024-03-05', '2024-03-06'));
    expect((await request('total amount on 2024-03-31')).conditions).toEqual(bounds('2024-03-31', '2024-04-01'));
    expect((await request('for 2024, total amount in March')).conditions).toEqual(bounds('2024-03-01', '2024-04-01'));
  });

  it('takes words that are months elsewhere for none, and chooses between no two days', async () => {
    expect((await request('Hoeveel leden in 2024?')).conditions).toEqual(bounds('2024-01-01', '2025-01-01'));
    expect((await request('what may the total amount in 2024 be')).conditions).toEqual(
      bounds('2024-01-01', '2025-01-01'),
    );
    for (const question of ['total amount in 2023 and 2024', 'amount between March 2024 and May 2024', 'on 5/3/2024'])
      expect((await request(question)).conditions).toEqual([]);
  });

  it('finds the words that rows may hold', async () => {
    expect((await request('What did Garcia pay?')).words).toEqual(['garcia', 'pay']);
    expect(await request('')).toMatchObject({ functions: [], conditions: [], words: [], isMeasureNamed: false });
  });
});
