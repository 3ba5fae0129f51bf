import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject } from '@parley/contract';
import { afterEach, expect, it } from 'vitest';
import { longestWaitOf } from '../../../../test/growth.ts';
import { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import { McpConnection } from './mcp-connection.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Served {
  url: string;
  /** Of the pages that were asked for. */
  pages: number[];
}

interface Shape {
  pages: number;
  bytes: number;
  /** What a tool says besides its name. */
  reply?: string;
  /** What it says instead. */
  content?: object[];
}

/** A server whose list has pages of some bytes each, with one tool on each: `tool0`, `tool1`, … */
async function serve({ asEvents = false, ...shape }: Shape & { asEvents?: boolean }) {
  const served: Served = { url: '', pages: [] };
  const server = createServer(async (request, response) => {
    const message = await readMessage(request);
    if (message.id === undefined) return void response.writeHead(202).end();
    send(response, { jsonrpc: '2.0', id: message.id, result: resultOf(message, served, shape) }, asEvents);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return served;
}

interface Message {
  id?: number;
  method?: string;
  params?: { cursor?: string; name?: string; protocolVersion?: string };
}

async function readMessage(request: IncomingMessage): Promise<Message> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}

function resultOf({ method, params }: Message, served: Served, { pages, bytes, reply = '', content }: Shape) {
  if (method === 'initialize') {
    const { protocolVersion } = params ?? {};
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'large', version: '1' } };
  }
  if (method === 'tools/call') return { content: content ?? [{ type: 'text', text: `ran ${params?.name}${reply}` }] };
  const page = Number(params?.cursor ?? 0);
  served.pages.push(page);
  return {
    tools: [{ name: `tool${page}`, description: 'd'.repeat(bytes), inputSchema: { type: 'object' } }],
    ...(page + 1 < pages && { nextCursor: String(page + 1) }),
  };
}

function send(response: ServerResponse, message: object, asEvents: boolean): void {
  const json = JSON.stringify(message);
  response.setHeader('content-type', asEvents ? 'text/event-stream' : 'application/json');
  response.end(asEvents ? `event: message\ndata: ${json}\n\n` : json);
}

function connect(served: Served) {
  const connection = new McpConnection({
    fetcher: new GuardedFetcher({ userAgent: 'test', allowedAddresses: [new URL(served.url).host] }),
  });
  const signal = AbortSignal.timeout(10_000);
  const server = { url: served.url, headers: {} };
  return {
    list: () => connection.listTools(server, signal),
    call: (name: string) => connection.callTool(server, { name, inputs: {}, check: () => {} }, signal),
  };
}

it.each([false, true])('reads no more than 2 MB of a list, over all of its pages (as events: %s)', async (asEvents) => {
  const served = await serve({ pages: 20, bytes: 500_000, asEvents });
  await expect(connect(served).list()).rejects.toMatchObject({
    code: 'feature_execution_failed',
    details: expect.stringContaining('2 MB over all pages'),
  });
  expect(served.pages).toEqual([0, 1, 2, 3]);
});

it('reads a list only up to the tool that is called', async () => {
  const served = await serve({ pages: 20, bytes: 1_000 });
  expect(await connect(served).call('tool2')).toMatchObject({ value: { content: [{ text: 'ran tool2' }] } });
  expect(served.pages).toEqual([0, 1, 2]);
});

it('reads a long list once for several calls, a short one at each call', async () => {
  const [long, short] = [await serve({ pages: 3, bytes: 200_000 }), await serve({ pages: 3, bytes: 1_000 })];
  for (const served of [long, short]) {
    const { call } = connect(served);
    await call('tool1');
    await call('tool1');
  }
  expect(long.pages).toEqual([0, 1]);
  expect(short.pages).toEqual([0, 1, 0, 1]);
});

it.each([false, true])('reads no more than 2 MB of what a tool says (as events: %s)', async (asEvents) => {
  // Only the length is looked at: a failure would print all of it.
  const call = async (length: number) => {
    const answer = await connect(await serve({ pages: 1, bytes: 10, asEvents, reply: 'r'.repeat(length) })).call(
      'tool0',
    );
    return JSON.stringify(answer).length;
  };
  expect(await call(1_900_000)).toBeGreaterThan(1_900_000);
  await expect(call(2_100_000)).rejects.toMatchObject({
    code: 'feature_execution_failed',
    details: expect.stringContaining('the result of a tool 2 MB'),
  });
});

it('says which tools there are when the one that is called is not among them', async () => {
  const served = await serve({ pages: 2, bytes: 10 });
  const seen: unknown[] = [];
  const connection = new McpConnection({
    fetcher: new GuardedFetcher({ userAgent: 'test', allowedAddresses: [new URL(served.url).host] }),
  });
  await connection.callTool(
    { url: served.url, headers: {} },
    { name: 'none', inputs: {}, check: (found) => void seen.push(found) },
    AbortSignal.timeout(10_000),
  );
  expect(seen).toEqual([{ definitionHash: undefined, names: ['tool0', 'tool1'] }]);
});

it.each([false, true])('reads a long answer with the event loop free (as events: %s)', async (asEvents) => {
  const content = Array.from({ length: 40_000 }, (_, index) => ({ type: 'text', text: `line ${index}` }));
  const served = await serve({ pages: 1, bytes: 10, asEvents, content });
  let said = 0;
  const wait = await longestWaitOf(async () => {
    const answer = await connect(served).call('tool0');
    if (answer.kind === 'done' && isJsonObject(answer.value) && Array.isArray(answer.value.content))
      said = answer.value.content.length;
  });
  expect(said).toBe(40_000);
  expect(wait).toBeLessThan(50);
});
