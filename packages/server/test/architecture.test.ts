import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** Which rooms a room may import from. A room always may import from itself; `features` have a rule of their own. */
const allowed: Record<string, string[]> = {
  http: ['features', 'ports', 'db', 'outbound', 'lib'],
  features: ['ports', 'db', 'outbound', 'lib'],
  adapters: ['ports', 'outbound', 'lib', 'db'],
  compose: ['http', 'features', 'adapters', 'ports', 'db', 'outbound', 'lib', 'config', 'compose.ts'],
  'compose.ts': ['compose', 'http', 'features', 'adapters', 'ports', 'db', 'outbound', 'lib', 'config.ts'],
  config: ['lib'],
  'config.ts': ['config', 'lib'],
  db: ['lib'],
  outbound: ['lib', 'ports'],
  ports: ['lib'],
  lib: [],
  start: ['compose.ts', 'config.ts', 'config', 'lib'],
  'main.ts': ['compose.ts', 'config.ts', 'start', 'lib'],
};

/** Adapters that keep their state in the database are the only ones that may know it. */
const databaseAdapters = new Set(['local-queue', 'pg-boss']);

interface Import {
  file: string;
  target: string;
  isTypeOnly: boolean;
}

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8');
  const found: Import[] = [];
  const pattern = /^(?:import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)';/gm;
  for (const [, typeOnly, specifier = ''] of text.matchAll(pattern)) {
    found.push({
      file: relative(source, path),
      target: relative(source, resolve(dirname(path), specifier)),
      isTypeOnly: typeOnly !== undefined,
    });
  }
  for (const [, specifier = ''] of text.matchAll(/import\('(\.[^']+)'\)/g)) {
    found.push({
      file: relative(source, path),
      target: relative(source, resolve(dirname(path), specifier)),
      isTypeOnly: false,
    });
  }
  return found;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(source, name));
const imports = files.flatMap(importsOf);
const room = (path: string) => path.split('/')[0] ?? '';
const folder = (path: string) => path.split('/')[1] ?? '';

it('imports only in the allowed directions', () => {
  expect(imports.length).toBeGreaterThan(100);
  const wrong = imports.filter(({ file, target }) => {
    const [from, to] = [room(file), room(target)];
    return from !== to && !(allowed[from] ?? []).includes(to);
  });
  // What is put together is described by types that others may know.
  const real = wrong.filter(
    ({ target, isTypeOnly }) => !(isTypeOnly && (target === 'compose.ts' || target === 'config.ts')),
  );
  expect(real.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it('lets one feature know another only by its types', () => {
  const wrong = imports.filter(
    ({ file, target, isTypeOnly }) =>
      room(file) === 'features' && room(target) === 'features' && folder(file) !== folder(target) && !isTypeOnly,
  );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it('keeps vendors apart and the database out of them', () => {
  const wrong = imports.filter(({ file, target }) => {
    if (room(file) !== 'adapters') return false;
    if (room(target) === 'db') return !databaseAdapters.has(folder(file));
    return room(target) === 'adapters' && folder(file) !== folder(target);
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it('reads the environment in one place', () => {
  const readers = files
    .filter((path) => /process\.env\b/.test(readFileSync(path, 'utf8')))
    .map((path) => relative(source, path));
  // The pool hands PATH and the like on to its children.
  expect(readers.sort()).toEqual(['lib/process-pool.ts', 'main.ts']);
});
