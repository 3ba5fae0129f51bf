import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What the server does with one request. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Each is a write of its own. */
  pieces: (string | Buffer)[];
  /** `end`: a sound end · `reset`: the connection breaks · `hold`: nothing more comes. */
  afterwards?: 'end' | 'reset' | 'hold';
  /** When `afterwards` comes, at once by default. */
  until?: Promise<unknown>;
}

export interface SeenRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** Resolves when the connection of the request is closed. */
  left: Promise<void>;
}

/** A model provider on loopback that says what a test tells it to say. */
export class UpstreamServer {
  readonly requests: SeenRequest[] = [];
  answer: (request: SeenRequest, index: number) => ScriptedAnswer = () => ({ status: 500, pieces: ['no script'] });
  /** What was read without a body, such as the list of models; and what it answers, undefined for 404. */
  readonly looks: string[] = [];
  look: (path: string) => object | undefined = () => undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<UpstreamServer> {
    const server = createServer();
    const upstream = new UpstreamServer(server);
    server.on('request', async (request, response) => {
      const text = (await buffer(request)).toString();
      if (request.method === 'GET') {
        upstream.looks.push(request.url ?? '');
        const found = upstream.look(request.url ?? '');
        response.writeHead(found === undefined ? 404 : 200, jsonHeaders).end(JSON.stringify(found ?? {}));
        return;
      }
      const left = new Promise<void>((resolve) => response.on('close', resolve));
      const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
      const seen: SeenRequest = { path: request.url ?? '', headers: request.headers, body, left };
      upstream.requests.push(seen);
      const answer = upstream.answer(seen, upstream.requests.length - 1);
      const { status = 200, headers, pieces, afterwards = 'end', until } = answer;
      request.socket.setNoDelay(true);
      response.writeHead(status, headers);
      response.flushHeaders();
      for (const piece of pieces) {
        response.write(piece);
        if (pieces.length > 1) await new Promise(setImmediate);
      }
      await until;
      if (afterwards === 'end') response.end();
      // The bytes written before must arrive before the connection breaks.
      else if (afterwards === 'reset') setTimeout(() => request.socket.resetAndDestroy(), 5);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8' };
export const jsonHeaders = { 'content-type': 'application/json' };

/** Server-sent events of JSON values, Anthropic's with their names. */
export function toEventText(
  values: object[],
  options: { named?: boolean; space?: string; newline?: string } = {},
): string[] {
  const { named = false, space = ' ', newline = '\n' } = options;
  return values.map((value) => {
    const name = named && 'type' in value ? `event:${space}${value.type}${newline}` : '';
    return `${name}data:${space}${JSON.stringify(value)}${newline}${newline}`;
  });
}
