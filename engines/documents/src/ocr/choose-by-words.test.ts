import { expect, it } from 'vitest';
import { word } from '../../test/ocr-readings.ts';
import { chooseByWords } from './choose-by-words.ts';
import type { PageOcrEngine, ReadLine } from './ocr-engine.ts';

const box = { x: 0, y: 0, width: 100, height: 20 };
const line = (text: string): ReadLine => ({
  words: text.split(' ').map((each, i) => word(each, i * 50, 0.9)),
  box,
  confidence: 0.9,
  engine: 'test',
});
const list = (words: string) => ({ has: (each: string) => words.split(' ').includes(each) });
const dictionaries = new Map([
  ['eng', list('the street leads over bridge')],
  ['deu', list('Die Straße führt über Brücke die')],
  ['pol', list('Źródło wody')],
]);
const page = { width: 100, height: 20, data: new Uint8Array(2000) };

function choose(plain: string, marked: string, languages = ['eng', 'deu', 'pol']) {
  const asked: (readonly string[])[] = [];
  const engine: PageOcrEngine = {
    id: 'test',
    read: async (_, given) => {
      asked.push(given);
      return [line(marked)];
    },
    close: async () => {},
  };
  const choice = { engine, page, places: [box], sample: [line(plain)], languages, dictionaries };
  return chooseByWords(choice).then((chosen) => ({ chosen, asked }));
}

it('takes English at once when its words make up the page', async () => {
  expect(await choose('the street leads over', '')).toEqual({ chosen: ['eng'], asked: [] });
});

it('reads a sample in all languages before it takes one with marks', async () => {
  const { chosen, asked } = await choose('Die StraBe fuhrt uber', 'Die Straße führt über');
  expect(chosen).toEqual(['deu']);
  expect(asked).toEqual([['eng', 'deu', 'pol']]);
});

it('keeps a second language that explains what the first does not, and other scripts', async () => {
  const { chosen } = await choose('Zrodlo wody', 'Źródło wody the street', ['rus', 'eng', 'deu', 'pol']);
  // English is named before Polish and explains nearly as much: it goes first.
  expect(chosen).toEqual(['rus', 'eng', 'pol']);
});

it('leaves all languages when no word tells', async () => {
  expect((await choose('xxqq', 'xxqq')).chosen).toEqual(['eng', 'deu', 'pol']);
});
