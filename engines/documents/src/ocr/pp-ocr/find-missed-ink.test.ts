import { describe, expect, it } from 'vitest';
import type { DecodedCharacter } from './decode-ctc.ts';
import { inkOf, type LineInk } from './find-gaps.ts';
import { weighMissedInk } from './find-missed-ink.ts';

/** A white line of 48 x 160 pixels (20 steps) with black bars in the given columns. */
function lineWith(bars: [from: number, to: number][]): LineInk {
  const data = new Uint8Array(160 * 48 * 3).fill(255);
  for (const [from, to] of bars) {
    for (let y = 10; y < 38; y++) data.fill(0, (y * 160 + from) * 3, (y * 160 + to) * 3);
  }
  return inkOf({ width: 160, height: 48, data });
}
const at = (
  text: string,
  step: number,
  confidence = 0.95,
  alternatives: [string, number][] = [],
): DecodedCharacter => ({
  text,
  confidence,
  alternatives: alternatives.map(([other, share]) => ({ text: other, confidence: share })),
  firstStep: step,
  lastStep: step,
});
const textOf = (characters: DecodedCharacter[]) => characters.map((character) => character.text).join('');

describe('ink that no character claims', () => {
  const characters = [at('@', 4), at('', 9, 0.78, [['6', 0.19]]), at('%', 14)];

  it('brings back the faint character that stands on it', () => {
    const line = lineWith([
      [26, 46],
      [66, 86],
      [106, 126],
    ]);
    const [, six] = weighMissedInk(line, characters, 20);
    expect(six).toMatchObject({ text: '6', alternatives: [{ text: '' }] });
    expect(textOf(weighMissedInk(line, characters, 20))).toBe('@6%');
  });

  it('leaves it out where the paper is bare', () => {
    expect(
      textOf(
        weighMissedInk(
          lineWith([
            [26, 46],
            [106, 126],
          ]),
          characters,
          20,
        ),
      ),
    ).toBe('@%');
  });

  it('leaves it out where the ink belongs to a neighbour', () => {
    expect(
      textOf(
        weighMissedInk(
          lineWith([
            [26, 90],
            [106, 126],
          ]),
          characters,
          20,
        ),
      ),
    ).toBe('@%');
  });

  it('leaves out what the edge of the line cuts off', () => {
    const cut = [at('', 0, 0.8, [['2', 0.15]]), at('E', 4)];
    const line = (from: number) =>
      lineWith([
        [from, 6],
        [26, 46],
      ]);
    expect(textOf(weighMissedInk(line(0), cut, 20))).toBe('E');
    expect(textOf(weighMissedInk(line(2), cut, 20))).toBe('2E');
  });
});
