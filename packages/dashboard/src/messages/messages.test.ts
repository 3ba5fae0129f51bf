import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
const load = (language: string, area: string): Promise<unknown> =>
  import(/* @vite-ignore */ join(here, language, area));
const areas = readdirSync(join(here, 'en')).sort();

/** Every message by its place, with functions as what they give for plain arguments. */
function flatten(value: unknown, path = ''): Array<[path: string, text: string]> {
  if (typeof value === 'function') return [[path, String(value('1', '2', '3'))]];
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, one]) => flatten(one, `${path}.${name}`));
}

it('has the same areas in both languages', () => {
  expect(areas.length).toBeGreaterThan(2);
  expect(readdirSync(join(here, 'de')).sort()).toEqual(areas);
});

it.each(areas)('has every message of %s in both languages', async (area) => {
  const [en, de] = await Promise.all(['en', 'de'].map(async (language) => flatten(await load(language, area))));
  expect(de?.map(([path]) => path)).toEqual(en?.map(([path]) => path));
  expect([...(en ?? []), ...(de ?? [])].filter(([, text]) => text.trim() === '')).toEqual([]);
});

it('translates: sentences differ between the languages', async () => {
  const same: string[] = [];
  for (const area of areas) {
    const de = new Map(flatten(await load('de', area)));
    for (const [path, text] of flatten(await load('en', area)))
      if (text.split(' ').length > 3 && de.get(path) === text) same.push(`${area}${path}: ${text}`);
  }
  expect(same).toEqual([]);
});

/** Words that readers did not understand, however short they are. */
const unclear = /\bFilms?\b|\bRoll(?:ed|s)?\b|Beside it|OpenAI's shape|\d+ % take up to|carried by any passage/;

it.each(['en', 'de'])('says it in plain words (%s)', async (language) => {
  const all = await Promise.all(areas.map(async (area) => flatten(await load(language, area))));
  expect(all.flat().filter(([, text]) => unclear.test(text))).toEqual([]);
  expect(unclear.test('Half take 3 s, 95 % take up to 9 s')).toBe(true);
});

it('keeps words out of components', () => {
  const source = join(here, '..');
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => wordsIn(readFileSync(join(source, name), 'utf8')).map((words) => `${name}: ${words}`));
  expect(found).toEqual([]);
});

it('finds words in a component', () => {
  expect(wordsIn('<p className="a">Hello there</p>')).toEqual(['Hello there']);
  expect(wordsIn("<Input placeholder='Your name' />")).toEqual(['Your name']);
  expect(wordsIn('<p>{text.hello}</p>; const f = (a: Map<string, number>) => a.size > 2')).toEqual([]);
});

/** Text between tags, and attributes that are shown. The name of the product is no word. */
function wordsIn(code: string): string[] {
  const between = [
    ...code.matchAll(/<[a-zA-Z][^<>={}]*(?:=(?:"[^"]*"|\{[^{}]*\})[^<>={}]*)*>\s*([A-Za-z][^<>{}]*?)\s*<\//g),
  ];
  const attributes = [...code.matchAll(/\s(?:title|label|placeholder|alt|aria-label)=["']([^"']*[a-z]{2}[^"']*)["']/g)];
  return [...between, ...attributes].map(([, words = '']) => words).filter((words) => words !== 'Parley');
}
