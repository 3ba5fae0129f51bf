import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeOf,
  read,
  saidCall,
  saidText,
  saidThought,
  testLanguageModel,
} from '../../../test/contracts/language-model-contract.ts';
import { UpstreamServer } from '../../../test/upstream-server.ts';
import { AiSdkProvider } from './ai-sdk-language-model.ts';

const chunk = (delta: object, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const input = JSON.stringify(saidCall.input);
const open = (baseURL: string, timeouts: { idleMs: number; totalMs: number }, name = '@ai-sdk/openai-compatible') => ({
  model: new AiSdkProvider({
    id: 'mine',
    package: name,
    settings: { name: 'mine', baseURL, apiKey: 'k', includeUsage: true },
    directory: process.cwd(),
    timeouts,
  }).model('m'),
  close: async () => {},
});

testLanguageModel('ai-sdk', {
  open,
  events: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: saidThought }),
    chunk({ content: saidText.slice(0, 5) }),
    chunk({ content: saidText.slice(5) }),
    chunk({
      tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: saidCall.name, arguments: '' } }],
    }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: input.slice(0, 9) } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: input.slice(9) } }] }),
    chunk({}, 'tool_calls'),
    {
      ...chunk({}),
      choices: [],
      usage: { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21, prompt_tokens_details: { cached_tokens: 4 } },
    },
  ],
  finishIndex: 7,
  trailer: 'data: [DONE]\n\n',
  errorEvent: { event: { error: { message: 'at 10.11.12.13', code: 503 } }, code: 'upstream_overloaded' },
  errorBody: (_, message) => ({ error: { message, type: 'some_error', param: null, code: null } }),
});

describe('the ai-sdk adapter', () => {
  let server: UpstreamServer;

  beforeAll(async () => {
    server = await UpstreamServer.start();
  });
  afterAll(() => server.close());

  it('says which package is missing, and which is no provider', async () => {
    const timeouts = { idleMs: 1_000, totalMs: 1_000 };
    const prompt = { system: '', messages: [] };
    const missing = await read(open(server.url, timeouts, 'no-such-provider-package').model, prompt);
    expect(codeOf(missing.error)).toBe('model_not_configured');
    expect(String(missing.error)).toContain('npm install no-such-provider-package');
    const other = await read(open(server.url, timeouts, 'undici').model, prompt);
    expect(codeOf(other.error)).toBe('model_not_configured');
  });
});
