import type { JsonValue } from '@parley/contract';
import { isStrictSchema } from '../../lib/strict-schema.ts';
import type { PromptTool } from '../../ports/language-model.ts';
import type { AnthropicQuirks } from './anthropic-quirks.ts';

/** So many tools of a request may be strict, and they may offer so many choices of types in all. */
const strictLimits = { tools: 20, unions: 16 };

/**
 * The tools whose inputs the vendor is asked to hold to their schemas although the caller did not say so: those that it
 * takes as they are.
 */
export function strictTools(
  tools: readonly PromptTool[],
  { hasStrictTools }: AnthropicQuirks,
): ReadonlySet<PromptTool> {
  const chosen = new Set(tools.filter(({ strict }) => strict === true));
  if (!hasStrictTools) return chosen;
  let unions = 0;
  for (const tool of tools) {
    if (tool.strict !== undefined || tool.vendor?.type !== undefined || chosen.size >= strictLimits.tools) continue;
    if (!isStrictSchema(tool.inputSchema) || holdsRefused(tool.inputSchema)) continue;
    unions += unionsIn(tool.inputSchema);
    if (unions > strictLimits.unions) break;
    chosen.add(tool);
  }
  return chosen;
}

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs, "JSON Schema limitations". */
const refusedKeywords =
  /"(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|minItems|maxItems|pattern|\$ref)":/;
const holdsRefused = (schema: JsonValue): boolean => refusedKeywords.test(JSON.stringify(schema));
const unionsIn = (schema: JsonValue): number => JSON.stringify(schema).match(/"anyOf":|"type":\[/g)?.length ?? 0;
