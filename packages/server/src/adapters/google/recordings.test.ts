import { expect, it } from 'vitest';
import { replay } from '../../../test/replay-recording.ts';
import { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import { GoogleProvider } from './google-language-model.ts';

const replayed = (name: string) =>
  replay(new URL(`./recordings/${name}.sse`, import.meta.url), (baseUrl) => {
    const client = new UpstreamClient({ totalMs: 30_000 });
    return {
      model: new GoogleProvider({ id: 'google', baseUrl, apiKey: 'k', client }).model('m'),
      close: () => client.close(),
    };
  });

/** Counts of a reply so far. */
const counted = (outputTokens: number) => ({
  type: 'usage',
  usage: { inputTokens: 57, cachedTokens: 32, outputTokens },
});

it.each([
  {
    recording: 'thoughts-and-calls',
    events: [
      counted(21),
      { type: 'reasoning-delta', text: '**Two towns**\n\nOne call each.' },
      counted(25),
      { type: 'text-delta', text: 'Let me ' },
      counted(27),
      { type: 'text-delta', text: 'look.' },
      counted(59),
      { type: 'tool-call-start', name: 'get_weather' },
      { type: 'tool-call', name: 'get_weather', arguments: '{"city":"Köln","days":3}' },
      { type: 'tool-call-start', name: 'get_weather' },
      { type: 'tool-call', name: 'get_weather', arguments: '{"city":"Łódź"}' },
      counted(61),
      { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 57, cachedTokens: 32, outputTokens: 61 } },
    ],
  },
  {
    recording: 'blocked-prompt',
    events: [
      { type: 'usage', usage: { inputTokens: 9, cachedTokens: 0, outputTokens: 0 } },
      { type: 'finish', reason: 'content-filter', usage: { inputTokens: 9, cachedTokens: 0, outputTokens: 0 } },
    ],
  },
  {
    recording: 'stopped-for-safety',
    events: [
      counted(2),
      { type: 'text-delta', text: 'First, ' },
      counted(3),
      { type: 'finish', reason: 'content-filter', usage: { inputTokens: 57, cachedTokens: 32, outputTokens: 3 } },
    ],
  },
])('reads a recorded stream: $recording', async ({ recording, events }) => {
  const replay = await replayed(recording);
  expect(replay.error).toBeUndefined();
  // The vendor gives calls no ids.
  expect(replay.events).toMatchObject(events);
  expect(replay.events).toHaveLength(events.length);
});
