import { expect, it } from 'vitest';
import type { Call } from '../../../ports/call.ts';
import { CallTrace } from '../../money/billing/call-trace.ts';
import type { GenerationEvent, GenerationResult } from './generation-event.ts';
import type { GenerationRequest } from './generation-request.ts';
import { GenerationService } from './generation-service.ts';
import { toReply } from './to-reply.ts';
import { maxSteps, runToolLoop } from './tool-loop.ts';

const tool = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };
const request: GenerationRequest = {
  model: undefined,
  prompt: { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Look!' }] }], tools: [tool] },
  fileIds: [],
  query: 'Look!',
};
const call: Call = {
  requestId: 'r',
  endpoint: 'createAgentReply',
  workspaceId: 'w',
  keyId: 'k',
  scopes: [],
  confirmChanges: 'never',
  models: null,
  mayAskWeb: true,
  signal: new AbortController().signal,
  address: '127.0.0.1',
  origin: 'http://127.0.0.1',
  meter: {
    trace: new CallTrace(() => 0),
    reserve: async () => {},
    add: () => {},
    handOver: () => {},
    settle: async () => {},
  },
};
const result = (reason: GenerationResult['reason'], engineId: string): GenerationResult => ({
  type: 'result',
  reason,
  stopSequence: undefined,
  tokens: { inputTokens: 10, cachedTokens: 4, outputTokens: 5 },
  engineId,
  reply: { model: 'small-1', engine: 'a' },
});

/** Calls the tool as long as it may, or so many times. */
function setup(times = Number.POSITIVE_INFINITY) {
  const asked: GenerationRequest[] = [];
  async function* stream(turn: GenerationRequest): AsyncGenerator<GenerationEvent> {
    asked.push(turn);
    if (turn.prompt.toolChoice === 'none' || asked.length > times) {
      yield { type: 'text-delta', text: 'So far.' };
      yield result('stop', 'a/m');
      return;
    }
    yield { type: 'tool-call', id: `c${asked.length}`, name: 'look', arguments: '{}', input: {} };
    yield result('tool-calls', 'a/m');
  }
  const generation: GenerationService = Object.assign(Object.create(GenerationService.prototype), { stream });
  return { asked, generation };
}

async function endOf(generation: GenerationService): Promise<GenerationResult | undefined> {
  const runnable = { tools: [tool], run: async () => ({ result: 'Nothing.', isError: false }) };
  let end: GenerationResult | undefined;
  for await (const event of runToolLoop(generation, request, runnable, call)) if (event.type === 'result') end = event;
  return end;
}

it('says when it stopped at its bound, with what all its turns used', async () => {
  const { generation, asked } = setup();
  const end = await endOf(generation);
  expect([end?.reason, asked.length]).toEqual(['max-steps', maxSteps + 1]);
  expect(end && toReply(end)).toMatchObject({
    finish_reason: 'max_steps',
    usage: { input_tokens: 90, output_tokens: 45, cached_tokens: 36 },
  });
});

it('says nothing of it when the model answered by itself, and stays with the engine that began', async () => {
  const { generation, asked } = setup(2);
  expect((await endOf(generation))?.reason).toBe('stop');
  expect(asked.map(({ preferred }) => preferred)).toEqual([undefined, 'a/m', 'a/m']);
});

it('sends every sealed thought of a turn back under its own seal (docs.claude.com, extended thinking with tool use)', async () => {
  const asked: GenerationRequest[] = [];
  async function* stream(turn: GenerationRequest): AsyncGenerator<GenerationEvent> {
    asked.push(turn);
    if (asked.length === 1) {
      yield { type: 'reasoning-delta', text: 'First' };
      yield { type: 'reasoning-signature', signature: 's1' };
      yield { type: 'reasoning-signature', redacted: 'r2' };
      yield { type: 'reasoning-delta', text: 'Third' };
      yield { type: 'reasoning-signature', signature: 's3' };
      yield { type: 'tool-call', id: 'c1', name: 'look', arguments: '{}', input: {} };
    }
    yield result(asked.length === 1 ? 'tool-calls' : 'stop', 'a/m');
  }
  await endOf(Object.assign(Object.create(GenerationService.prototype), { stream }));
  expect(asked[1]?.prompt.messages[1]).toEqual({
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'First', signature: 's1' },
      { type: 'reasoning', text: '', redacted: 'r2' },
      { type: 'reasoning', text: 'Third', signature: 's3' },
      { type: 'tool-call', id: 'c1', name: 'look', input: {} },
    ],
  });
});

it("runs ours first where a turn calls the caller's tools as well, and hands out what is called then", async () => {
  const theirs = {
    type: 'tool-call' as const,
    id: 'c2',
    name: 'theirs',
    arguments: '{"at":"guess"}',
    input: { at: 'guess' },
  };
  const asked: GenerationRequest[] = [];
  async function* stream(turn: GenerationRequest): AsyncGenerator<GenerationEvent> {
    asked.push(turn);
    if (asked.length === 1) {
      yield { type: 'tool-call', id: 'c1', name: 'look', arguments: '{}', input: {} };
      yield theirs;
    } else yield { ...theirs, id: 'c3', arguments: '{"at":"door"}', input: { at: 'door' } };
    yield result('tool-calls', 'a/m');
  }
  const generation: GenerationService = Object.assign(Object.create(GenerationService.prototype), { stream });
  const runnable = { tools: [tool], run: async () => ({ result: 'A door.', isError: false }) };
  const seen: string[] = [];
  for await (const event of runToolLoop(generation, request, runnable, call)) {
    if (event.type === 'tool-run' || event.type === 'tool-call') seen.push(`${event.type} ${event.id}`);
  }
  expect(seen).toEqual(['tool-run c1', 'tool-call c3']);
  expect(asked[1]?.prompt.messages.slice(1)).toEqual([
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', id: 'c1', name: 'look', input: {} }],
    },
    { role: 'tool', results: [{ toolCallId: 'c1', toolName: 'look', result: 'A door.' }] },
  ]);
});
