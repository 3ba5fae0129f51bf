import { expect, it } from 'vitest';
import { type Candidate, chooseEngine } from './choose-engine.ts';

const candidate = (id: string, given: Partial<Candidate>): Candidate => ({
  id,
  access: 'usual-address',
  from: id,
  usualModel: undefined,
  listModels: async () => {
    throw new Error('nobody there');
  },
  ...given,
});
const withKey = candidate('openai', { access: 'key', from: 'OPENAI_API_KEY', usualModel: 'gpt' });
const local = candidate('ollama', { listModels: async () => ['nomic-embed-text', 'qwen3'] });

it('takes a vendor with a key before anything else, without asking anyone', async () => {
  const asked = { ...local, listModels: () => Promise.reject(new Error('asked')) };
  expect(await chooseEngine([asked, withKey])).toEqual({
    engine: 'openai/gpt',
    reason: 'because OPENAI_API_KEY is set',
  });
});

it('takes a server whose address was given before one that happens to be there', async () => {
  const given = candidate('openai', { access: 'address', from: 'OPENAI_BASE_URL', listModels: async () => ['mine'] });
  expect(await chooseEngine([local, given])).toMatchObject({ engine: 'openai/mine' });
});

it('takes the first model for chat of a local server that answers', async () => {
  expect(await chooseEngine([candidate('vllm', {}), local])).toEqual({
    engine: 'ollama/qwen3',
    reason: 'because a local ollama server answers',
  });
});

it('takes the reader when nothing is there or what is there has no model', async () => {
  const empty = candidate('ollama', { listModels: async () => [] });
  const hanging = candidate('vllm', {
    listModels: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  expect(await chooseEngine([empty, hanging])).toMatchObject({ engine: 'reader' });
  const silent = candidate('openai', { access: 'address', from: 'OPENAI_BASE_URL' });
  expect((await chooseEngine([silent])).reason).toContain('OPENAI_BASE_URL');
});
