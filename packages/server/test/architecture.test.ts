import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findCircles, type Import, importsOf } from './import-graph.ts';

const packages = resolve(import.meta.dirname, '../..');
const manual = readFileSync(resolve(packages, '../ARCHITECTURE.md'), 'utf8');

/** What `ARCHITECTURE.md` allows: the rows of the table with this heading, from a room to the rooms it may import. */
function tableOf(heading: string): Map<string, Set<string>> {
  const [, rest = ''] = manual.split(`| ${heading} | may import |\n|---|---|\n`);
  const [table = ''] = rest.split('\n\n');
  return new Map(
    table.split('\n').map((row) => {
      const [, room = '', targets = ''] = row.split('|');
      const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return [names(room)[0] ?? '', new Set(names(targets))];
    }),
  );
}

const rooms = tableOf('Room of the server');
const allowedPackages = tableOf('Package');

const files = readdirSync(packages).flatMap((name) =>
  readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'))
    .map((path) => join(packages, name, 'src', path)),
);
const imports = files.flatMap((file) => importsOf(file, packages));
const packageOf = (path: string) => path.split('/')[0] ?? '';

/** Imports inside the server, with paths that begin at its source. */
const inside = imports
  .filter(({ file, target }) => file.startsWith('server/src/') && target.startsWith('server/src/'))
  .map(({ file, target, isTypeOnly }) => ({
    file: file.slice('server/src/'.length),
    target: target.slice('server/src/'.length),
    isTypeOnly,
    isByName: false,
  }));
const room = (path: string) => path.split('/')[0] ?? '';
const folder = (path: string) => path.split('/').slice(0, 2).join('/');
const said = (wrong: Import[]) => wrong.map(({ file, target }) => `${file} imports ${target}`);

it('imports only in the directions that ARCHITECTURE.md allows', () => {
  expect(inside.length).toBeGreaterThan(1000);
  expect(rooms.size).toBeGreaterThan(10);
  const wrong = inside.filter(({ file, target, isTypeOnly }) => {
    const [from, to] = [room(file), room(target)];
    // What is put together is described by types that others may know.
    if (from === to || (isTypeOnly && to === 'config.ts')) return false;
    const allowed = rooms.get(folder(file)) ?? rooms.get(from);
    return !allowed?.has(to);
  });
  expect(said(wrong)).toEqual([]);
});

it('names every room in ARCHITECTURE.md, and no room that is not there', () => {
  const there = new Set(
    files
      .map((path) => relative(join(packages, 'server/src'), path))
      .filter((path) => !path.startsWith('..'))
      .map(room),
  );
  const named = [...rooms.keys()].filter((name) => !name.includes('/'));
  expect(named.sort()).toEqual([...there].sort());
  expect([...allowedPackages.keys()].sort()).toEqual(readdirSync(packages).sort());
});

const translators = ['answers', 'conversations', 'agents', 'chat-completions', 'completions', 'messages', 'openai'];
const billingFace = ['cost', 'estimate-tokens', 'metered-model'].map((name) => `features/billing/${name}.ts`);

it('has every file that ARCHITECTURE.md names', () => {
  const root = resolve(packages, '..');
  const named = [...new Set([...manual.matchAll(/`([\w./-]+\.(?:ts|json|md))`/g)].map(([, name = '']) => name))];
  const there = ['docs', 'packages'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|json|md)$/.test(path) && !path.includes('node_modules'))
      .map((path) => `/${top}/${path}`),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !there.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
});

it('lets one feature know another only by its types, but for generation and billing', () => {
  const isAllowed = ({ file, target }: Import) =>
    billingFace.includes(target) ||
    (folder(target) === 'features/generation' && translators.some((name) => folder(file) === `features/${name}`));
  const wrong = inside.filter(
    (one) =>
      room(one.file) === 'features' &&
      room(one.target) === 'features' &&
      folder(one.file) !== folder(one.target) &&
      !one.isTypeOnly &&
      !isAllowed(one),
  );
  expect(said(wrong)).toEqual([]);
});

it('keeps vendors apart', () => {
  const wrong = inside.filter(
    ({ file, target }) => room(file) === 'adapters' && room(target) === 'adapters' && folder(file) !== folder(target),
  );
  expect(said(wrong)).toEqual([]);
});

it('has no import circle in any package, types included', () => {
  expect(findCircles(imports)).toEqual([]);
});

it('finds a circle where there is one', () => {
  const link = (file: string, target: string): Import => ({ file, target, isTypeOnly: true, isByName: false });
  const links = [link('a', 'b'), link('b', 'c'), link('c', 'a'), link('c', 'd'), link('d', 'e')];
  expect(findCircles(links)).toEqual([['a', 'b', 'c']]);
});

const between = imports.filter(({ file, target }) => packageOf(file) !== packageOf(target));

it('imports packages in the directions that ARCHITECTURE.md allows', () => {
  expect(between.length).toBeGreaterThan(100);
  const wrong = between.filter(({ file, target }) => !allowedPackages.get(packageOf(file))?.has(packageOf(target)));
  expect(said(wrong)).toEqual([]);
});

it('imports a package by its name only', () => {
  expect(said(between.filter(({ isByName }) => !isByName))).toEqual([]);
});

it('holds types and no code in ports', () => {
  const ports = files.filter((path) => path.startsWith(join(packages, 'server/src/ports/')));
  expect(ports.length).toBeGreaterThan(10);
  const withCode = ports.filter((path) => {
    const code = stripTypeScriptTypes(readFileSync(path, 'utf8'));
    return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').trim() !== '';
  });
  expect(withCode.map((path) => relative(packages, path))).toEqual([]);
});

it('reads the environment in one place', () => {
  const readers = files
    .filter((path) => /process\??\.env\b/.test(readFileSync(path, 'utf8')))
    .map((path) => relative(packages, path));
  // The ONNX runtime is told by its environment alone to report nothing: that is written, not read.
  const writer = 'documents/src/ocr/pp-ocr/onnx-models.ts';
  expect(readers.filter((path) => path !== writer).sort()).toEqual([
    'cli/src/main.ts',
    'sdk/src/environment.ts',
    'server/src/lib/fork-worker.ts',
    'server/src/main.ts',
  ]);
});
