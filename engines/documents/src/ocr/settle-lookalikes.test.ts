import { describe, expect, it } from 'vitest';
import type { ReadLine } from './ocr-engine.ts';
import { settleLookalikes } from './settle-lookalikes.ts';

/** A line of one word; `open` names, by position, what the engine held possible instead. */
function line(text: string, y: number, open: Record<number, [text: string, confidence: number]> = {}): ReadLine {
  const box = { x: 10, y, width: text.length * 10, height: 20 };
  const characters = [...text].map((letter, at) => {
    const other = open[at];
    return {
      text: letter,
      confidence: other ? 0.98 - other[1] : 0.99,
      alternatives: other ? [{ text: other[0], confidence: other[1] }] : [],
    };
  });
  return { words: [{ text, box, confidence: 0.95, characters }], box, confidence: 0.95, engine: 'pp-ocr+tesseract' };
}
const read = (lines: ReadLine[]) => settleLookalikes(lines).map((one) => one.words.map((word) => word.text).join(' '));

describe('settling lookalikes by their column', () => {
  it('takes a zero for the letter where the column has letters', () => {
    const lines = [line('E', 0), line('U', 30), line('0', 60, { 0: ['O', 0.07] }), line('N', 90)];
    expect(read(lines)).toEqual(['E', 'U', 'O', 'N']);
  });

  it('leaves it a digit where the column has digits', () => {
    const lines = [line('3', 0), line('4', 30), line('0', 60, { 0: ['O', 0.07] }), line('7', 90)];
    expect(read(lines)).toEqual(['3', '4', '0', '7']);
  });

  it('says nothing of a place alone', () => {
    expect(read([line('0', 0, { 0: ['O', 0.4] }), line('E', 30)])).toEqual(['0', 'E']);
  });

  it('does not take runs of another form for witnesses', () => {
    const lines = [line('US', 0), line('AB', 30), line('04', 60, { 0: ['O', 0.1] }), line('ME', 90)];
    expect(read(lines)).toEqual(['US', 'AB', '04', 'ME']);
  });

  it('reads codes of one family alike', () => {
    const lines = [line('I0070021', 0, { 0: ['1', 0.06] }), line('10070035', 30, { 0: ['I', 0.14] })];
    expect(read(lines)).toEqual(['I0070021', 'I0070035']);
  });

  it('keeps a clear digit of such codes', () => {
    const lines = [line('10070021', 0, { 0: ['I', 0.01] }), line('10070035', 30, { 0: ['I', 0.02] })];
    expect(read(lines)).toEqual(['10070021', '10070035']);
  });

  it('believes the engine where a code goes over from letters to digits', () => {
    const lines = [
      line('K0000159', 0, { 1: ['O', 0.31] }),
      line('KO000128', 30, { 1: ['0', 0.41] }),
      line('K0000617', 60, { 1: ['O', 0.06] }),
    ];
    expect(read(lines)).toEqual(['K0000159', 'K0000128', 'K0000617']);
  });
});
