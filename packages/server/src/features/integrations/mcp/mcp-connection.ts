import { hash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import { AppError, isAppError, isOfFamily } from '../../../lib/app-error.ts';
import { version } from '../../../lib/version.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import { type McpTool, maxListBytes, readTools } from '../mcp-tool-list.ts';

export interface McpServer {
  url: string;
  headers: Record<string, string>;
}

type Answer<Value> = { kind: 'done'; value: Value } | { kind: 'unauthorized'; details: string };

const timeoutMs = 60_000;
/** Of a tool's result: fifty times what a model gets to read of one, and parsed and checked in some ten milliseconds. */
const maxResultBytes = 2_000_000;
/** A list of more than this is not read again at each call: what was found in it is kept so long, the tool's hash alone. */
const cheapListBytes = 256_000;
const keepMs = 30_000;
const mostKept = 1_000;

/** What may still be read of a server's answers in one session. */
interface Allowance {
  bytes: number;
  /** Aborted when it is used up. */
  readonly excess: AbortController;
}

/** The tool that a call names, as its server has it; `undefined` when it has none of the name. */
export interface FoundTool {
  definitionHash: string | undefined;
  /** Of the tools that were looked at for it. */
  names: readonly string[];
}

/**
 * Talks to remote MCP servers over Streamable HTTP. Every call has a client and a session of its own, so that answers
 * cannot reach another caller.
 */
export class McpConnection {
  readonly #fetcher: Pick<GuardedFetcher, 'stream'>;
  /** Hashes of tools, by server, credentials and name. */
  readonly #found = new LRUCache<string, string>({ max: mostKept, ttl: keepMs });

  constructor({ fetcher }: { fetcher: Pick<GuardedFetcher, 'stream'> }) {
    this.#fetcher = fetcher;
  }

  listTools(server: McpServer, signal: AbortSignal): Promise<Answer<McpTool[]>> {
    return this.#session(
      server,
      signal,
      async (client, bounds) => (await readTools(client, { ...bounds, timeoutMs })).tools,
    );
  }

  /** Calls a tool, after `check` has looked at what the server says of it at this moment. */
  callTool(
    server: McpServer,
    call: { name: string; inputs: JsonObject; check(found: FoundTool): void },
    signal: AbortSignal,
  ): Promise<Answer<JsonValue>> {
    return this.#session(server, signal, async (client, { allowance, signal: bound }) => {
      call.check(await this.#find(client, { server, name: call.name, allowance, signal: bound }));
      allowance.bytes = maxResultBytes;
      const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
      const params = { name: call.name, arguments: call.inputs };
      const answer: unknown = await client.request({ method: 'tools/call', params }, CallToolResultSchema, {
        signal: bound,
        timeout: timeoutMs,
      });
      const result: JsonObject = isJsonObject(answer) ? answer : {};
      const { _meta: _, isError, structuredContent, ...rest } = result;
      if (isError === true) {
        throw new AppError('feature_execution_failed', `The tool ${call.name} reported an error.`, {
          details: JSON.stringify(rest.content ?? null).slice(0, 500),
        });
      }
      return { ...rest, ...(structuredContent !== undefined && { structured_content: structuredContent }) };
    });
  }

  async #find(
    client: Client,
    { server, name, allowance, signal }: { server: McpServer; name: string; allowance: Allowance; signal: AbortSignal },
  ): Promise<FoundTool> {
    const key = hash('sha256', JSON.stringify([server.url, server.headers, name]));
    const known = this.#found.get(key);
    if (known !== undefined) return { definitionHash: known, names: [name] };
    const { tools, names } = await readTools(client, { wanted: name, signal, timeoutMs });
    const definitionHash = tools[0]?.definitionHash;
    if (definitionHash !== undefined && maxListBytes - allowance.bytes > cheapListBytes) {
      this.#found.set(key, definitionHash);
    }
    return { definitionHash, names };
  }

  async #session<Value>(
    server: McpServer,
    signal: AbortSignal,
    work: (client: Client, bounds: { allowance: Allowance; signal: AbortSignal }) => Promise<Value>,
  ): Promise<Answer<Value>> {
    const [sdk, { StreamableHTTPClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    ]);
    const client = new sdk.Client({ name: 'parley', version });
    let refusal: string | null = null;
    const allowance: Allowance = { bytes: maxListBytes, excess: new AbortController() };
    // Of an answer that is cut off the client says nothing by itself; it would wait for the rest.
    const bound = AbortSignal.any([signal, allowance.excess.signal]);
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: server.headers },
      fetch: async (url, init) => {
        const response = await this.#fetch(url, init, { allowance, signal: bound });
        if (response.status === 401) refusal = `HTTP 401 from ${new URL(server.url).host}`;
        return response;
      },
    });
    try {
      await client.connect(transport, { signal: bound, timeout: timeoutMs });
      const value = await work(client, { allowance, signal: bound });
      await transport.terminateSession();
      return { kind: 'done', value };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (allowance.excess.signal.aborted) throw tooMuch(server);
      if (refusal !== null) return { kind: 'unauthorized', details: refusal };
      throw toFailure(error, server);
    } finally {
      await client.close();
    }
  }

  /** The guarded fetcher in the form of `fetch`. The server's own event stream is not listened to: calls are answered. */
  async #fetch(
    url: string | URL,
    init: RequestInit | undefined,
    { allowance, signal }: { allowance: Allowance; signal: AbortSignal },
  ): Promise<Response> {
    const method = init?.method ?? 'GET';
    if (method === 'GET') return new Response(null, { status: 405 });
    const answer = await this.#fetcher.stream(url, {
      method,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && { body: init.body }),
      signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal,
      timeoutMs,
      headersTimeoutMs: timeoutMs,
      // The allowance is the limit: of one that the fetcher sets the client hears nothing in a stream, and waits.
      maxBytes: Number.POSITIVE_INFINITY,
      maxRedirects: 0,
    });
    const hasBody = ![101, 204, 205, 304].includes(answer.status);
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers;
    if (!hasBody) for await (const chunk of answer.body) void chunk;
    return new Response(hasBody ? ReadableStream.from(counted(answer.body, allowance)) : null, {
      status: answer.status,
      headers,
    });
  }
}

async function* counted(body: AsyncIterable<Buffer>, allowance: Allowance): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    allowance.bytes -= chunk.length;
    if (allowance.bytes < 0) {
      allowance.excess.abort();
      return;
    }
    yield chunk;
  }
}

function tooMuch(server: McpServer): AppError {
  const message = `The MCP server at ${new URL(server.url).host} sent more than is read of it.`;
  const details = `Its list of tools may take ${maxListBytes / 1e6} MB over all pages, the result of a tool ${maxResultBytes / 1e6} MB.`;
  return new AppError('feature_execution_failed', message, { details });
}

function toFailure(error: unknown, server: McpServer): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause) && !isOfFamily(cause, 'address')) return cause;
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
