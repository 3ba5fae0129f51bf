import { expect, it } from 'vitest';
import { noPrices } from './cost.ts';
import { enginePrices, type PricedProvider } from './engine-prices.ts';
import { vendorPrices } from './vendor-prices.ts';

const provider = (more: Partial<PricedProvider>): PricedProvider => ({
  id: 'own',
  priceList: 'openai',
  prices: {},
  ...more,
});

it.each([
  ['@ai-sdk/openai', 'openai', 'gpt-5-mini'],
  ['@ai-sdk/anthropic', 'anthropic', 'claude-opus-4-1'],
  ['@ai-sdk/google', 'google', 'gemini-2.5-pro'],
  ['@ai-sdk/mistral', 'mistral', 'mistral-large-2512'],
  ['@ai-sdk/deepseek', 'deepseek', 'deepseek-chat'],
  ['@ai-sdk/xai', 'xai', 'grok-4'],
  ['@ai-sdk/groq', 'groq', 'llama-3.3-70b-versatile'],
  ['@ai-sdk/groq', 'groq', 'openai/gpt-oss-120b'],
])('a model of %s costs what %s asks for it: %s', (name, vendor, model) => {
  const prices = enginePrices(`ai-sdk:${name}/${model}`, []);
  expect(prices).toEqual(vendorPrices(vendor, model));
  expect(prices.output).toBeGreaterThan(0);
});

it('knows no price of a package whose name only begins like that of a vendor', () => {
  expect(enginePrices('ai-sdk:@ai-sdk/openai-compatible/gpt-5-mini', [])).toEqual(noPrices);
});

it.each([
  ['what the operator wrote for the model, before what was set in the dashboard', { m: 1, '*': 3 }, 2, 1],
  ['what was set in the dashboard, before what the operator wrote for every other model', { '*': 3 }, 2, 2],
  ['what the operator wrote for every other model, before the list of the vendor', { '*': 3 }, undefined, 3],
  ['nothing, where the operator wrote so', { m: 0, '*': 3 }, 2, 0],
])('a call costs %s', (_what, written, set, input) => {
  const prices = Object.fromEntries(
    Object.entries(written).map(([name, price]) => [name, { input: price, output: 9 }]),
  );
  const setPrice = (engine: string) =>
    engine === 'own/m' && set !== undefined ? { input: set, output: 9 } : undefined;
  expect(enginePrices('own/m', [provider({ prices, setPrice })]).input).toBeCloseTo(input * 1e-6, 15);
});

it.each([
  ['embedding', 'openai/text-embedding-3-small', 0.02e-6],
  ['language', 'openai/gpt-4o-2024-05-13', 5e-6],
  ['moderation', 'openai/omni-moderation-latest', 0],
] as const)('a model for %s is looked up among those: %s', (kind, engine, input) => {
  expect(enginePrices(engine, [provider({ id: 'openai' })], kind).input).toBeCloseTo(input, 15);
});
