import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { errorCatalogue, isJsonObject, type JsonObject, publicCode, usedPaths } from '@parley/contract';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import { compileGivenSchema } from '../../../lib/given-schema.ts';
import type { Call } from '../../../ports/call.ts';
import type { Meter } from '../../../ports/meter.ts';
import type { McpTool } from './mcp-tool.ts';
import type { AskClient, LogToClient } from './to-client.ts';
import { ConfirmationNeeded, ToolFailure } from './tools/integration-tools.ts';

type Sdk = typeof import('@modelcontextprotocol/server');

export interface ToolCallParts {
  sdk: Sdk;
  /** A meter of the tool's own, which stores its record under the operation that does the same over HTTP. */
  openMeter(call: Call, endpoint: string): Promise<Meter>;
  /** Told of what nobody threw on purpose. */
  onError(error: unknown): void;
}

/** Where an application puts its user's word, beside the arguments that its model wrote. */
const confirmMeta = 'parley/confirm';
/** Where it finds what the word is about. */
const confirmationMeta = 'parley/confirmation';
const confirmed = 'confirmed';

export interface WantedCall {
  tool: McpTool;
  input: unknown;
  call: Call;
  userId: string | undefined;
  context: ServerContext;
  log: LogToClient;
  /** Asks the user through a client in a session that can do so. */
  ask: AskClient | undefined;
}

/** Runs a tool under a meter of its own. What goes wrong is a result that a model can read, never a protocol error. */
export async function callTool(
  parts: ToolCallParts,
  wanted: WantedCall,
): Promise<CallToolResult | InputRequiredResult> {
  const { tool, call, context, log } = wanted;
  const meter = await parts.openMeter(call, tool.endpoint);
  const signal = AbortSignal.any([call.signal, context.mcpReq.signal]);
  const own: Call = { ...call, endpoint: tool.endpoint, meter, signal };
  const begunAt = performance.now();
  const about = () => ({ duration_ms: Math.round(performance.now() - begunAt), request_id: call.requestId });
  try {
    await log('debug', { message: `${tool.name} begins`, request_id: call.requestId });
    const result = await run(parts, wanted, own);
    await meter.settle({ status: 200, isStreamed: false });
    for (const warning of warningsOf(result)) await log('warning', { message: warning, request_id: call.requestId });
    await log('info', { message: `${tool.name} is done`, ...about() });
    return result;
  } catch (thrown) {
    const error = signal.aborted ? toKnown(signal.reason) : toKnown(thrown);
    await meter.settle({ status: error?.status ?? 500, isStreamed: false });
    if (error === null) parts.onError(thrown);
    const told = error ?? new AppError('internal_error', 'Something went wrong on our side. Try again.');
    await log('error', { message: told.message, code: publicCode(told.code), ...about() });
    return failure(told, call);
  }
}

function warningsOf({ structuredContent }: CallToolResult | InputRequiredResult): string[] {
  const warnings = isJsonObject(structuredContent) ? structuredContent.warnings : undefined;
  return Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [];
}

async function run(
  parts: ToolCallParts,
  wanted: WantedCall,
  call: Call,
): Promise<CallToolResult | InputRequiredResult> {
  const { tool, userId, context, ask } = wanted;
  const input = checkedInput(tool, wanted.input, call);
  let step = 0;
  const token = context.mcpReq._meta?.progressToken;
  const progress = (message: string) => {
    if (token === undefined) return;
    const params = { progressToken: token, progress: ++step, message };
    // A client that has left is noticed by the signal.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  const runWith = async (confirm: string | undefined): Promise<CallToolResult> => {
    const { structured, text } = await tool.run(input, { call, userId, confirm, progress });
    // As it leaves: without what is undefined.
    const structuredContent = JSON.parse(JSON.stringify(structured));
    return { content: [{ type: 'text', text }], structuredContent };
  };
  try {
    return await runWith(wordOf(parts, context));
  } catch (error) {
    if (error instanceof ConfirmationNeeded) {
      if (ask && (await agrees(ask, error))) return runWith(error.confirmation.confirm);
      return askUser(parts, error, context);
    }
    if (error instanceof ToolFailure)
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(error.said) }] };
    throw error;
  }
}

