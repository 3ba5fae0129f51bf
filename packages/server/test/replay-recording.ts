import { readFileSync } from 'node:fs';
import type { LanguageModel, ModelEvent, Prompt } from '../src/ports/language-model.ts';
import { streamHeaders, UpstreamServer } from './upstream-server.ts';

/** Long enough that a stream has many pieces, short enough that they cut its lines and its letters of several bytes. */
const pieceBytes = 61;

const prompt: Prompt = {
  system: '',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'How is the weather?' }] }],
  tools: [{ name: 'get_weather', description: 'Tells the weather.', inputSchema: { type: 'object' } }],
};

/** What an adapter makes of a recorded stream: neighbouring texts and thoughts as one, without the pieces of arguments; and its error. */
export async function replay(
  recording: URL,
  open: (baseUrl: string) => { model: LanguageModel; close(): Promise<void> },
): Promise<{ events: ModelEvent[]; error: unknown }> {
  const bytes = readFileSync(recording);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  const server = await UpstreamServer.start();
  server.answer = () => ({ headers: streamHeaders, pieces });
  const { model, close } = open(server.url);
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    for await (const event of model.stream(prompt, AbortSignal.timeout(30_000))) add(events, event);
  } catch (thrown) {
    error = thrown;
  } finally {
    await close();
    await server.close();
  }
  return { events, error };
}

function add(events: ModelEvent[], event: ModelEvent): void {
  const last = events.at(-1);
  if (event.type === 'tool-call-delta') return;
  if ((event.type === 'text-delta' || event.type === 'reasoning-delta') && last?.type === event.type) {
    last.text += event.text;
  } else {
    events.push({ ...event });
  }
}
