import type { Server, ServerContext, Tool } from '@modelcontextprotocol/server';
import { isAppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import { callTool, type ToolCallParts } from './call-tool.ts';
import type { McpPrompts } from './mcp-prompts.ts';
import { type McpResources, resourceTemplates } from './mcp-resources.ts';
import { asksUsers } from './mcp-sessions.ts';
import type { McpTool } from './mcp-tool.ts';
import type { McpTools } from './mcp-tools.ts';
import { type AskClient, askOf, type LogToClient, logTo, type ToClientParts } from './to-client.ts';

export interface McpServerParts extends ToolCallParts, ToClientParts {
  tools: McpTools;
  resources: McpResources;
  prompts: McpPrompts;
  version: string;
  /** Puts what a test suite wants to meet beside what the service offers. Given by tests alone: no setting reaches it. */
  extend?: ExtendMcpServer | undefined;
}

export type ExtendMcpServer = (
  server: Server,
  own: {
    tools(): Promise<Tool[]>;
    log(context: ServerContext, logger: string): LogToClient;
    ask(context: ServerContext): AskClient;
  },
) => void;

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
  /** The session that it is in: clients from before revision 2026-07-28 have one. */
  session: string | undefined;
}

/** A server for one request of one caller, so that nothing of one can reach another. */
export function createMcpServer(parts: McpServerParts, { call, userId, tool, session }: ServedRequest): Server {
  const { sdk, tools, version } = parts;
  const hasFiles = call.scopes.includes('files');
  const server = new sdk.Server(
    { name: 'parley', title: 'Parley', version },
    {
      capabilities: { tools: {}, prompts: {}, completions: {}, logging: {}, ...(hasFiles && { resources: {} }) },
      instructions,
    },
  );
  const list = async () => (await tools.list(call, userId)).map(describe);
  server.setRequestHandler('tools/list', async () => ({ tools: await list() }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (!tool) throw new sdk.ProtocolError(sdk.INVALID_PARAMS, `There is no tool ${params.name.slice(0, 100)}`);
    const log = logTo(parts, { session, context, logger: tool.name });
    const canAsk = session !== undefined && asksUsers(session);
    const ask = canAsk ? askOf(parts, { session, context, server, call }) : undefined;
    return callTool(parts, { tool, input: params.arguments, call, userId, context, log, ask });
  });
  servePrompts(server, parts, call);
  serveLogging(server, parts, session);
  if (hasFiles) serveResources(server, parts, call);
  parts.extend?.(server, {
    tools: list,
    log: (context, logger) => logTo(parts, { session, context, logger }),
    ask: (context) => askOf(parts, { session, context, server, call }),
  });
  return server;
}

function servePrompts(server: Server, { sdk, prompts }: McpServerParts, call: Call): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.list(call) }));
  server.setRequestHandler('prompts/get', ({ params }) =>
    told(sdk, () => prompts.get(call, params.name, params.arguments ?? {})),
  );
  server.setRequestHandler('completion/complete', ({ params }) =>
    told(sdk, async () => ({ completion: { values: await prompts.complete(call, params) } })),
  );
}

/** Clients of revision 2026-07-28 name the level with each request instead. */
function serveLogging(server: Server, { sdk, sessions }: McpServerParts, session: string | undefined): void {
  server.setRequestHandler('logging/setLevel', async ({ params }) => {
    if (session === undefined) {
      throw new sdk.ProtocolError(sdk.INVALID_PARAMS, 'A level is kept for a session, and this request is in none.');
    }
    await sessions.setLogLevel(session, params.level);
    return {};
  });
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
