import { PassageIndex, splitPassages } from '@parley/text';
import { describe, expect, it } from 'vitest';
import { pageAt } from '../../../lib/page-at.ts';
import type { PromptDocument } from '../../../ports/language-model.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import { choosePassages, mergePassages } from './choose-passages.ts';
import { completeSources } from './complete-sources.ts';
import { rankInConversation } from './rank-in-conversation.ts';
import { shareBudget } from './share-budget.ts';

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
