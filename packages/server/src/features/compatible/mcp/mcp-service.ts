import { Readable } from 'node:stream';
import { isJsonObject, type McpMessage } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import { createMcpServer, type McpServerParts } from './mcp-server.ts';
import type { McpTool } from './mcp-tool.ts';
import type { RunningCalls } from './running-calls.ts';

export interface McpServiceParts extends Omit<McpServerParts, 'sdk'> {
  running: RunningCalls;
}

/** One message as it came over HTTP. */
export interface McpRequest {
  message: McpMessage;
  /** Of the HTTP request. */
  headers: Headers;
  /** The session that the client says it is in. */
  session: string | undefined;
  /** The user whom the client speaks for. */
  userId: string | undefined;
}

export interface McpReply {
  status: number;
  headers: Record<string, string>;
  body: Readable | string;
}

const keepAliveMs = 15_000;

/**
 * The service as an MCP server over Streamable HTTP. Each request is served by a server of its own, in the revision that its client
 * speaks, so that any process can serve any request.
 */
export class McpService {
  readonly #parts: McpServiceParts;

  constructor(parts: McpServiceParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.#parts.running.start();
    await this.#parts.questions.start();
  }

  /** Throws `not_found` for a session that is over, `forbidden` for a tool that the key has no scope for. */
  async handle(request: McpRequest, call: Call): Promise<McpReply> {
    const { sessions, running, questions } = this.#parts;
    const { message, session } = request;
    if (session !== undefined) await sessions.require(session, call.keyId);
    if (message.method === 'notifications/cancelled' && session !== undefined) {
      await running.cancel(session, message.params?.requestId);
      return { status: 202, headers: {}, body: '' };
    }
    if (message.method === undefined && session !== undefined) {
      await questions.answer(session, message.id, message);
      return { status: 202, headers: {}, body: '' };
    }
    const tool = await this.#toolOf(request, call);
    if (session === undefined || message.id === undefined) return this.#serve(request, call, tool);
    const begun = running.begin(session, message.id);
    try {
      const signal = AbortSignal.any([call.signal, begun.signal]);
      const reply = await this.#serve(request, { ...call, signal }, tool);
      if (typeof reply.body === 'string') begun.end();
      else reply.body.once('close', () => begun.end());
      return reply;
    } catch (error) {
      begun.end();
      throw error;
    }
  }

  endSession(session: string, call: Call): Promise<void> {
    return this.#parts.sessions.end(session, call.keyId);
  }

  async #serve(
    { message, headers, userId, session }: McpRequest,
    call: Call,
    tool: McpTool | undefined,
  ): Promise<McpReply> {
    // Read at the first use: most services are never asked.
    const sdk = await import('@modelcontextprotocol/server');
    const handler = sdk.createMcpHandler(
      () => createMcpServer({ ...this.#parts, sdk }, { call, userId, tool, session }),
      {
        // A call can take minutes; a stream has heartbeats from its beginning.
        responseMode: message.method === 'tools/call' ? 'sse' : 'auto',
        keepAliveMs,
      },
    );
    if (message.method === 'subscriptions/listen') throw noSubscriptions();
    const request = new Request(`${call.origin}/mcp`, { method: 'POST', headers, signal: call.signal });
    const response = await handler.fetch(request, { parsedBody: message });
    // The tool's own meter tells what the request did.
    if (tool && response.status === 200) call.meter.handOver();
    const contentType = response.headers.get('content-type');
    const given: Record<string, string> = contentType === null ? {} : { 'content-type': contentType };
    if (message.method === 'initialize' && response.status === 200) {
      given['mcp-session-id'] = this.#parts.sessions.open(call.keyId, { asksUsers: asksUsers(message) });
    }
    if (response.body === null) return { status: response.status, headers: given, body: '' };
    if (!contentType?.startsWith('text/event-stream')) {
      return { status: response.status, headers: given, body: await response.text() };
    }
    const streamed = { ...given, 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };
    return {
      status: response.status,
      headers: streamed,
      body: Readable.from(chunksOf(response.body), { objectMode: false }),
    };
  }

  /** The tool that is called. A key without its scope gets the challenge of the protocol's authorization, before anything is begun. */
  async #toolOf({ message, userId }: McpRequest, call: Call): Promise<McpTool | undefined> {
    if (message.method !== 'tools/call') return undefined;
    const tool = await this.#parts.tools.find(call, userId, String(message.params?.name));
    if (!tool || call.scopes.includes(tool.scope)) return tool;
    throw new AppError(
      'forbidden',
      `This key has no access to ${tool.scope}; ${tool.name} needs the scope "${tool.scope}"`,
      {
        fields: { scope: tool.scope },
      },
    );
  }
}

/** Whether a client that begins says that it can ask its user. */
function asksUsers({ params }: McpMessage): boolean {
  const capabilities = params?.capabilities;
  return isJsonObject(capabilities) && isJsonObject(capabilities.elicitation);
}

const noSubscriptions = () =>
  new AppError('not_found', 'There is nothing to subscribe to: lists are read with the key of each request.', {
    title: 'Method not found',
  });

/** A comment, which readers of event streams skip: the head of an answer leaves with its first bytes. */
const opening = Buffer.from(': open\n\n');

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    yield opening;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
