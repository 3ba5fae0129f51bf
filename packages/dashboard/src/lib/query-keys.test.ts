import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Each name under which answers are kept, with the calls that fill it: `queryKey: queryKeys.models, … parley.api.listModels(`. */
function callsByKey(): Map<string, Set<string>> {
  const calls = new Map<string, Set<string>>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: source })) {
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, key = '', rest = ''] of text.matchAll(
      /queryKey: (queryKeys[.\w]+)((?:(?!queryKey:)[\s\S]){0,700})/g,
    )) {
      const [, call] = /(?:queryFn|fetchPage):[\s\S]*?parley\.([\w.]+)\(/.exec(rest) ?? [];
      if (call !== undefined) calls.set(key, (calls.get(key) ?? new Set()).add(call));
    }
  }
  return calls;
}

it('keeps answers of one call alone under each name, since another call has another shape', () => {
  const calls = callsByKey();
  expect(calls.size).toBeGreaterThan(20);
  expect([...calls].filter(([, names]) => names.size > 1).map(([key, names]) => [key, [...names]])).toEqual([]);
});
