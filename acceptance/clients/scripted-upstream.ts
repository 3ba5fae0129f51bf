import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import faults from './vendor-faults.json' with { type: 'json' };

interface Asked {
  model?: string;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  input?: string[];
  messages?: { role: string; content?: unknown }[];
  tools?: { function?: { name?: string } }[];
  tool_choice?: unknown;
  response_format?: { type: string };
}

const usage = { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 };

/**
 * A vendor on loopback that speaks OpenAI's chat completions and embeddings and answers by rules, so that every run is the same; a
 * model whose name begins with `fault-` has that fault of `vendor-faults.json`, and `/asked/MODEL` says how often it was asked for.
 */
export async function startScriptedUpstream(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the upstream does not listen');
  return { url: `http://127.0.0.1:${address.port}/v1`, server };
}

/** How often each model was asked for. */
const asked = new Map<string, number>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, counted] = /\/asked\/([\w.-]+)$/.exec(request.url ?? '') ?? [];
  if (counted !== undefined) {
    send(response, { asked: asked.get(counted) ?? 0 });
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(404).end('{}');
    return;
  }
  const given: Asked = JSON.parse(await text(request));
  const { model = '' } = given;
  asked.set(model, (asked.get(model) ?? 0) + 1);
  const fault = faults.find(({ name }) => model.startsWith(`fault-${name}-`));
  if (fault?.body) {
    send(response, fault.body, fault.status);
    return;
  }
  if (request.url?.endsWith('/embeddings')) {
    const data = (given.input ?? []).map((input, index) => ({ index, embedding: [input.length, 1, 2, 3] }));
    send(response, { data, usage });
    return;
  }
  const message = fault ? { content: '{"m": 1}' } : reply(given);
  const finish_reason = message.tool_calls ? 'tool_calls' : 'stop';
  if (!given.stream) {
    send(response, { choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }], usage });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (delta: object, finish: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  for (const piece of message.content?.match(/[\s\S]{1,6}/g) ?? []) chunk({ content: piece });
  for (const [index, call] of (message.tool_calls ?? []).entries()) chunk({ tool_calls: [{ index, ...call }] });
  chunk({}, finish_reason);
  response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}

function reply({ messages = [], tools, tool_choice, response_format }: Asked) {
  const last = messages.at(-1);
  const said = JSON.stringify(messages);
  if (last?.role === 'tool') return { content: `It is ${JSON.stringify(last.content)}.` };
  const forcedAnswer = JSON.stringify(tool_choice ?? '').includes('answer');
  if (response_format?.type === 'json_schema' || response_format?.type === 'json_object' || forcedAnswer) {
    return { content: '{"name":"Ada Lovelace","born":1815}' };
  }
  if (tools && tools.length > 0) {
    const name = tools[0]?.function?.name ?? '';
    const inputs: Record<string, string> = {
      get_weather: '{"city":"Paris"}',
      file_search: '{"query":"code word of the harbour"}',
    };
    const input = inputs[name] ?? '{"name":"Ada Lovelace","born":1815}';
    return { content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: input } }] };
  }
  if (said.includes('heron')) return { content: 'The code word is heron.' };
  return { content: '12 times 12 is 144.' };
}

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
