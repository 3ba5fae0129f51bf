import { expect, it } from 'vitest';
import { jsonInSteps } from './json-in-steps.ts';

it('writes what JSON.stringify writes', async () => {
  const list = Array.from({ length: 100 }, (_, i) =>
    i % 7 === 0 ? undefined : { i, text: `"${i}\\`, none: undefined },
  );
  for (const body of [
    { a: 1 },
    { list, 'a "name"': null, none: undefined, at: new Date(0) },
    { data: [...list, null] },
    [list],
  ])
    expect(await jsonInSteps(body)).toBe(JSON.stringify(body));
});

it('serves others while a long list is written', async () => {
  const data = Array.from({ length: 2000 }, () => Array.from({ length: 300 }, (_, i) => i / 7));
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  });
  const started = performance.now();
  const text = await jsonInSteps({ data });
  const took = performance.now() - started;
  clearInterval(watch);
  expect(text).toBe(JSON.stringify({ data }));
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(took);
});
