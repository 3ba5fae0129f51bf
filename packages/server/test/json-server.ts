import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface JsonCall {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  // Tests look into bodies of many shapes; a wrong guess fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

export interface JsonReply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

export interface JsonServer {
  url: string;
  readonly calls: JsonCall[];
  /** What it answers from now on; null: never. */
  reply(call: JsonCall): JsonReply | null;
  close(): Promise<void>;
}

/** A vendor on loopback: keeps what it was sent and answers what a test says. */
export async function startJsonServer(reply: JsonServer['reply']): Promise<JsonServer> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const call = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text || '{}') };
      state.calls.push(call);
      const answer = state.reply(call);
      if (!answer) return;
      const { status = 200, headers = {}, body } = answer;
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const state: JsonServer = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    reply,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}
