import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { ManifestFeature } from '../definitions/manifest.ts';
import type { McpTool } from '../mcp-tool-list.ts';
import type { FeatureCall, FeatureOutcome } from '../vendor-calls/feature-executor.ts';
import { Redactor } from '../vendor-calls/redactor.ts';
import { buildRequest } from '../vendor-calls/request-builder.ts';
import type { FoundTool, McpConnection, McpServer } from './mcp-connection.ts';

/** Names of a server's tools in a message; a server may have hundreds, of any length. */
const longestNames = 4_000;

type McpOperation = NonNullable<ManifestFeature['mcp']>;

/** Runs features that are tools of remote MCP servers. */
export class McpFeatures {
  readonly #connection: McpConnection;

  constructor({ connection }: { connection: McpConnection }) {
    this.#connection = connection;
  }

  async run(call: FeatureCall, operation: McpOperation): Promise<FeatureOutcome> {
    const redactor = new Redactor(call.secrets);
    const server = toServer(call);
    try {
      const answer = await this.#answer(call, operation, server);
      if (answer.kind === 'unauthorized') return answer;
      return { kind: 'done', result: await redactor.value(answer.value) };
    } catch (error) {
      if (!(error instanceof AppError) || error.details === undefined) throw error;
      throw new AppError(error.code, error.message, {
        title: error.title,
        details: redactor.text(error.details),
        ...(error.fields && { fields: error.fields }),
      });
    }
  }

  async #answer(call: FeatureCall, operation: McpOperation, server: McpServer) {
    switch (operation.operation) {
      case 'call':
        return this.#connection.callTool(
          server,
          { name: operation.tool, inputs: call.inputs, check: (found) => requirePinned(found, operation) },
          call.signal,
        );
      case 'list_any': {
        const answer = await this.#connection.listTools(server, call.signal);
        if (answer.kind === 'unauthorized') return answer;
        return { kind: 'done' as const, value: { tools: answer.value.map(toWire) } };
      }
      case 'call_any':
        return this.#callAny(call, server);
    }
  }

  /** The caller names the tool, and the definition that it has seen. */
  #callAny(call: FeatureCall, server: McpServer) {
    const { tool, arguments: inputs, definition_hash: hash } = call.inputs;
    const name = typeof tool === 'string' ? tool : '';
    const check = ({ definitionHash, names }: FoundTool) => {
      if (definitionHash === undefined) {
        throw new AppError('invalid_inputs', `/tool names ${name}, which the server does not have`, {
          fields: {
            problems: [{ path: '/tool', message: `must be one of ${names.join(', ').slice(0, longestNames)}` }],
          },
        });
      }
      if (hash !== definitionHash) throw changed(name);
    };
    return this.#connection.callTool(server, { name, inputs: isJsonObject(inputs) ? inputs : {}, check }, call.signal);
  }
}

/** Where a manifest's server is and what identifies us there. */
export function toServer(call: Pick<FeatureCall, 'manifest' | 'auth' | 'connection'>): McpServer {
  const path = call.manifest.mcp_server_url ?? '';
  const scope = { connection: call.connection };
  const { url, headers } = buildRequest({ method: 'POST', path }, { ...call, scope });
  const { authorization } = headers;
  return { url, headers: { ...(authorization && { authorization }) } };
}

function toWire(tool: McpTool): JsonObject {
  const { name, description, inputSchema, definitionHash } = tool;
  return { name, description, input_schema: inputSchema, definition_hash: definitionHash };
}

function requirePinned(found: FoundTool, pinned: { tool: string; definition_hash: string }): void {
  if (found.definitionHash !== pinned.definition_hash) throw changed(pinned.tool);
}

/** A server that changes what a tool says of itself may be out to mislead whoever calls it. */
function changed(tool: string): AppError {
  const message = `The server has changed or removed the tool ${tool} since it was approved. It must be approved again.`;
  return new AppError('conflict', message, {
    title: 'Tool definition has changed',
    fields: { tool } satisfies JsonValue,
  });
}
