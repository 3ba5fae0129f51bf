import { expect, it } from 'vitest';
import { asSeen as seen, searchAsSeen as seenOfSearch } from './as-seen.ts';
import { statusWords } from './words/in-languages.ts';

const asSeen = (sighting: Parameters<typeof seen>[0], reason: string | null) => seen(sighting, reason, statusWords.en);
const searchAsSeen = (backends: Parameters<typeof seenOfSearch>[0]) => seenOfSearch(backends, statusWords.en);

const time = (ms: number) => new Date(ms).toISOString();

it('shows of an engine what was seen last, and not what is set up', () => {
  expect(asSeen(null, 'because')).toEqual({ state: 'untried', seen_at: null, reason: 'because' });
  expect(asSeen({ at: 5, hasFailed: false, status: 200 }, null)).toEqual({
    state: 'ok',
    seen_at: time(5),
    reason: null,
  });
  expect(asSeen({ at: 6, hasFailed: true, status: 502 }, 'because')).toEqual({
    state: 'degraded',
    seen_at: time(6),
    reason: 'Its last call failed with 502.',
  });
});

it('shows a search back end that cannot be reached as such', () => {
  const untried = { name: 'brave', status: 'unknown', lastMessage: null, seenAt: null } as const;
  const away = {
    name: 'wikipedia',
    status: 'refusing',
    lastMessage: 'wikipedia cannot be reached',
    seenAt: 7,
  } as const;
  const well = { name: 'searxng', status: 'ok', lastMessage: null, seenAt: 9 } as const;
  expect(searchAsSeen([])).toEqual({ state: 'off', seen_at: null, reason: null });
  expect(searchAsSeen([untried])).toEqual({ state: 'untried', seen_at: null, reason: null });
  expect(searchAsSeen([untried, well])).toEqual({ state: 'ok', seen_at: time(9), reason: null });
  expect(searchAsSeen([away, well])).toEqual({
    state: 'degraded',
    seen_at: time(7),
    reason: 'wikipedia cannot be reached',
  });
});
