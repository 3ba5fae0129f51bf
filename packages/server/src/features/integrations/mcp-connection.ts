import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { JsonObject, JsonValue } from '@parley/contract';
import { AppError, isAppError } from '../../lib/app-error.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';

/** A tool as its server defines it. */
export interface McpTool {
  name: string;
  description: string;
  inputSchema: JsonObject;
  /** False only for what its server says reads and destroys nothing. */
  changes: boolean;
  /** SHA-256 over everything that a model or a caller would go by. */
  definitionHash: string;
}

export interface McpServer {
  url: string;
  headers: Record<string, string>;
}

type Answer<Value> = { kind: 'done'; value: Value } | { kind: 'unauthorized'; details: string };

const timeoutMs = 60_000;
const maxBytes = 10_000_000;
const maxTools = 500;
const maxPages = 20;

/**
 * Talks to remote MCP servers over Streamable HTTP. Every call has a client and a session of its own, so that answers
 * cannot reach another caller.
 */
export class McpConnection {
  readonly #fetcher: Pick<GuardedFetcher, 'stream'>;

  constructor({ fetcher }: { fetcher: Pick<GuardedFetcher, 'stream'> }) {
    this.#fetcher = fetcher;
  }

  listTools(server: McpServer, signal: AbortSignal): Promise<Answer<McpTool[]>> {
    return this.#session(server, signal, (client) => readTools(client, signal));
  }

  /** Calls a tool, after `check` has looked at the tools that the server has at this moment. */
  callTool(
    server: McpServer,
    call: { name: string; inputs: JsonObject; check(tools: McpTool[]): void },
    signal: AbortSignal,
  ): Promise<Answer<JsonValue>> {
    return this.#session(server, signal, async (client) => {
      call.check(await readTools(client, signal));
      const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
      const params = { name: call.name, arguments: call.inputs };
      const answer = await client.request({ method: 'tools/call', params }, CallToolResultSchema, options(signal));
      const result: JsonObject = JSON.parse(JSON.stringify(answer));
      const { _meta: _, isError, structuredContent, ...rest } = result;
      if (isError === true) {
        throw new AppError('feature_execution_failed', `The tool ${call.name} reported an error.`, {
          details: JSON.stringify(rest.content ?? null).slice(0, 500),
        });
      }
      return { ...rest, ...(structuredContent !== undefined && { structured_content: structuredContent }) };
    });
  }

  async #session<Value>(
    server: McpServer,
    signal: AbortSignal,
    work: (client: Client) => Promise<Value>,
  ): Promise<Answer<Value>> {
    const [sdk, { StreamableHTTPClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    ]);
    const client = new sdk.Client({ name: 'parley', version: '0.1.0' });
    let refusal: string | null = null;
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: server.headers },
      fetch: async (url, init) => {
        const response = await this.#fetch(url, init, signal);
        if (response.status === 401) refusal = `HTTP 401 from ${new URL(server.url).host}`;
        return response;
      },
    });
    try {
      await client.connect(transport, { signal, timeout: timeoutMs });
      const value = await work(client);
      await transport.terminateSession();
      return { kind: 'done', value };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (refusal !== null) return { kind: 'unauthorized', details: refusal };
      throw toFailure(error, server);
    } finally {
      await client.close();
    }
  }

  /** The guarded fetcher in the form of `fetch`. The server's own event stream is not listened to: calls are answered. */
  async #fetch(url: string | URL, init: RequestInit | undefined, signal: AbortSignal): Promise<Response> {
    const method = init?.method ?? 'GET';
    if (method === 'GET') return new Response(null, { status: 405 });
    const answer = await this.#fetcher.stream(url, {
      method,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && { body: init.body }),
      signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal,
      timeoutMs,
      headersTimeoutMs: timeoutMs,
      maxBytes,
      maxRedirects: 0,
    });
    const hasBody = ![101, 204, 205, 304].includes(answer.status);
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers;
    if (!hasBody) for await (const chunk of answer.body) void chunk;
    return new Response(hasBody ? ReadableStream.from(answer.body) : null, { status: answer.status, headers });
  }
}

/** By plain requests: the client's own method would compile the schemas of the server's answers, which nobody checked. */
async function readTools(client: Client, signal: AbortSignal): Promise<McpTool[]> {
  const { ListToolsResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && tools.length < maxTools; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, options(signal));
    for (const tool of answer.tools) tools.push(toTool(tool));
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.slice(0, maxTools);
}

const options = (signal: AbortSignal) => ({ signal, timeout: timeoutMs });

/** Keys in order, so that the same definition always has the same hash. */
export function hashDefinition(definition: unknown): string {
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ordered);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => [key, ordered(item)]),
    );
  };
  return createHash('sha256')
    .update(JSON.stringify(ordered(definition)))
    .digest('hex');
}

function toTool(tool: {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: object;
  outputSchema?: object | undefined;
  annotations?: { readOnlyHint?: boolean | undefined; destructiveHint?: boolean | undefined } | undefined;
}): McpTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    description: description ?? title ?? name,
    inputSchema: JSON.parse(JSON.stringify(inputSchema)),
    changes: annotations?.readOnlyHint !== true || annotations.destructiveHint === true,
    definitionHash: hashDefinition({ name, title, description, inputSchema, outputSchema, annotations }),
  };
}

function toFailure(error: unknown, server: McpServer): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause) && !cause.code.startsWith('url_')) return cause;
  }
  const words = error instanceof Error ? error.message : 'no answer';
  return new AppError(
    'feature_execution_failed',
    `The MCP server at ${new URL(server.url).host} did not answer as expected.`,
    {
      details: words.slice(0, 300),
    },
  );
}
