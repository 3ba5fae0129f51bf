import type { Server, Tool } from '@modelcontextprotocol/server';
import { isAppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import { callTool, type ToolCallParts } from './call-tool.ts';
import { type McpResources, resourceTemplates } from './mcp-resources.ts';
import type { McpTool } from './mcp-tool.ts';
import type { McpTools } from './mcp-tools.ts';

export interface McpServerParts extends ToolCallParts {
  tools: McpTools;
  resources: McpResources;
  version: string;
}

const instructions =
  'Parley answers questions from texts, files and collections, searches the web, researches with proven citations, and reads ' +
  'pictures and PDFs. Upload documents with upload_file and name their file_id in file_ids of answer or deep_research.';

/** One request of one caller. */
export interface ServedRequest {
  call: Call;
  /** The user whom the client speaks for. */
  userId: string | undefined;
  /** The tool that it calls, when it calls one that there is. */
  tool: McpTool | undefined;
}

/** A server for one request of one caller, so that nothing of one can reach another. */
export function createMcpServer(parts: McpServerParts, { call, userId, tool }: ServedRequest): Server {
  const { sdk, tools, version } = parts;
  const hasFiles = call.scopes.includes('files');
  const server = new sdk.Server(
    { name: 'parley', title: 'Parley', version },
    { capabilities: { tools: {}, ...(hasFiles && { resources: {} }) }, instructions },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: (await tools.list(call, userId)).map(describe) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (tool) return callTool(parts, { tool, input: params.arguments, call, userId, context });
    throw new sdk.ProtocolError(sdk.INVALID_PARAMS, `There is no tool ${params.name.slice(0, 100)}`);
  });
  if (hasFiles) serveResources(server, parts, call);
  return server;
}

function serveResources(server: Server, { sdk, resources }: McpServerParts, call: Call): void {
  server.setRequestHandler('resources/list', ({ params }) => told(sdk, () => resources.list(call, params?.cursor)));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params }) =>
    told(sdk, async () => {
      try {
        return { contents: await resources.read(call, params.uri) };
      } catch (error) {
        if (isAppError(error) && error.status === 404) throw new sdk.ResourceNotFoundError(params.uri, error.message);
        throw error;
      }
    }),
  );
}

/** Errors that the caller can mend keep their message; any other becomes an internal error of the protocol. */
async function told<Result>(sdk: McpServerParts['sdk'], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error)) throw error;
    const code = error.status < 500 ? sdk.INVALID_PARAMS : sdk.INTERNAL_ERROR;
    throw new sdk.ProtocolError(code, error.message);
  }
}

function describe({ name, title, description, inputSchema, outputSchema, annotations }: McpTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' },
    outputSchema: { ...outputSchema, type: 'object' },
    annotations: { title, ...annotations },
  };
}
