import { expect, it } from 'vitest';
import { type RunProvider, unpricedCheck, unpricedEngines, unpricedSentence } from './unpriced-engines.ts';

const provider = (id: string, baseUrl: string, more: Partial<RunProvider> = {}): RunProvider => ({
  id,
  baseUrl,
  priceList: null,
  prices: {},
  isCharged: false,
  ...more,
});

it('finds the engines that run at somebody else’s and have no price', () => {
  const providers = [
    provider('hosted', 'https://models.example.com/v1'),
    provider('far', 'http://8.8.8.8:8000'),
    provider('own', 'http://10.0.0.4:8000'),
    provider('near', 'http://[::1]:8000'),
    provider('docker', 'http://ollama:11434'),
    provider('openai', 'https://api.openai.com/v1', { priceList: 'openai' }),
    provider('told', 'https://told.example.com', { prices: { m: { input: 1, output: 2 } } }),
    provider('charged', 'https://charged.example.com', { isCharged: true }),
  ];
  const names = [
    'reader',
    'lexical',
    'ai-sdk:@ai-sdk/openai/gpt-5-mini',
    'ai-sdk:@ai-sdk/unknown/m',
    'hosted/m',
    'hosted/m',
  ];
  expect(unpricedEngines([...names, ...providers.slice(1).map(({ id }) => `${id}/m`)], providers)).toEqual([
    'ai-sdk:@ai-sdk/unknown/m',
    'hosted/m',
    'far/m',
  ]);
  expect(unpricedEngines(['told/other'], providers)).toEqual(['told/other']);
});

it.each([
  ['a public address of IPv6', 'http://[2606:4700::1111]:8000', ['p/m']],
  ['a private address of IPv6', 'http://[fd00::1]:8000', []],
  ['a name that ends in a figure', 'https://models.example.h2', ['p/m']],
  ['a name that begins with a figure', 'https://4models.example.com', ['p/m']],
  ['a name of the house', 'https://4models.lan', []],
  ['an address that is none', 'not an address', []],
])('takes %s for what it is', (_what, baseUrl, found) => {
  expect(unpricedEngines(['p/m'], [provider('p', baseUrl)])).toEqual(found);
});

it('says nothing of an engine whose provider is not there', () => {
  expect(unpricedEngines(['gone/m'], [provider('hosted', 'https://models.example.com/v1')])).toEqual([]);
});

it('says of a package of the AI SDK that its calls are free, and where its price goes', () => {
  const said = unpricedSentence('ai-sdk:@ai-sdk/unknown/m');
  expect(said).toContain('ai-sdk:@ai-sdk/unknown/m has no known price: its calls are charged at 0');
  expect(said).toContain('Set "pricing" of its model');
  expect(said).not.toContain('upstream_prices');
});

it('says which it is, what happens and what to write', () => {
  const said = unpricedSentence('hosted/deep/seek');
  expect(said).toContain('hosted/deep/seek has no known price');
  expect(said).toContain(
    '{"providers": {"hosted": {"upstream_prices": {"deep/seek": {"input": 0.5, "output": 1.5}}}}}',
  );
});

it('knows of each engine by its name whether its calls have a price, whatever it makes', () => {
  const isUnpriced = unpricedCheck(
    [
      provider('hosted', 'https://models.example.com/v1'),
      provider('openai', 'https://api.openai.com/v1', { priceList: 'openai' }),
    ],
    {
      names: ['hosted/flux', 'openai/gpt-image-1', 'near/flux', 'sketch'],
      prices: { 'hosted/flux': { costUsd: 0.05, upstreamCostUsd: 0.04 } },
      providers: [
        { id: 'hosted', baseUrl: 'https://models.example.com/v1' },
        { id: 'openai', baseUrl: 'https://api.openai.com/v1' },
        { id: 'near', baseUrl: 'http://127.0.0.1:8188' },
      ],
    },
  );
  const names = ['hosted/m', 'openai/gpt-5-mini', 'openai/text-embedding-3-small', 'reader', 'lexical'];
  const media = ['hosted/flux', 'openai/gpt-image-1', 'near/flux', 'sketch'];
  expect([...names, ...media].filter(isUnpriced)).toEqual(['hosted/m', 'openai/gpt-image-1']);
  // Remembered.
  expect([isUnpriced('hosted/m'), isUnpriced('reader')]).toEqual([true, false]);
});

it('hears at once of a price that was set for an engine, and of no other provider’s', () => {
  const set = new Set<string>();
  const setPrice = (engine: string) => (set.has(engine) ? { input: 1, output: 2 } : undefined);
  const isUnpriced = unpricedCheck(
    [
      // Knows a price of everything, but is asked of its own alone.
      provider('other', 'https://other.example.com', { setPrice: () => ({ input: 1, output: 2 }) }),
      provider('hosted', 'https://models.example.com/v1', { setPrice }),
      provider('plain', 'https://plain.example.com'),
    ],
    { names: ['hosted/flux'], prices: {}, providers: [{ id: 'hosted', baseUrl: 'https://models.example.com/v1' }] },
  );
  const engines = ['hosted/m', 'hosted/n', 'hosted/flux', 'plain/m', 'other/m'];
  expect(engines.filter(isUnpriced)).toEqual(['hosted/m', 'hosted/n', 'hosted/flux', 'plain/m']);
  set.add('hosted/m').add('hosted/flux');
  expect(engines.filter(isUnpriced)).toEqual(['hosted/n', 'plain/m']);
  set.clear();
  expect(engines.filter(isUnpriced)).toEqual(['hosted/m', 'hosted/n', 'hosted/flux', 'plain/m']);
});
