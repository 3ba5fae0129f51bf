import { expect, it } from 'vitest';
import { toSources } from './sources.ts';

const text = 'The mill was built in 1890. It burned down in 1911 and stood\n\nempty until 1950.';
const document = { fileId: 'f1', filename: 'mill.pdf', text };
const next = text.indexOf('empty');
const [start, end] = [text.indexOf('It burned'), text.length];

it('names the page on which a passage begins, and the one on which it ends where that is a later one', () => {
  const pageStarts = [0, next];
  expect(toSources([{ ...document, pageStarts }], [{ document: 0, start, end }])).toEqual([
    { file_id: 'f1', filename: 'mill.pdf', page: 1, end_page: 2, start, end, quote: text.slice(start, end) },
  ]);
  // The end is exclusive: what ends where a page begins ends on the page before.
  const [first] = toSources([{ ...document, pageStarts }], [{ document: 0, start, end: next }]);
  expect(first).toMatchObject({ page: 1 });
  expect(first).not.toHaveProperty('end_page');
  expect(toSources([{ ...document, pageStarts }], [{ document: 0, start: next, end }])[0]?.page).toBe(2);
});

it('names no page where pages mean nothing', () => {
  for (const pageStarts of [undefined, []]) {
    const [source] = toSources([{ ...document, ...(pageStarts && { pageStarts }) }], [{ document: 0, start, end }]);
    expect(Object.keys(source ?? {})).toEqual(['file_id', 'filename', 'start', 'end', 'quote']);
  }
});
