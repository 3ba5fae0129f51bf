import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchEngine } from '../../src/ports/search-engine.ts';
import { openResearchBench } from './research-bench.ts';
import { article } from './research-site.ts';
import { type ScriptedResearchModel, scriptedResearchModel } from './scripted-research-model.ts';

const instructions = 'How much did the repair of the lighthouse lamp cost?';
const german = 'Die Instandsetzung der Leuchte im Turm von Harlen hat den Kreis 48.300 Euro gekostet.';
const otherWords = 'Getting the beacon at Harlen working again took 48,300 euros out of the county budget.';
const same = 'The repair of the lighthouse lamp at Harlen cost 48,300 euros.';
const besides = 'The repair was finished in June.';
/** What the model says each of them says, in English. */
const said = new Map([
  [german, 'The county spent 48,300 euros on the light of the tower of Harlen.'],
  [otherWords, 'A budget of the county bore 48,300 euros for the lamp at Harlen.'],
  [same, same],
]);
const pages = new Map([
  [
    '/de.html',
    {
      title: 'Turm von Harlen',
      text: `${german} Der Kreistag hat die Summe im Mai bewilligt, und die Arbeiten dauerten drei Wochen.`,
    },
  ],
  [
    '/beacon.html',
    {
      title: 'Harlen county news',
      text: `${otherWords} Councillors had argued for months about who should pay for it.`,
    },
  ],
  ['/lamp.html', { title: 'Lighthouse lamp', text: `${same} ${besides}` }],
]);

const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '');
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page ? article(page.title, [page.text]) : '');
});
let host = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function quotesOf(model?: ScriptedResearchModel): Promise<string[]> {
  const engine: SearchEngine = {
    name: 'three-pages',
    search: async () => [...pages].map(([path, { title }]) => ({ url: `http://${host}${path}`, title, snippet: '' })),
  };
  const bench = await openResearchBench({ engines: [engine], allowed: [host], ...(model && { model }) });
  try {
    const call = bench.call();
    const run = await bench.service.start({ instructions, depth: 'quick' }, call);
    return (await bench.service.wait(run.research_id, call)).citations.map(({ quote }) => quote);
  } finally {
    await bench.close();
  }
}

it('a connected model reads pages in another language and in other words', async () => {
  const model = scriptedResearchModel({
    claims: (honest) =>
      honest.flatMap((claim) => (said.has(claim.quote) ? [{ ...claim, text: said.get(claim.quote) ?? '' }] : [])),
    supports: () => true,
  });
  const quotes = await quotesOf(model);
  expect(quotes).toContain(german);
  expect(quotes).toContain(otherWords);
  expect(quotes).toContain(same);
});

it('without a model only what answers a question for a fact is cited, of a page that shares its words', async () =>
  expect(await quotesOf()).toEqual([same]));

it('a page of which the model says nothing does not speak for itself where it shares no words', async () => {
  const model = scriptedResearchModel({ claims: (honest) => honest.filter(({ quote }) => quote === same) });
  expect(await quotesOf(model)).toEqual([same]);
});
