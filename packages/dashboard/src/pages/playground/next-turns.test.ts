import { expect, it } from 'vitest';
import { emptyDraft, exampleTool } from './draft.ts';
import { continued } from './next-turns.ts';
import { emptyReply, newRun } from './run.ts';
import { toRequest } from './to-request.ts';

const call = { id: 'call_1', name: 'get_weather', inputs: { city: 'Oslo' } };

it('goes on after a reply with everything that was said', () => {
  const draft = { ...emptyDraft, mode: 'conversation' as const, input: 'Hello' };
  const run = { ...newRun(toRequest(draft, ''), ''), reply: { ...emptyReply, text: 'Hi' } };
  expect(continued(draft, run)).toEqual({
    ...draft,
    input: '',
    turns: [
      { role: 'user', text: 'Hello' },
      { role: 'assistant', text: 'Hi', calls: [] },
    ],
  });
});

it('sends results of calls behind the calls', () => {
  const draft = { ...emptyDraft, mode: 'agent' as const, input: 'Weather?', tools: [exampleTool] };
  const run = { ...newRun(toRequest(draft, ''), ''), reply: { ...emptyReply, calls: [call] } };
  const next = continued(draft, run, [{ call, result: 'cold', isError: false }]);
  expect(toRequest(next, '').body).toMatchObject({
    messages: [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_results: [{ tool_call_id: 'call_1', result: 'cold' }] },
    ],
  });
});
