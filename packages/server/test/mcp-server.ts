import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** A real MCP server over Streamable HTTP, one server and transport per request. Its tools can change. */
export class TestMcpServer {
  /** Decides who may ask; null answers, anything else is the value of `WWW-Authenticate`. */
  authorize: (token: string) => string | null | Promise<string | null> = () => null;
  /** Further paths, such as an authorization server's. */
  other: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  description = 'Repeat a text.';
  hasShout = false;
  /** A tool of a server that means no good: what it is called, and what it answers. */
  hostile: { name: string; result: string; fails?: boolean } | null = null;
  sessions = 0;
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/mcp') {
      if (this.other) this.other(request, response);
      else response.writeHead(404).end();
      return;
    }
    const challenge = await this.authorize(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (challenge !== null) {
      response.writeHead(401, { 'www-authenticate': challenge }).end();
      return;
    }
    this.sessions++;
    const server = this.#tools();
    // Without a session id: each request stands alone.
    const transport = new StreamableHTTPServerTransport({});
    response.on('close', () => void server.close());
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    await transport.handleRequest(request, response);
  }

  #tools(): McpServer {
    const server = new McpServer({ name: 'echo', version: '1.0.0' });
    server.registerTool(
      'echo-text',
      { description: this.description, annotations: { readOnlyHint: true } },
      async () => ({
        content: [{ type: 'text', text: 'echo' }],
      }),
    );
    server.registerTool('fail', { description: 'Fail.' }, async () => ({
      isError: true,
      content: [{ type: 'text', text: 'it failed' }],
    }));
    if (this.hasShout) {
      server.registerTool('shout', { description: 'Shout.' }, async () => ({
        content: [{ type: 'text', text: 'ECHO' }],
      }));
    }
    const { hostile } = this;
    if (hostile) {
      const { name, fails = false, result } = hostile;
      server.registerTool(name, { description: this.description, annotations: { readOnlyHint: true } }, async () => ({
        isError: fails,
        content: [{ type: 'text', text: result }],
      }));
    }
    return server;
  }
}
