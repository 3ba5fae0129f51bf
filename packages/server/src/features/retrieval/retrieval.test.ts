import type { SheetData } from '@parley/documents';
import { splitPassages } from '@parley/text';
import { describe, expect, it } from 'vitest';
import type { PromptDocument } from '../../ports/language-model.ts';
import { estimateTokens } from '../billing/estimate-tokens.ts';
import { choosePassages } from './choose-passages.ts';
import { completeSources } from './complete-sources.ts';
import { pageAt } from './file-outline.ts';
import { readSheetRequest } from './sheet-request.ts';

describe('choosePassages', () => {
  const section = (number: number) => `# Part ${number}\n\n${`Sentence of part ${number}. `.repeat(60)}\n\n`;
  const text = Array.from({ length: 40 }, (_, number) => section(number)).join('');
  const passages = splitPassages(text);
  const candidate = (passage: number) => ({
    document: 0,
    passage,
    start: passages[passage]?.start ?? 0,
    end: passages[passage]?.end ?? 0,
  });
  const tokens = (stretches: { start: number; end: number }[]) =>
    stretches.reduce((sum, { start, end }) => sum + estimateTokens(text.slice(start, end)), 0);

  it('keeps to the budget, takes the best and their neighbours, and merges them', () => {
    const budgetTokens = 2500;
    const [chosen = []] = choosePassages({
      texts: [text],
      passages: [passages],
      ranked: [candidate(20), candidate(30)],
      budgetTokens,
    });
    expect(tokens(chosen)).toBeLessThanOrEqual(budgetTokens);
    expect(tokens(chosen)).toBeGreaterThan(budgetTokens * 0.6);
    const around = chosen.find(({ start, end }) => start <= candidate(20).start && end >= candidate(20).end);
    expect(around && text.slice(around.start, around.end)).toMatch(/# Part 19[\s\S]*# Part 20[\s\S]*# Part 21/);
    expect(chosen.map(({ start }) => start)).toEqual(chosen.map(({ start }) => start).sort((a, b) => a - b));
  });

  it('shows something of every file and of all places when the question matches nothing', () => {
    const chosen = choosePassages({
      texts: [text, text],
      passages: [passages, passages],
      ranked: [],
      budgetTokens: 8000,
    });
    for (const stretches of chosen) {
      expect(stretches[0]?.start).toBe(0);
      expect(stretches.at(-1)?.end).toBeGreaterThan(text.length / 2);
    }
  });

  it('takes nothing for no budget and no text', () => {
    expect(
      choosePassages({ texts: [text, ''], passages: [passages, []], ranked: [candidate(1)], budgetTokens: 0 }),
    ).toEqual([[], []]);
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

  it('reads functions, columns, groups and values', () => {
    expect(request('What is the total amount?')).toMatchObject({
      functions: ['sum'],
      measures: ['amount'],
      isMeasureNamed: true,
      groups: [],
      conditions: [],
    });
    expect(request('average unit price per region')).toMatchObject({
      functions: ['mean'],
      measures: ['unit_price'],
      groups: ['region'],
    });
    expect(request('How many rows are in North West?')).toMatchObject({
      functions: ['count'],
      conditions: [{ column: 'region', operator: 'equals', value: 'North West' }],
    });
    expect(request('Wie hoch ist die Summe von amount im Süd?')).toMatchObject({
      functions: ['sum'],
      conditions: [{ value: 'Süd' }],
    });
    expect(request('Which region has the highest amount?')).toMatchObject({ functions: ['max'], groups: ['region'] });
    expect(request('rows with an amount over 1,500.50')).toMatchObject({
      conditions: [{ column: 'amount', operator: 'more', value: 1500.5 }],
    });
  });

  it('reads months and years', () => {
    const bounds = (from: string, to: string) => [
      { column: 'sold on', operator: 'at_least', value: from },
      { column: 'sold on', operator: 'less', value: to },
    ];
    expect(request('total amount in March 2024').conditions).toEqual(bounds('2024-03-01', '2024-04-01'));
    expect(request('total amount in December 2024').conditions).toEqual(bounds('2024-12-01', '2025-01-01'));
    expect(request('amount en marzo de 2023').conditions).toEqual(bounds('2023-03-01', '2023-04-01'));
    expect(request('amount of 2022').conditions).toEqual(bounds('2022-01-01', '2023-01-01'));
  });

  it('finds the words that rows may hold', () => {
    expect(request('What did Garcia pay?').words).toEqual(['garcia', 'pay']);
    expect(request('')).toMatchObject({ functions: [], conditions: [], words: [], isMeasureNamed: false });
  });
});
