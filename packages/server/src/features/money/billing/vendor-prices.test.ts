import { expect, it } from 'vitest';
import { noPrices } from './cost.ts';
import embeddings from './embedding-prices.json' with { type: 'json' };
import { enginePrices, type PricedProvider } from './engine-prices.ts';
import moderators from './moderation-prices.json' with { type: 'json' };
import rerankers from './rerank-prices.json' with { type: 'json' };
import table from './vendor-prices.json' with { type: 'json' };
import { type ListedPrice, toTokenPrices, vendorPrices, vendorPricesAsOf } from './vendor-prices.ts';

const providers: PricedProvider[] = [
  { id: 'openai', priceList: 'openai', prices: {} },
  { id: 'ollama', priceList: null, prices: {} },
  { id: 'own', priceList: 'openai', prices: { 'gpt-5-mini': { input: 9, output: 9 }, '*': { input: 1, output: 2 } } },
];

it('names the day of its prices', () => {
  expect(vendorPricesAsOf).toMatch(/^20\d\d-\d\d-\d\d$/);
});

it('knows a model by its name and by that of a dated version', () => {
  const mini = vendorPrices('openai', 'gpt-5-mini');
  expect(mini.output).toBeGreaterThan(mini.input);
  expect(mini.cachedInput).toBeLessThan(mini.input);
  expect(vendorPrices('openai', 'gpt-5-mini-2025-08-07')).toEqual(mini);
  expect(vendorPrices('openai', 'gpt-5')).not.toEqual(mini);
  expect(vendorPrices('openai', 'gpt-4o-2024-05-13')).not.toEqual(vendorPrices('openai', 'gpt-4o-2024-08-06'));
  expect(vendorPrices('openai', 'models/gpt-5-mini')).toEqual(mini);
  const sonnet = vendorPrices('anthropic', 'claude-sonnet-4-5-20250929');
  expect(sonnet.cacheWrite).toBeCloseTo(sonnet.input * 1.25, 12);
});

it.each([
  ['openai', 'gpt-5-max', 'gpt-5'],
  ['openai', 'gpt-5-max', 'gpt-5-mini'],
  ['anthropic', 'claude-opus-9', 'claude-opus-4-1'],
])(
  'takes no unknown model of %s for a cheaper relative that begins with the same letters: %s, %s',
  (vendor, model, relative) => {
    const [taken, least] = [vendorPrices(vendor, model), vendorPrices(vendor, relative)];
    expect(taken.output).toBeGreaterThanOrEqual(least.output);
    expect(taken.output).toBeGreaterThan(0);
  },
);

it('takes an unknown model for the dearest of its relatives, so that no budget is passed by', () => {
  const unknown = vendorPrices('anthropic', 'claude-opus-99');
  expect(unknown.output).toBeGreaterThanOrEqual(vendorPrices('anthropic', 'claude-opus-4-1').output);
  expect(vendorPrices('nobody', 'x')).toEqual(noPrices);
});

it.each([
  ['language', table],
  ['embedding', embeddings],
  ['rerank', rerankers],
  ['moderation', moderators],
] as const)('asks for each %s model of the table what stands there', (kind, { vendors }) => {
  const listed: Record<string, Record<string, ListedPrice>> = vendors;
  const different = Object.entries(listed).flatMap(([vendor, models]) =>
    Object.entries(models).flatMap(([model, price]) => {
      const found = vendorPrices(vendor, model, kind);
      const { input, cachedInput, cacheWrite, output, request } = toTokenPrices(price);
      const isSame = found.input === input && found.output === output && found.cachedInput === cachedInput;
      return isSame && found.cacheWrite === cacheWrite && found.request === request ? [] : [`${vendor} ${model}`];
    }),
  );
  expect(different).toEqual([]);
});

it.each([
  ['groq', 'openai/gpt-oss-120b', 0.15, 0.6],
  ['groq', 'gpt-oss-120b', 0.15, 0.6],
  ['openai', 'publishers/openai/models/gpt-5-mini', 0.25, 2],
])('finds the model of %s by its own name, whatever stands before it: %s', (vendor, model, input, output) => {
  expect(vendorPrices(vendor, model)).toMatchObject({ input: input * 1e-6, output: output * 1e-6 });
});

it.each([
  // Three relatives, the dearest of them in the middle; and none that is farther away, though dearer.
  ['language', 'anthropic', 'claude-3-next', 'claude-3-opus'],
  ['language', 'anthropic', 'claude-haiku-99', 'claude-haiku-4-5'],
  ['language', 'openai', 'o3-unheard-of', 'o3-pro'],
  ['language', 'xai', 'grok-3-unheard-of', 'grok-3-fast'],
  ['language', 'google', 'gemini-2.0-unheard-of', 'gemini-2.0-flash'],
  ['language', 'groq', 'openai/gpt-oss-999b', 'openai/gpt-oss-120b'],
  // What is paid by input alone.
  ['embedding', 'openai', 'text-embedding-4', 'text-embedding-3-large'],
  ['embedding', 'mistral', 'unheard-of', 'codestral-embed'],
  ['embedding', 'cohere', 'embed-unheard-of', 'embed-v4.0'],
  ['rerank', 'voyage', 'rerank-unheard-of', 'rerank-2.5'],
] as const)(
  'takes an unknown %s model of %s, %s, for its dearest near relative %s',
  (kind, vendor, model, relative) => {
    const prices = vendorPrices(vendor, model, kind);
    expect(prices).toEqual(vendorPrices(vendor, relative, kind));
    expect(prices.input).toBeGreaterThan(0);
  },
);

it('asks nothing for engines inside and servers of one’s own, and what the operator says before all else', () => {
  expect(enginePrices('reader', providers)).toEqual(noPrices);
  expect(enginePrices('ollama/gpt-5-mini', providers)).toEqual(noPrices);
  expect(enginePrices('openai/gpt-5-mini', providers)).toEqual(vendorPrices('openai', 'gpt-5-mini'));
  expect(enginePrices('ai-sdk:@ai-sdk/openai/gpt-5-mini', [])).toEqual(vendorPrices('openai', 'gpt-5-mini'));
  expect(enginePrices('ai-sdk:@someone/else/gpt-5-mini', [])).toEqual(noPrices);
  expect(enginePrices('nobody/gpt-5-mini', providers)).toEqual(noPrices);
  const named: PricedProvider = { id: 'reade', priceList: 'openai', prices: {} };
  expect(enginePrices('reader', [named])).toEqual(noPrices);
  expect(
    enginePrices('ollama/gpt-5-mini', [{ id: 'ollama', priceList: null, prices: { other: { input: 1, output: 1 } } }]),
  ).toEqual(noPrices);
  expect(enginePrices('own/gpt-5-mini', providers)).toMatchObject({ input: 9e-6, cachedInput: 9e-6, cacheWrite: 9e-6 });
  expect(enginePrices('own/other', providers)).toMatchObject({ input: 1e-6, output: 2e-6 });
});
