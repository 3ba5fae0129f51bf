import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VendorReply } from './attack.ts';

/** How many letters of a text one event of a stream carries. */
const chunkLetters = 16_384;

/** A vendor of models in OpenAI's shape, and a web search in SearXNG's, that say what they are told to. */
export class Vendor {
  reply: VendorReply = {};
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      // Of what is asked only the beginning is kept: whether it streams stands in the first or last letters.
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const asked = Buffer.concat(parts);
        const { status, type, body } = answerTo(request.url ?? '/', asked, this.reply);
        response.writeHead(status, { 'content-type': type });
        response.end(body);
      });
      request.on('error', () => response.destroy());
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return this;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo; // it listens at a port
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

function answerTo(path: string, asked: Buffer, reply: VendorReply): Answer {
  const json = (value: unknown, status = 200): Answer => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
  });
  if (path.startsWith('/search')) {
    const content = reply.found ?? 'A page about bridges.';
    return json({ results: [{ title: content.slice(0, 200_000), url: 'https://a.invalid/page', content }] });
  }
  if (path.endsWith('/embeddings')) return json({ data: [{ index: 0, embedding: [0.1, 0.2] }], usage: {} });
  if (!path.endsWith('/chat/completions')) return json({ text: reply.found ?? 'Found.' });
  if (reply.error !== undefined) return json({ error: { message: reply.error, type: 'server_error' } }, 400);
  const tool = /"type":"function","function":\{"name":"([\w.-]+)"/.exec(asked.toString('utf8'))?.[1];
  const call = reply.toolArguments !== undefined && tool ? { name: tool, arguments: reply.toolArguments } : undefined;
  const content = reply.content ?? 'Yes [1].';
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  const finish_reason = call ? 'tool_calls' : 'stop';
  if (!asked.includes('"stream":true')) {
    const tool_calls = call && [{ id: 'call_1', type: 'function', function: call }];
    const message = { role: 'assistant', content, reasoning_content: reply.reasoning, tool_calls };
    return json({ model: 'attacked', choices: [{ index: 0, finish_reason, message }], usage });
  }
  const deltas: unknown[] = [
    ...chunks(reply.reasoning ?? '').map((reasoning_content) => ({ reasoning_content })),
    ...chunks(content).map((text) => ({ content: text })),
    ...(call
      ? [{ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { ...call, arguments: '' } }] }]
      : []),
    ...chunks(call?.arguments ?? '').map((text) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
  ];
  const events = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason }], usage },
  ];
  const body = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
  return { status: 200, type: 'text/event-stream', body };
}

function chunks(text: string): string[] {
  const count = Math.ceil(text.length / chunkLetters);
  return Array.from({ length: count }, (_, i) => text.slice(i * chunkLetters, (i + 1) * chunkLetters));
}
