import type { JsonObject } from '@parley/contract';
import { visibleText } from '../../../lib/visible-text.ts';
import type { Auth, Manifest, ManifestFeature } from '../definitions/manifest.ts';
import type { McpTool } from '../mcp-tool-list.ts';

/** A remote MCP server as an integration: one feature per tool, pinned to the tool's definition. */
export function toMcpManifest(server: {
  id: string;
  name: string;
  description: string;
  url: string;
  auth: Auth;
  tools: McpTool[];
}): Manifest {
  const names = new Set<string>();
  return {
    id: server.id,
    name: server.name,
    description: server.description,
    verified: 'documentation',
    base_url: new URL(server.url).origin,
    mcp_server_url: server.url,
    auth: server.auth,
    features: server.tools.map((tool) => toFeature(tool, names)),
  };
}

function toFeature(tool: McpTool, taken: Set<string>): ManifestFeature {
  return {
    name: toFeatureName(tool.name, taken),
    description: visibleText(tool.description.slice(0, 4000)) || tool.name,
    input_schema: toObjectSchema(tool.inputSchema),
    changes: tool.changes,
    mcp: { operation: 'call', tool: tool.name, definition_hash: tool.definitionHash },
  };
}

/** Upper case, letters, digits and underscores; a number is added where two would be the same. */
export function toFeatureName(name: string, taken: Set<string>): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 90);
  const base = /^[A-Z]/.test(words) ? words : `TOOL_${words || 'UNNAMED'}`;
  let unique = base;
  for (let number = 2; taken.has(unique); number++) unique = `${base}_${number}`;
  taken.add(unique);
  return unique;
}

function toObjectSchema(schema: JsonObject): JsonObject {
  const said = new Set(['title', 'description']);
  const visible: JsonObject = JSON.parse(JSON.stringify(schema), (key, value) =>
    said.has(key) && typeof value === 'string' ? visibleText(value) : value,
  );
  return { ...visible, type: 'object' };
}
