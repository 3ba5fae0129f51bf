import { expect, it } from 'vitest';
import { areSure, chooseLanguages } from './choose-languages.ts';
import type { GrayRaster, PageOcrEngine, ReadLine } from './ocr-engine.ts';

const page: GrayRaster = { width: 400, height: 120, data: new Uint8Array(400 * 120).fill(200) };
const places = [
  { x: 10, y: 10, width: 300, height: 20 },
  { x: 10, y: 40, width: 200, height: 20 },
];

/** Reads every strip of its picture as the text that stands for the languages asked for. */
function engineOf(texts: Record<string, [text: string, confidence: number][]>, asked: string[] = []): PageOcrEngine {
  return {
    id: 'scripted',
    async read(picture, languages): Promise<ReadLine[]> {
      asked.push(`${languages.join('+')} on ${picture.width}x${picture.height}`);
      return (texts[languages.join('+')] ?? []).map(([text, confidence], index) => {
        // Strips are as high as a line with its air, and as far apart.
        const box = { x: 26, y: 26 + index * 52, width: 200, height: 26 };
        return { words: [{ text, box, confidence }], box, confidence, engine: 'scripted' };
      });
    },
    async close() {},
  };
}

const lineOf = (text: string, confidence: number): ReadLine => {
  const box = { x: 0, y: 0, width: 100, height: 20 };
  return { words: [{ text, box, confidence }], box, confidence, engine: 'pp-ocr' };
};

it('knows the script of lines that the line-reading engine is sure of', () => {
  expect(areSure([lineOf('Total', 0.99), lineOf('Amount', 0.92), lineOf('', 0)])).toBe(true);
  expect(areSure([lineOf('Total', 0.95), lineOf('Kahnuepa', 0.89)])).toBe(false);
  expect(areSure([])).toBe(false);
});

it('asks nothing when all languages share a script', async () => {
  const asked: string[] = [];
  expect(await chooseLanguages(engineOf({}, asked), page, places, ['eng', 'deu'])).toEqual(['eng', 'deu']);
  expect(asked).toEqual([]);
});

it('keeps the script that reads the lines best, with Latin behind it', async () => {
  const asked: string[] = [];
  const engine = engineOf(
    {
      eng: [
        ['Kahnuepa', 0.5],
        ['oac', 0.4],
      ],
      ell: [
        ['Καλημέρα', 0.93],
        ['σας', 0.9],
      ],
      tam: [['ப', 0.2]],
    },
    asked,
  );
  expect(await chooseLanguages(engine, page, places, ['eng', 'ell', 'tam'])).toEqual(['ell', 'eng']);
  expect(asked).toHaveLength(3);
});

it('keeps every script that reads one of the lines best, among equals in the order of the settings', async () => {
  const engine = engineOf({
    eng: [
      ['Total', 0.9],
      ['Amount', 0.95],
    ],
    ara: [
      ['المجموع', 0.95],
      ['س', 0.3],
    ],
  });
  expect(await chooseLanguages(engine, page, places, ['eng', 'ara'])).toEqual(['eng', 'ara']);
});

it('reads Latin pages in Latin alone, and keeps all when nothing can be read', async () => {
  const latin = engineOf({ 'eng+deu': [['Straße', 0.9]], rus: [['Ѕ', 0.3]] });
  expect(await chooseLanguages(latin, page, places, ['eng', 'rus', 'deu'])).toEqual(['eng', 'deu']);
  expect(await chooseLanguages(engineOf({}), page, places, ['eng', 'rus'])).toEqual(['eng', 'rus']);
});