/** Throws 400 with every problem, or `forbidden` where an input needs a scope that the key has not. */
function checkedInput(tool: McpTool, input: unknown, call: Call): JsonObject {
  const given = input ?? {};
  const problems = compileGivenSchema(tool.inputSchema, { field: 'inputSchema' }).validate(given);
  if (problems.length > 0 || !isJsonObject(given)) {
    const told = problems.map((problem) => problem.replace(/^\$\.?/, '').trim());
    throw new AppError('invalid_request', told.join('; ') || 'The arguments must be an object.', {
      title: 'Invalid arguments',
    });
  }
  for (const { path, scope } of usedPaths(tool.reaching, given)) {
    if (call.scopes.includes(scope)) continue;
    throw new AppError('forbidden', `${path.join('.')} needs a key with the scope "${scope}".`);
  }
  return given;
}

/** The user's word: from the application, or from the user whom the client was asked to ask. */
function wordOf({ sdk }: ToolCallParts, { mcpReq }: ServerContext): string | undefined {
  const given = mcpReq._meta?.[confirmMeta];
  if (typeof given === 'string') return given;
  const answer = sdk.acceptedContent(mcpReq.inputResponses, confirmed);
  const state = mcpReq.requestState<unknown>();
  return answer?.[confirmed] === true && typeof state === 'string' ? state : undefined;
}

/** The user's word through a client in a session. A client that cannot be asked after all, or says nothing, has not agreed. */
async function agrees(ask: AskClient, needed: ConfirmationNeeded): Promise<boolean> {
  try {
    const { action, content } = await ask('elicitation/create', { ...questionOf(needed) });
    return action === 'accept' && isJsonObject(content) && content[confirmed] === true;
  } catch (error) {
    if (isAppError(error) && ['invalid_request', 'request_timeout'].includes(error.code)) return false;
    throw error;
  }
}

/** What a user reads before something is changed. */
const questionOf = ({ confirmation: { integration_id, feature_name, inputs } }: ConfirmationNeeded) => ({
  message: `${feature_name} of ${integration_id} changes something: ${JSON.stringify(inputs).slice(0, 2000)}`,
  requestedSchema: {
    type: 'object' as const,
    properties: { [confirmed]: { type: 'boolean' as const, title: 'Do it' } },
    required: [confirmed],
  },
});

/** Asks the user through the client where that can be done, else hands the question to the application. */
function askUser({ sdk }: ToolCallParts, needed: ConfirmationNeeded, { mcpReq }: ServerContext) {
  const { confirmation, said } = needed;
  const capabilities: unknown = Reflect.get(mcpReq.envelope ?? {}, sdk.CLIENT_CAPABILITIES_META_KEY);
  const wasAsked = mcpReq.inputResponses !== undefined && confirmed in mcpReq.inputResponses;
  if (!wasAsked && isJsonObject(capabilities) && capabilities.elicitation !== undefined) {
    return sdk.inputRequired({
      inputRequests: {
        [confirmed]: sdk.inputRequired.elicit(questionOf(needed)),
      },
      // Works once, for exactly this call, for this user: the client can do no more with it than the user may.
      requestState: confirmation.confirm,
    });
  }
  const text = JSON.stringify(said);
  return {
    isError: true,
    content: [{ type: 'text' as const, text }],
    _meta: { [confirmationMeta]: { ...confirmation } },
  };
}

function toKnown(error: unknown): AppError | null {
  return isAppError(error) ? error : null;
}

function failure({ title, message, code, details, fields }: AppError, { requestId }: Call): CallToolResult {
  const said = {
    error: title,
    message,
    code: publicCode(code),
    retryable: errorCatalogue[code].retryable,
    ...(details !== undefined && { details }),
    ...fields,
    request_id: requestId,
  };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(said) }] };
}
