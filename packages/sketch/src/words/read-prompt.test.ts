import { describe, expect, it } from 'vitest';
import { describePrompt } from '../describe.ts';
import { readPrompt } from './read-prompt.ts';

describe('a prompt is read as', () => {
  it('things with their number, colour and size', () => {
    expect(readPrompt('four small green frogs').mentions).toMatchObject([
      { drawing: 'frog', count: 4, colours: [expect.any(String)] },
    ]);
    expect(readPrompt('a small frog').mentions[0]?.size).toBeLessThan(readPrompt('a huge frog').mentions[0]?.size ?? 0);
  });

  it.each([
    ['an owl behind a tree', 'behind'],
    ['a frog to the left of a bicycle', 'left'],
    ['a rabbit holding a balloon', 'hold'],
  ])('a relation: %s', (prompt, kind) => {
    expect(readPrompt(prompt).mentions.some(({ relation }) => relation?.kind === kind)).toBe(true);
  });

  it('time, weather, season, style and lettering', () => {
    const reading = readPrompt('a rainy harbour at night in autumn, watercolor, a sign saying "CLOSED"');
    expect(reading).toMatchObject({ time: 'night', season: 'autumn', style: 'watercolor', quotes: ['CLOSED'] });
    expect(reading.weather).toMatch(/rain/);
  });

  it('words that are lettered where nothing is known', () => {
    expect(readPrompt('a flibbertigibbet').unknown).toEqual(['flibbertigibbet']);
  });
});

it('says in one sentence how it understood the prompt', () => {
  expect(describePrompt('two frogs at night')).toBe('A sketch of two frogs; time: night.');
});
