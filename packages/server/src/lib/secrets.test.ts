import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'parley-secret-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('makes a secret once, for its owner alone, and says so', () => {
  const file = join(directory, 'secret');
  const first = loadSecrets(undefined, directory);
  expect(first).toEqual({ secrets: [readFileSync(file, 'utf8').trim()], madeFile: file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['secret']);
  expect(loadSecrets(undefined, directory)).toEqual({ ...first, madeFile: null });
  expect(loadSecrets(['one that was set'], directory)).toEqual({ secrets: ['one that was set'], madeFile: null });
});

it.each(['', '\n', 'cut off\n'])('takes no part of a secret for a whole one: %j', (text) => {
  writeFileSync(join(directory, 'secret'), text);
  expect(() => loadSecrets(undefined, directory)).toThrow('holds no whole secret');
});

it('reads all that a restore has put back, a line each', () => {
  writeFileSync(join(directory, 'secret'), 'the new one 0123456789\nthe old one 0123456789\n');
  const secrets = ['the new one 0123456789', 'the old one 0123456789'];
  expect(loadSecrets(undefined, directory)).toEqual({ secrets, madeFile: null });
});
