import {
  fileIdPlaces,
  type JsonObject,
  type ReachingPath,
  reachingPaths,
  readFileIds,
  type Scope,
} from '@parley/contract';
import type { Static, TSchema } from 'typebox';
import type { Call } from '../../../ports/call.ts';

/** What a tool has besides its input. */
export interface ToolContext {
  /** Of this one call: its meter counts it alone, its signal ends when the client leaves or cancels. */
  call: Call;
  /** The user whom the client speaks for, where it says so. */
  userId: string | undefined;
  /** The word of that user, given to the application and not to its model. */
  confirm: string | undefined;
  /** Tells the client how far the work is. */
  progress(message: string): void;
}

export interface ToolOutcome {
  /** Satisfies the output schema. */
  structured: object;
  /** What a model reads. */
  text: string;
}

interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** A capability of the service as a tool. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  /** Under which its use is recorded: the operation that does the same over HTTP. */
  endpoint: string;
  inputSchema: JsonObject;
  outputSchema: JsonObject;
  annotations: ToolHints;
  /** Inputs that need further scopes. */
  reaching: readonly ReachingPath[];
  /** The input has been checked against the schema. */
  run(input: JsonObject, context: ToolContext): Promise<ToolOutcome>;
}

interface ToolDefinition<Input extends TSchema, Output extends TSchema> {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  endpoint: string;
  input: Input;
  output: Output;
  hints: Partial<ToolHints> & { readOnlyHint: boolean };
  run(input: Static<Input>, context: ToolContext): Promise<{ structured: Static<Output>; text: string }>;
}

/** Ties what a tool does to its schemas. */
export function mcpTool<Input extends TSchema, Output extends TSchema>(
  definition: ToolDefinition<Input, Output>,
): McpTool {
  const { input, output, hints, run, ...named } = definition;
  const { scope } = named;
  const fileIds = fileIdPlaces(input);
  return {
    ...named,
    inputSchema: plainSchema(input),
    outputSchema: plainSchema(output),
    annotations: { destructiveHint: false, idempotentHint: hints.readOnlyHint, openWorldHint: false, ...hints },
    reaching: reachingPaths({
      id: named.endpoint,
      method: 'POST',
      path: '/mcp',
      auth: scope,
      tag: 'MCP',
      summary: named.title,
      body: input,
      responses: {},
    }),
    run: async (given, context) => {
      readFileIds(given, fileIds);
      // The input schema has been held before a tool is run.
      const { structured, text } = await run(given as Static<Input>, context);
      // Statics of object schemas are objects.
      return { structured: structured as object, text };
    },
  };
}

/** As clients get it: without the names of the reference, of which one client's validator would take the second for a clash. */
export function plainSchema(schema: TSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema, (name, value) => (name === '$id' ? undefined : value)));
}
