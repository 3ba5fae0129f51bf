import { describe, expect, it } from 'vitest';
import { dictionary, first, textOf, word } from '../../test/ocr-readings.ts';
import { joinLine } from './join-line.ts';
import type { ReadLine, ReadWord } from './ocr-engine.ts';

describe('choosing between readings of a word', () => {
  const joined = (line: ReadLine, words: ReadWord[]) => textOf(joinLine(line, words, dictionary));
  const doubting = (text: string, at: number, confidence: number, alternatives: [string, number][]): ReadLine => {
    const line = first(text, { [at]: confidence });
    const characters = line.words.flatMap((one) => one.characters ?? []);
    const character = characters[at];
    if (character) character.alternatives = alternatives.map(([other, share]) => ({ text: other, confidence: share }));
    return line;
  };

  it('takes a letter for a digit where the code then changes less often between them', () => {
    expect(joined(doubting('0R1803', 0, 0.6, [['O', 0.35]]), [])).toBe('OR1803');
    expect(joined(doubting('12O79', 2, 0.52, [['0', 0.4]]), [])).toBe('12079');
  });

  it('does not read a multiplication as a misread number', () => {
    expect(joined(doubting('11x121.95', 2, 0.6, [['6', 0.3]]), [])).toBe('11x121.95');
    expect(joined(doubting('5x', 0, 0.9, [['$', 0.05]]), [word('$x', 0, 0.9)])).toBe('5x');
  });

  it('knows the words inside a longer one', () => {
    expect(joined(doubting('sumnary.com/BarWang', 3, 0.6, [['m', 0.35]]), [])).toBe('summary.com/BarWang');
  });

  it('never finds a word by leaving out a letter that both engines print', () => {
    const line = doubting('TOTALI', 5, 0.5, [
      [' ', 0.06],
      ['', 0.03],
    ]);
    expect(joined(line, [word('TOTALT', 0, 0.8)])).toHaveLength(6);
  });

  it('writes brackets in their plain width, but not among Chinese', () => {
    expect(joined(doubting('（total)', 0, 0.5, [['(', 0.45]]), [])).toBe('(total)');
    expect(joined(first('（合计）'), [])).toBe('（合计）');
  });

  it('takes small capitals from one engine throughout', () => {
    const text = joined(first('descriptive', { 0: 0.6, 3: 0.9, 5: 0.6 }), [word('DESCRIPTIVE', 0, 0.9)]);
    expect([text.toLowerCase(), text.toUpperCase()]).toContain(text);
  });

  it('pairs letters that stand in one place, not the like ones further on', () => {
    const line = first('Kasan Perisan');
    expect(joined(line, [word('Kasan', 0, 0.9)])).toBe('Kasan Perisan');
  });
});
