import { describe, expect, it } from 'vitest';
import { dictionary, first, place, textOf, word } from '../../test/ocr-readings.ts';
import { judgeRemote, keepHonest, repeatsItself } from './honesty.ts';
import { joinLine } from './join-line.ts';
import { matchWords } from './join-readings.ts';
import { layOutLines } from './lay-out-lines.ts';
import type { ReadLine } from './ocr-engine.ts';

describe('joining two readings of a line', () => {
  it('takes the spaces of one and the sure letters of the other', () => {
    const joined = joinLine(
      first('TotalAm0unt', { 7: 0.5 }),
      [word('Total', 0, 0.95), word('Amount', 60, 0.95)],
      dictionary,
    );
    expect(textOf(joined)).toBe('Total Amount');
    expect(joined.engine).toBe('pp-ocr+tesseract');
  });

  it('leaves letters with marks to the engine that knows them', () => {
    const read = (plain: string, marked: string) => textOf(joinLine(first(plain), [word(marked, 0, 0.9)], dictionary));
    expect(read('GroBe', 'Größe')).toBe('Größe');
    expect(read('Zazolc', 'Zażółć')).toBe('Zażółć');
    expect(read('sarki', 'şarkı')).toBe('şarkı');
  });

  it('parts no price that one engine alone sees parted', () => {
    expect(textOf(joinLine(first('16.50'), [word('16.', 0, 0.9), word('50', 40, 0.9)], dictionary))).toBe('16.50');
  });

  it('raises the confidence where both agree', () => {
    const [agreed] = joinLine(first('Total'), [word('Total', 0, 0.9)], dictionary).words;
    expect(agreed?.confidence).toBeGreaterThan(0.98);
  });

  it('does not part digits on the word of one engine', () => {
    expect(textOf(joinLine(first('1 234'), [word('1234', 0, 0.9)], dictionary))).toBe('1234');
  });

  it('keeps the first reading when the second is of something else', () => {
    expect(textOf(joinLine(first('Total 5.00'), [word('~;', 0, 0.3)], dictionary))).toBe('Total 5.00');
  });

  it('leaves words aside that stand where no line was found', () => {
    const { perLine, leftOver } = matchWords(
      [first('Total').box],
      [{ words: [word('lost', 0, 0.9, 300)], box: place(0, 40, 300), confidence: 0.9, engine: 'tesseract' }],
    );
    expect(perLine).toEqual([[]]);
    expect(leftOver.map((one) => one.text)).toEqual(['lost']);
  });
});

describe('honesty', () => {
  const line = (text: string, confidence: number): ReadLine => ({ ...first(text), confidence });

  it('finds no text in texture', () => {
    expect(keepHonest([line('i', 0.6), line('~', 0.5), line('lIlIlIl', 0.9)])).toEqual([]);
    expect(keepHonest([line('Total', 0.9)])).toHaveLength(1);
  });

  it('finds no text in what engines make of patterns, drawings and noise', () => {
    const line = (text: string, confidence: number): ReadLine => ({
      words: text.split(' ').map((each, at) => word(each, at * 60, confidence)),
      box: place(0, 100),
      confidence,
      engine: 'pp-ocr+tesseract',
    });
    expect(keepHonest([line('B8888', 0.7), line('888', 0.63), line('888', 0.63)])).toEqual([]);
    expect(keepHonest([line('8', 0.919)])).toEqual([]);
    expect(keepHonest([line('净', 0.895)])).toEqual([]);
    expect(keepHonest([line('lili', 0.617)], { has: (each) => each === 'lili' })).toEqual([]);
    expect(keepHonest([line('净', 0.99)])).toHaveLength(1);
    expect(keepHonest([line('mama', 0.95)])).toHaveLength(1);
    expect(keepHonest([line('xA ig', 0.75)], dictionary)).toEqual([]);
    expect(keepHonest([line('Total ig', 0.75)], { has: (each) => each === 'total' })).toHaveLength(1);
    expect(keepHonest([line('8', 0.99)])).toHaveLength(1);
    expect(keepHonest([line('7777', 0.97)])).toHaveLength(1);
  });

  it('rejects a remote reading of an empty page and one that repeats itself', () => {
    expect(judgeRemote('Once upon a time', { lines: [], isBlank: true }).isRejected).toBe(true);
    const loop = 'the same words again '.repeat(30);
    expect(repeatsItself(loop)).toBe(true);
    expect(
      judgeRemote(loop, { lines: [{ text: 'the same words again', confidence: 0.9 }], isBlank: false }).isRejected,
    ).toBe(true);
    expect(
      judgeRemote('# Total amount', { lines: [{ text: 'Total amount', confidence: 0.99 }], isBlank: false }),
    ).toEqual({
      warnings: [],
      isRejected: false,
      support: 1,
      unconfirmed: [],
    });
  });
});

describe('layout', () => {
  const at = (text: string, x: number, y: number): ReadLine => {
    const line = first(text);
    const box = { x, y, width: text.length * 10, height: 20 };
    return { ...line, box, words: line.words.map((one) => ({ ...one, box: { ...one.box, x: x + one.box.x, y } })) };
  };

  it('reads columns of running text one after the other', () => {
    const lines = Array.from({ length: 6 }, (_, row) => [
      at(`left column line ${row} goes on here`, 0, row * 30),
      at(`right column line ${row} goes on here`, 400, row * 30),
    ]).flat();
    const { text } = layOutLines(lines, 800, 200);
    expect(text.indexOf('left column line 5')).toBeLessThan(text.indexOf('right column line 0'));
  });

  it('reads rows of a table row by row and writes them as a table', () => {
    const rows = [
      ['Item', 'Total'],
      ['Tea', '1.00'],
      ['Bread', '2.50'],
      ['Milk', '3.00'],
    ];
    const lines = rows.flatMap(([name, price], row) => [at(name!, 0, row * 30), at(price!, 400, row * 30)]);
    const { text, markdown, blocks } = layOutLines(lines, 800, 200);
    expect(text).toBe('Item\tTotal\nTea\t1.00\nBread\t2.50\nMilk\t3.00');
    expect(markdown).toContain('| Tea | 1.00 |');
    expect(blocks).toMatchObject([{ type: 'table' }]);
  });
});
