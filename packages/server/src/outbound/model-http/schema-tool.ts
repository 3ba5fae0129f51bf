import type { JsonObject } from '@parley/contract';
import type { ModelEvent, Prompt } from '../../ports/language-model.ts';
import { schemaDescription } from './schema-name.ts';

/** The tool that carries a reply in response format mode `tool`. */
const schemaToolName = 'give_answer';

/** A vendor that does not take this schema as the form of a reply takes it as the input of a tool. */
export function withinGrammar(prompt: Prompt, isTaken: (schema: JsonObject) => boolean): Prompt {
  const { responseFormat } = prompt;
  if (responseFormat?.mode !== 'strict' || isTaken(responseFormat.schema)) return prompt;
  return { ...prompt, responseFormat: { ...responseFormat, mode: 'tool' } };
}

/** The prompt for mode `tool`: one tool whose input is the object that is asked for, and it must be called. */
export function withSchemaTool(prompt: Prompt): Prompt {
  if (prompt.responseFormat?.mode !== 'tool') return prompt;
  const { responseFormat, ...rest } = prompt;
  const what = schemaDescription(responseFormat.schema);
  return {
    ...rest,
    tools: [
      {
        name: schemaToolName,
        description: `Gives the final answer${what === '' ? '' : ` (${what})`}. Call it exactly once, with the whole answer as its input.`,
        inputSchema: responseFormat.schema,
      },
    ],
    toolChoice: { name: schemaToolName },
  };
}

/** The way back: the input of that call is the text of the reply. Null for an event that says nothing then. */
export function fromSchemaTool(event: ModelEvent): ModelEvent | null {
  if (event.type === 'tool-call-start' && event.name === schemaToolName) return null;
  if (event.type === 'tool-call' && event.name === schemaToolName) return { type: 'text-delta', text: event.arguments };
  if (event.type === 'finish' && event.reason === 'tool-calls') return { ...event, reason: 'stop' };
  return event;
}
