import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(source, name));

/** What a file imports, types left out when `withTypes` is false. */
function importsOf(file: string, withTypes: boolean): string[] {
  const pattern = /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)';/gm;
  return [...readFileSync(file, 'utf8').matchAll(pattern)]
    .filter(([, type]) => withTypes || type === undefined)
    .map(([, , target = '']) => (target.startsWith('.') ? resolve(dirname(file), target) : target));
}

it('knows nothing of the server', () => {
  expect(files.length).toBeGreaterThan(90);
  const outside = files.flatMap((file) =>
    importsOf(file, true).filter(
      (target) => (target.startsWith('/') && !target.startsWith(source)) || target.startsWith('@parley/server'),
    ),
  );
  expect(outside).toEqual([]);
});

it('has no import circle', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) {
      const circle = [...path.slice(path.indexOf(file)), file];
      circles.push(circle.map((each) => relative(source, each)).join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const target of importsOf(file, true)) if (target.startsWith('/')) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

it('loads no engine through its light face', () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const target of importsOf(file, false)) {
      if (target.startsWith('/')) visit(target);
      else if (!target.startsWith('node:')) packages.add(target);
    }
  };
  visit(join(source, 'index.ts'));
  // Texts and schemas of the workspace are light themselves.
  expect([...packages].filter((name) => !name.startsWith('@parley/'))).toEqual([]);
});
