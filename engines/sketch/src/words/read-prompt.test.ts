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

  it.each([
    ['a family of ducks', 'duck', 4],
    ['a flock of birds', 'bird', 7],
    ['a couple of vans', 'car', 2],
    ['a yellow school bus', 'bus', 1],
    ['a dozen school buses', 'bus', 12],
    ['nine cookies', 'cookie', 9],
    ['two people', 'man', 2],
    ['a family', 'man', 4],
    ['people', 'man', 3],
  ])('as many as the word before "of", or the number, says: %s', (prompt, drawing, count) => {
    expect(readPrompt(prompt).mentions).toEqual([expect.objectContaining({ drawing, count })]);
  });

  it('the night where somebody is under the stars, and the autumn behind "in"', () => {
    expect(readPrompt('a boat under the stars')).toMatchObject({ time: 'night', mentions: [{ drawing: 'sailboat' }] });
    expect(readPrompt('a castle in fall').season).toBe('autumn');
    expect(readPrompt('leaves fall on a house').season).toBeNull();
  });

  it('words that are lettered where nothing is known', () => {
    expect(readPrompt('a flibbertigibbet').unknown).toEqual(['flibbertigibbet']);
  });
});

it('says in one sentence how it understood the prompt', () => {
  expect(describePrompt('two frogs at night')).toBe('A sketch of two frogs; time: night.');
});
