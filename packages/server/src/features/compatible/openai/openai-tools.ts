import type { JsonObject } from '@parley/contract';
import type { PromptTool, ToolChoice } from '../../../ports/language-model.ts';
import type { CheckTools } from '../../text/generation/check-tools.ts';
import { requireUniqueNames } from '../../text/generation/message-prompt.ts';
import { invalid } from './refusals.ts';

interface FunctionFields {
  name: string;
  description?: string | null | undefined;
  parameters?: Record<string, unknown> | null | undefined;
  strict?: boolean | null | undefined;
}

export function toPromptTool({ name, description, parameters, strict }: FunctionFields): PromptTool {
  return {
    name,
    description: description ?? '',
    // It came in as JSON; the schema only could not say so to the compiler.
    inputSchema: (parameters ?? { type: 'object', properties: {} }) as JsonObject,
    ...(typeof strict === 'boolean' && { strict }),
  };
}

/** Throws `invalid_request` for names used twice and schemas that cannot be used, by the field's path. */
export async function requireSoundTools(
  tools: PromptTool[],
  fieldOf: (index: number) => string,
  check: CheckTools,
): Promise<void> {
  requireUniqueNames(
    tools.map(({ name }) => name),
    'tools',
  );
  if (tools.length > 0) await check(tools, (index) => `${fieldOf(index)}.parameters`);
}

/** A choice by word, or of one function in the form of either API. */
export function readOpenAIChoice(
  choice: string | { type: string; name?: unknown; function?: { name?: string } } | null | undefined,
  tools: readonly PromptTool[],
): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (choice === 'auto' || choice === 'none') return choice;
  if (choice === 'required') {
    if (tools.length > 0) return choice;
    throw invalid('tool_choice', 'is "required", but there are no tools');
  }
  if (typeof choice === 'object' && choice.type === 'function') {
    const name = choice.function?.name ?? choice.name;
    const found = tools.find((tool) => tool.name === name);
    if (found) return { name: found.name };
    throw invalid('tool_choice', `must name one of the tools (${tools.map((tool) => tool.name).join(', ')})`);
  }
  const type = typeof choice === 'object' ? choice.type : choice;
  throw invalid(
    'tool_choice',
    `of type "${String(type).slice(0, 60)}" is not supported here; name one function instead`,
  );
}
