import { describe, expect, it } from 'vitest';
import { type Draft, emptyDraft, exampleTool, modes, type Turn } from './draft.ts';
import { fromRequest } from './from-request.ts';
import { toRequest } from './to-request.ts';

const call = { id: 'call_1#0', name: 'get_weather', inputs: { city: 'Oslo' } };
const turns: Turn[] = [
  { role: 'user', text: 'Weather in Oslo?' },
  { role: 'assistant', text: '', calls: [call] },
  { role: 'tool', results: [{ call, result: { celsius: 4 }, isError: false }] },
];
const schema = { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] };

it('sends only what differs from the default', () => {
  expect(toRequest({ ...emptyDraft, input: 'Why?' }, '')).toEqual({ mode: 'answer', body: { query: 'Why?' } });
  const full: Draft = {
    ...emptyDraft,
    input: 'Why?',
    context: 'Because.',
    files: [{ id: 'file_1', name: 'a.pdf' }],
    collections: [{ id: 'col_1', name: 'Docs' }],
    schema,
    temperature: '0,5',
    maxTokens: '100',
    effort: 'low',
  };
  expect(toRequest(full, 'small-2').body).toEqual({
    query: 'Why?',
    model: 'small-2',
    temperature: 0.5,
    max_tokens: 100,
    reasoning_effort: 'low',
    file_ids: ['file_1'],
    collection_ids: ['col_1'],
    citations: 'inline',
    response_format: schema,
    context: 'Because.',
  });
});

it('tells the turns of tools in the words of each endpoint', () => {
  const draft: Draft = { ...emptyDraft, turns, tools: [exampleTool] };
  expect(toRequest({ ...draft, mode: 'agent' }, '').body).toMatchObject({
    tools: [{ name: 'get_weather', input_schema: exampleTool.schema }],
    messages: [
      { role: 'user', content: 'Weather in Oslo?' },
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_results: [{ tool_call_id: 'call_1#0', result: { celsius: 4 } }] },
    ],
  });
  expect(toRequest({ ...draft, mode: 'chat' }, 'small-2').body).toMatchObject({
    functions: [{ name: 'get_weather', parameters: exampleTool.schema }],
    messages: [
      { role: 'user', content: 'Weather in Oslo?' },
      {
        type: 'function_call',
        function_call_id: 'call_1',
        function_calls: [{ name: 'get_weather', input: { city: 'Oslo' } }],
      },
      { type: 'function_call_result', function_call_id: 'call_1', function_call_results: [{ celsius: 4 }] },
    ],
  });
  expect(toRequest({ ...draft, mode: 'openai' }, 'small-2').body).toMatchObject({
    tools: [{ type: 'function', function: { name: 'get_weather' } }],
    messages: [
      { role: 'user', content: 'Weather in Oslo?' },
      { role: 'assistant', tool_calls: [{ id: 'call_1#0', function: { arguments: '{"city":"Oslo"}' } }] },
      { role: 'tool', tool_call_id: 'call_1#0', content: '{"celsius":4}' },
    ],
  });
});

describe('a draft comes back from its request', () => {
  it.each(modes)('of %s', (mode) => {
    const hasTurns = mode !== 'answer';
    const hasTools = mode === 'agent' || mode === 'chat' || mode === 'openai';
    const draft: Draft = {
      ...emptyDraft,
      mode,
      model: 'small-2',
      system: hasTurns ? 'Be brief.' : '',
      input: 'And in Bergen?',
      turns: hasTools ? [...turns, { role: 'assistant', text: '4 °C', calls: [] }] : [],
      context: mode === 'answer' ? 'Text' : '',
      files: [{ id: 'file_1', name: 'file_1' }],
      collections: mode === 'openai' ? [] : [{ id: 'col_1', name: 'col_1' }],
      schema: mode === 'chat' ? null : schema,
      tools: hasTools ? [exampleTool] : [],
      temperature: '0.5',
    };
    expect(fromRequest(mode, { ...toRequest(draft, draft.model).body })).toEqual(draft);
  });
});

it('reads what it does not know as an empty draft', () => {
  expect(fromRequest('agent', { messages: [7, null], tools: 'x', response_format: [] })).toEqual({
    ...emptyDraft,
    mode: 'agent',
  });
});
