import type { LoggingLevel, Server, ServerContext } from '@modelcontextprotocol/server';
import type { JsonObject } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { ClientQuestions } from './client-questions.ts';
import { logLevels, type McpSessions } from './mcp-sessions.ts';

export interface ToClientParts {
  sdk: typeof import('@modelcontextprotocol/server');
  sessions: McpSessions;
  questions: ClientQuestions;
}

/** Tells the client something, if it wants to hear of that level. */
export type LogToClient = (level: LoggingLevel, data: Readonly<Record<string, unknown>>) => Promise<void>;
/** Asks the client something and waits for its result. Throws where it cannot be asked, refuses, or says nothing. */
export type AskClient = (method: string, params: JsonObject) => Promise<JsonObject>;

interface Served {
  session: string | undefined;
  context: ServerContext;
}

/** The level is the session's; clients of revision 2026-07-28, which have none, name it with the request. */
export function logTo(
  { sdk, sessions }: ToClientParts,
  { session, context: { mcpReq }, logger }: Served & { logger: string },
): LogToClient {
  const ofRequest: unknown = Reflect.get(mcpReq.envelope ?? {}, sdk.LOG_LEVEL_META_KEY);
  const named = logLevels.find((level) => level === ofRequest) ?? null;
  const least = session === undefined ? Promise.resolve(named) : sessions.logLevel(session);
  return async (level, data) => {
    const wanted = await least;
    if (wanted === null || logLevels.indexOf(level) < logLevels.indexOf(wanted)) return;
    // A client that has left is noticed by the signal.
    await mcpReq.notify({ method: 'notifications/message', params: { level, logger, data } }).catch(() => {});
  };
}

export function askOf(
  { questions }: Pick<ToClientParts, 'questions'>,
  { session, context: { mcpReq }, server, call }: Served & { server: Server; call: Call },
): AskClient {
  return async (method, params) => {
    if (session === undefined) throw new AppError('invalid_request', 'Only a client in a session can be asked.');
    return questions.ask({
      session,
      signal: AbortSignal.any([call.signal, mcpReq.signal]),
      send: async (id) =>
        server.transport?.send({ jsonrpc: '2.0', id, method, params }, { relatedRequestId: mcpReq.id }),
    });
  };
}
