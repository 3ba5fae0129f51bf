import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { SearchEngine, SearchHit } from '../../../ports/search-engine.ts';
import { canonicalKey, cleanUrl, isWithin } from './canonical-url.ts';
import { mergeHits, spreadHosts } from './merge-hits.ts';
import { SearchService } from './search-service.ts';

const hit = (url: string): SearchHit => ({ title: url, url, snippet: '' });
const query = { text: 'x', limit: 10, workspaceId: 'ws' };
const signal = new AbortController().signal;
const options = { includeFiles: false, signal };

function engine(name: string, answer: SearchHit[] | AppError): SearchEngine & { asked: number } {
  return {
    name,
    asked: 0,
    async search() {
      this.asked += 1;
      if (answer instanceof AppError) throw answer;
      return answer;
    },
  };
}

const refusing = (name = 'refusing') =>
  engine(name, new AppError('search_refused', `${name} answered with status 429`));
const late = () => engine('late', new AppError('search_timeout', 'late did not answer in time'));
const empty = () => engine('empty', []);
const service = (...engines: SearchEngine[]) => new SearchService({ engines, clock: new FakeClock() });

describe('four outcomes', () => {
  test('nothing found, refused, timed out, not configured', async () => {
    expect((await service(empty()).search(query, options)).hits).toEqual([]);
    await expect(service(refusing()).search(query, options)).rejects.toMatchObject({
      code: 'search_refused',
      status: 502,
    });
    await expect(service(late()).search(query, options)).rejects.toMatchObject({ code: 'search_timeout', status: 504 });
    await expect(service().search(query, options)).rejects.toMatchObject({ code: 'search_unavailable', status: 503 });
  });

  test('an empty list is only told when every back end said so', async () => {
    await expect(service(empty(), refusing()).search(query, options)).rejects.toMatchObject({ code: 'search_refused' });
    await expect(service(late(), refusing()).search(query, options)).rejects.toMatchObject({ code: 'search_refused' });
  });

  test('a back end that cannot be reached has refused nothing', async () => {
    const away = engine('wikipedia', new AppError('search_unavailable', 'wikipedia could not be reached'));
    await expect(service(away).search(query, options)).rejects.toMatchObject({
      message: 'wikipedia could not be reached',
      fields: { backends: [{ name: 'wikipedia', outcome: 'unreachable' }] },
    });
    await expect(service(refusing()).search(query, options)).rejects.toMatchObject({
      message: 'refusing refused the search: refusing answered with status 429',
    });
  });

  test('what one back end found is given although another refused', async () => {
    const { hits, reports } = await service(engine('one', [hit('https://a.example/')]), refusing(), late()).search(
      query,
      options,
    );
    expect(hits).toHaveLength(1);
    expect(reports.map((report) => report.outcome)).toEqual(['found', 'refused', 'timed_out']);
  });

  test('one that refuses again and again is left alone for a minute', async () => {
    const clock = new FakeClock();
    const bad = refusing();
    const search = new SearchService({ engines: [bad, engine('one', [hit('https://a.example/')])], clock });
    for (let round = 0; round < 5; round += 1) await search.search(query, options);
    expect(bad.asked).toBe(3);
    expect(search.health()[0]).toMatchObject({ status: 'refusing', failuresInARow: 3 });
    clock.advance(61_000);
    await search.search(query, options);
    expect(bad.asked).toBe(4);
  });
});

describe('merging', () => {
  test('the same page under other addresses is one result', () => {
    const same = [
      'https://www.a.example/x/?utm_source=n&b=2&a=1#top',
      'http://a.example/x?a=1&b=2',
      'https://m.a.example/x/index.html?a=1&b=2&gclid=9',
    ];
    expect(new Set(same.map(canonicalKey)).size).toBe(1);
    expect(cleanUrl(same[0] ?? '')).toBe('https://www.a.example/x/?b=2&a=1');
    expect(canonicalKey('https://a.example/x?a=2')).not.toBe(canonicalKey('https://a.example/x?a=1'));
  });

  test('agreement counts more than a single first place', () => {
    const merged = mergeHits([
      { engine: 'one', hits: [hit('https://a.example/'), hit('https://b.example/')] },
      {
        engine: 'two',
        hits: [hit('https://b.example/'), hit('https://c.example/'), hit('ftp://d.example/')],
      },
    ]);
    expect(merged.map((entry) => new URL(entry.url).host)).toEqual(['b.example', 'a.example', 'c.example']);
    expect(merged[0]).toMatchObject({ engines: ['one', 'two'] });
    expect(merged.every(({ score }) => score > 0 && score <= 1)).toBe(true);
  });

  test('three results per host, unless all are of one', () => {
    const hits = mergeHits([{ engine: 'one', hits: [1, 2, 3, 4, 5].map((n) => hit(`https://a.example/${n}`)) }]);
    expect(spreadHosts(hits).kept).toHaveLength(5);
    const [first] = mergeHits([{ engine: 'one', hits: [hit('https://b.example/')] }]);
    expect(spreadHosts([...hits, ...(first ? [first] : [])]).kept).toHaveLength(4);
  });

  test('domains hold their subdomains and can go on with a path', () => {
    expect(isWithin('https://news.a.example/x', ['a.example'])).toBe(true);
    expect(isWithin('https://nota.example/x', ['a.example'])).toBe(false);
    expect(isWithin('https://a.example/blog/1', ['a.example/blog'])).toBe(true);
    expect(isWithin('https://a.example/shop', ['a.example/blog'])).toBe(false);
  });
});
