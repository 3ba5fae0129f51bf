import type { JsonObject } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import type { Prompt, PromptMessage, ResponseFormatMode } from '../../../ports/language-model.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { type StrictSchema, toStrictSchema, toToolSchema } from './strict-schema.ts';

/** A prompt that asks for an object in one way. */
export interface ObjectPrompt {
  prompt: Prompt;
  /** See `StrictSchema.wrapper`. */
  wrapper: string | null;
}

/** The prompt for one mode, or null when the mode cannot say this schema. */
export function askForObject(
  prompt: Prompt,
  schema: CompiledSchema,
  mode: ResponseFormatMode,
  prompts: PromptLibrary,
): ObjectPrompt | null {
  switch (mode) {
    case 'strict': {
      const strict = toStrictSchema(schema.schema);
      return strict && withFormat(prompt, strict, mode);
    }
    case 'tool':
      // The caller's own tools and the forced one would get in each other's way.
      return prompt.tools && prompt.tools.length > 0 ? null : withFormat(prompt, toToolSchema(schema.schema), mode);
    case 'json':
    case 'prompt': {
      const words = prompts.text('object-in-words', { schema: inWords(schema.schema) });
      const guidance = [prompt.guidance ?? '', words].filter((text) => text !== '').join('\n\n');
      return withFormat({ ...prompt, guidance }, { schema: schema.schema, wrapper: null }, mode);
    }
  }
}

function withFormat(prompt: Prompt, { schema, wrapper }: StrictSchema, mode: ResponseFormatMode): ObjectPrompt {
  return { prompt: { ...prompt, responseFormat: { schema, mode } }, wrapper };
}

/** The schema under its own title and description, which tell what is wanted better than its keywords do. */
function inWords(schema: JsonObject): string {
  const { title, description } = schema;
  return [
    ...(typeof title === 'string' ? [`# ${title}`] : []),
    ...(typeof description === 'string' ? [description] : []),
    `JSON Schema:\n${JSON.stringify(schema)}`,
  ].join('\n');
}

const maxEcho = 20_000;

/** The same question again, with the reply that did not hold and what is wrong with it. */
export function askAgain(prompt: Prompt, reply: string, errors: string[], prompts: PromptLibrary): Prompt {
  const echo: PromptMessage[] =
    reply.trim() === '' ? [] : [{ role: 'assistant', parts: [{ type: 'text', text: reply.slice(0, maxEcho) }] }];
  const problem = prompts.text('object-again', { errors: errors.map((error) => `- ${error}`).join('\n') });
  return {
    ...prompt,
    messages: [...prompt.messages, ...echo, { role: 'user', parts: [{ type: 'text', text: problem }] }],
  };
}
