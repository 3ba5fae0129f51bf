import { expect, it } from 'vitest';
import { ScriptedLanguageModel } from '../../../test/scripted-language-model.ts';
import { noPrices } from '../money/billing/cost.ts';
import { builtInModels, toModelEntry } from './built-in-models.ts';
import { ConfiguredModelRouter } from './configured-model-router.ts';

function router() {
  const made: string[] = [];
  const listed = [...builtInModels, { id: 'acme/large', contextLength: 5_000, pricing: { prompt: '0.1' } }].map(
    (model) => ({
      entry: toModelEntry(model, noPrices),
      charged: null,
      engines: [{ engine: 'openai/gpt', weight: 1 }],
      fallbacks: [],
    }),
  );
  const models = new ConfiguredModelRouter({
    listed,
    providers: new Map([
      ['openai', { contextLength: undefined, charged: null }],
      ['cheap', { contextLength: 9_000, charged: { ...noPrices, input: 1, output: 2 } }],
    ]),
    createModel: (engine) => {
      made.push(engine);
      return new ScriptedLanguageModel([engine], engine);
    },
    pricesOf: (engine) => ({ ...noPrices, input: engine === 'openai/gpt' ? 0.5 : 0.1 }),
    clock: { now: () => 0, sleep: async () => {} },
  });
  return { models, made };
}

it('lists the two required models first, exactly as specified', () => {
  const [second, first, own] = router().models.list();
  expect(second).toMatchObject({ id: 'small-2', pricing: { prompt: '0.0008', completion: '0.0045' } });
  expect(first).toEqual({
    id: 'small-1',
    canonical_slug: 'small-1',
    price_known: true,
    hugging_face_id: '',
    name: expect.any(String),
    description: expect.any(String),
    context_length: 200_000,
    architecture: {
      modality: 'text->text',
      input_modalities: ['text'],
      output_modalities: ['text'],
      tokenizer: expect.any(String),
      instruct_type: null,
    },
    pricing: {
      prompt: '0.001',
      completion: '0.005',
      request: '0',
      image: '0',
      web_search: '0',
      internal_reasoning: '0',
    },
    charged: { prompt: '0', completion: '0', request: '0', input_cache_read: '0', input_cache_write: '0' },
    top_provider: { context_length: 200_000, max_completion_tokens: null, is_moderated: false },
    per_request_limits: null,
    supported_parameters: ['tools', 'response_format'],
    default_parameters: { temperature: null, top_p: null, frequency_penalty: null },
  });
  expect(own).toMatchObject({ id: 'acme/large', context_length: 5_000 });
});

it('resolves listed names and names of configured providers, and nothing else', () => {
  const { models } = router();
  expect(models.resolve('small-1')).toMatchObject({
    id: 'small-1',
    charged: null,
    prices: { input: 0.5 },
  });
  expect(models.resolve('acme/large')).toMatchObject({ contextLength: 5_000, charged: null, prices: { input: 0.5 } });
  expect(models.resolve('cheap/a/b')).toMatchObject({
    id: 'cheap/a/b',
    contextLength: 9_000,
    charged: { input: 1, output: 2 },
    prices: { input: 1, output: 2 },
  });
  for (const name of ['', 'small-3', 'nobody/x', 'openai/', '/x', 'ai-sdk:@x/y/z', 'constructor']) {
    expect(() => models.resolve(name), name).toThrow(expect.objectContaining({ code: 'model_not_found' }));
  }
});

it('holds and charges what the vendor asks where the operator sets no price', () => {
  expect(router().models.resolve('openai/anything')).toMatchObject({ charged: null, prices: { input: 0.1 } });
});

it('makes what is behind a name once, when it is first used', async () => {
  const { models, made } = router();
  expect(made).toEqual([]);
  expect(models.resolve('small-1')).toBe(models.resolve('small-1'));
  models.resolve('small-2');
  models.resolve('openai/gpt');
  expect(made).toEqual(['openai/gpt']);
  expect(models.upstreams()).toEqual([{ name: 'openai/gpt', state: 'closed' }]);
});
