import { expect, it } from 'vitest';
import type { DecodedCharacter } from './decode-ctc.ts';
import { settleMarks } from './settle-marks.ts';

const at = { firstStep: 0, lastStep: 0 };
const surely = (text: string): DecodedCharacter[] =>
  [...text].map((letter) => {
    const plain = letter.normalize('NFD')[0] ?? '';
    return {
      text: letter,
      confidence: 0.99,
      ...at,
      ...(plain !== letter && { plain: { text: plain, confidence: 0.001 } }),
    };
  });
const doubtful = { text: 'ğ', confidence: 0.67, plain: { text: 'g', confidence: 0.31 }, ...at };
const textOf = (lines: DecodedCharacter[][]) => lines.map((line) => line.map(({ text }) => text).join('')).join(' ');

it('takes a doubtful mark away on a page whose letters have none', () => {
  expect(textOf(settleMarks([[...surely('Au'), doubtful], surely('Clearing Cheque')]))).toBe('Aug Clearing Cheque');
});

it('keeps it on a page whose letters have them, and what is sure everywhere', () => {
  const turkish = surely('Şirketin yıllık kârı üç yüz bin çığ düşüğü ölçüsüz görüldü ağustos');
  expect(textOf(settleMarks([[doubtful], turkish]))).toMatch(/^ğ Şirketin yıllık/);
  expect(textOf(settleMarks([surely('Meet me at the café in the old town')]))).toContain('café');
});
