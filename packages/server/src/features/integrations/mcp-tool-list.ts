import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { isJsonObject, type JsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { Turn } from '../../lib/turn.ts';

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

/** Bytes of all pages of a list together: a hundred tools with long descriptions take about a tenth of it. */
export const maxListBytes = 2_000_000;
const maxTools = 500;
const maxPages = 20;

/**
 * The tools of a server, or the one of a name: pages are read only until it is there. By plain requests: the client's own method
 * would compile the schemas of the server's answers, which nobody checked.
 */
export async function readTools(
  client: Client,
  { wanted, signal, timeoutMs }: { wanted?: string; signal: AbortSignal; timeoutMs: number },
): Promise<{ tools: McpTool[]; names: string[] }> {
  // Read loosely, and closely only what is used: one page may hold hundreds of large schemas.
  const { ResultSchema, ToolSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const turn = new Turn();
  const tools: McpTool[] = [];
  const names: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && names.length < maxTools; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const options = { signal, timeout: timeoutMs };
    const answer = await client.request({ method: 'tools/list', params }, ResultSchema, options);
    for (const listed of listOf(answer.tools).slice(0, maxTools - names.length)) {
      const name = nameOf(listed);
      names.push(name);
      if (wanted !== undefined && name !== wanted) continue;
      await turn.next();
      tools.push(toTool(ToolSchema.parse(listed)));
      if (wanted !== undefined) return { tools, names };
    }
    if (typeof answer.nextCursor !== 'string') break;
    cursor = answer.nextCursor;
  }
  return { tools, names };
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new AppError('feature_execution_failed', 'The MCP server sent no list of tools.');
}

function nameOf(listed: unknown): string {
  const name = isJsonObject(listed) ? listed.name : undefined;
  if (typeof name === 'string') return name;
  throw new AppError('feature_execution_failed', 'The MCP server sent a tool without a name.');
}

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
