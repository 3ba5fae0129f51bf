import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Context, createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { isBoilerplate } from '../src/features/knowledge/web-pages/page-phrases.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Long enough for what grows with the cube of the length, or faster, to pass every bound, and no longer: each expression costs its square. */
const repetitions = 800;
const limitMs = 300;
/** Common to texts of every kind. */
const usualPieces = [
  'a',
  'A',
  '1',
  ' ',
  '\t',
  '\n',
  '.',
  ',',
  '-',
  '"',
  "'",
  '<',
  '>',
  '|',
  '*',
  '(',
  '[',
  '{',
  ':',
  '/',
  '\\',
];

interface Literal {
  place: string;
  source: string;
  flags: string;
}

/** Regular expressions written as literals, where an expression may begin. */
function literalsOf(file: string): Literal[] {
  const pattern =
    /(?<=[(=,:[!&|?;{}>\n]\s*|return\s+)\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=\s*[),;.\]:}\n])/g;
  return [...readFileSync(file, 'utf8').matchAll(pattern)].flatMap(([, source = '', flags = '']) => {
    try {
      new RegExp(source, flags);
      return [{ place: relative(root, file), source, flags: flags.replace(/[gy]/g, '') }];
    } catch {
      return [];
    }
  });
}

/** What the expression itself speaks of: its words and marks, which lead deep into it. */
function piecesOf(source: string): string[] {
  const words = source.match(/[\p{L}\p{N}]{2,}|[^\p{L}\p{N}\s\\()[\]{}?*+|^$.]{1,4}/gu) ?? [];
  const pairs = words.map((word, i) => word + (words[i + 1] ?? ''));
  return [...new Set([...usualPieces, ...words.slice(0, 15), ...pairs.slice(0, 10)])];
}

/** Two things that repeat are needed to try more than every pair of places in a text, which never takes long. */
const canBacktrackForLong = ({ source }: Literal): boolean =>
  (
    source
      .replace(/\\./g, '_')
      .replace(/\[[^\]]*\]/g, '_')
      .match(/[*+]|\{\d+,\d*\}/g) ?? []
  ).length >= 2;

/**
 * The limit is on the clock; where the machine was busy with something else, it is tried again with more of it. What took the processor is
 * tried twice more: it may have been the collection of what earlier tests left.
 */
function endsInTime(script: Script, context: Context): boolean {
  let strikes = 0;
  for (let attempt = 0; attempt < 8; attempt++) {
    const started = process.threadCpuUsage();
    try {
      script.runInContext(context, { timeout: limitMs * 2 ** attempt });
      return true;
    } catch {
      const { user, system } = process.threadCpuUsage(started);
      if ((user + system) / 1000 > limitMs / 2 && ++strikes === 3) return false;
    }
  }
  return false;
}

/** The attack that passes the limit; null when none does. */
function attackOf({ source, flags }: Literal): string | null {
  const context = createContext({ text: '', texts: [] });
  const expression = `new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`;
  const [word = 'a'] = source.match(/\p{L}{2,}/u) ?? [];
  const attacks = piecesOf(source).flatMap((piece) =>
    ['', word, `${word} `].map((prefix) => ({
      name: `${JSON.stringify(prefix)} + ${JSON.stringify(piece)} × ${repetitions}`,
      text: `${prefix}${piece.repeat(repetitions)}\u0000!`,
    })),
  );
  // All at once first: a limit on the clock costs more to set up than most expressions take.
  context.texts = attacks.map(({ text }) => text);
  const together = new Script(`{ const one = ${expression}; for (const each of texts) one.test(each); }`);
  if (endsInTime(together, context)) return null;
  const alone = new Script(`${expression}.test(text)`);
  for (const { name, text } of attacks) {
    context.text = text;
    if (!endsInTime(alone, context)) return name;
  }
  return null;
}

const literals = ['packages', 'engines']
  .flatMap((top) => readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)))
  .filter(
    (name) => /^\w+\/[^/]+\/src\/.*\.ts$/.test(name) && !name.endsWith('.test.ts') && !name.includes('node_modules'),
  )
  .flatMap((name) => literalsOf(join(root, name)));

it('tells an expression that backtracks from one that does not', { timeout: 60_000 }, () => {
  expect(attackOf({ place: '', source: '(a+)+$', flags: '' })).not.toBeNull();
  expect(attackOf({ place: '', source: '(?:a*){1,8}$', flags: '' })).not.toBeNull();
  const byline = String.raw`^(?:by|von)\s+(?:\p{Lu}[\p{L}.'’-]*\s*(?:,|\band\b|&|\|)?\s*){1,8}$`;
  expect(attackOf({ place: '', source: byline, flags: 'u' })).not.toBeNull();
  const comments = String.raw`^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!doctype html|<html[\s>])`;
  expect(attackOf({ place: '', source: comments, flags: 'i' })).not.toBeNull();
  expect(
    [byline, comments, '(?:a*){1,8}$'].map((source) => canBacktrackForLong({ place: '', source, flags: '' })),
  ).toEqual([true, true, true]);
  expect(attackOf({ place: '', source: 'a+b?a+b?a+$', flags: '' })).not.toBeNull();
  expect(attackOf({ place: '', source: '^a+$', flags: '' })).toBeNull();
});

it('finds none among all expressions of the source that backtracks for long', { timeout: 300_000 }, () => {
  expect(literals.filter(canBacktrackForLong).length).toBeGreaterThan(300);
  const slow = literals.filter(canBacktrackForLong).flatMap((literal) => {
    const attack = attackOf(literal);
    return attack === null ? [] : [`${literal.place}: /${literal.source}/ by ${attack}`];
  });
  expect(slow).toEqual([]);
});

it('tells bylines from shouting without trying every way to part it', () => {
  const start = process.cpuUsage().user;
  expect(isBoilerplate(`by ${'A'.repeat(250)}!`)).toBe(false);
  expect((process.cpuUsage().user - start) / 1000).toBeLessThan(500);
  for (const byline of ['by Anna Berg and Carl Dorn', 'von Eva Falk, Max Gut', 'par Jean-Luc O’Hara | Marie']) {
    expect(isBoilerplate(byline)).toBe(true);
  }
});
