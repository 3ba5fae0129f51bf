import type { JsonValue } from '@parley/contract';
import type { SafeNames } from '../../lib/safe-names.ts';
import { isStrictSchema } from '../../lib/strict-schema.ts';
import { messagesWithMaterial, systemText } from '../../outbound/model-http/prompt-text.ts';
import { schemaDescription, schemaName } from '../../outbound/model-http/schema-name.ts';
import type {
  AssistantPart,
  CacheMark,
  Prompt,
  PromptMessage,
  PromptTool,
  ToolChoice,
  UserPart,
} from '../../ports/language-model.ts';
import { fitTurns, type OpenAITurn } from './fit-turns.ts';
import type { OpenAIQuirk } from './openai-quirks.ts';

export interface OpenAIRequestOptions {
  model: string;
  names: SafeNames;
  quirks: ReadonlySet<OpenAIQuirk>;
}

/** The body of a call to `/chat/completions`. Undefined fields are left out of the JSON. */
export function toOpenAIRequest(prompt: Prompt, { model, names, quirks }: OpenAIRequestOptions): object {
  const system = systemText(prompt);
  const messages = messagesWithMaterial(prompt);
  const isStreamed = prompt.isStreamed !== false;
  const limitField = quirks.has('max-completion-tokens') ? 'max_completion_tokens' : 'max_tokens';
  const hasSampling = !quirks.has('no-sampling');
  const hasTools = prompt.tools !== undefined && prompt.tools.length > 0;
  const mark = quirks.has('cache-marks') ? prompt.systemCache : undefined;
  const instructions = mark ? [{ type: 'text', text: system, ...toMark(mark) }] : system;
  const turns: OpenAITurn[] = system === '' ? [] : [{ role: 'system', content: instructions }];
  for (const message of messages) addTurns(turns, message, { names, quirks });
  return {
    model,
    messages: fitTurns(turns, quirks),
    tools: hasTools ? prompt.tools?.map((tool) => toTool(tool, { names, quirks })) : undefined,
    tool_choice: hasTools ? toToolChoice(prompt.toolChoice, names) : undefined,
    response_format: toResponseFormat(prompt),
    [limitField]: prompt.maxTokens,
    temperature: hasSampling ? prompt.temperature : undefined,
    top_p: hasSampling ? prompt.topP : undefined,
    // Not OpenAI's own, which refuses it by its name; most other servers have it.
    top_k: hasSampling ? prompt.topK : undefined,
    stop: prompt.stopSequences?.length ? prompt.stopSequences : undefined,
    reasoning_effort: quirks.has('reasoning-effort')
      ? (prompt.reasoningEffort ?? toEffort(prompt.thinking))
      : undefined,
    reasoning: quirks.has('reasoning-object') ? toReasoning(prompt) : undefined,
    seed: prompt.seed,
    frequency_penalty: prompt.frequencyPenalty,
    presence_penalty: prompt.presencePenalty,
    parallel_tool_calls: hasTools ? prompt.parallelToolCalls : undefined,
    stream: isStreamed,
    stream_options: isStreamed && !quirks.has('no-stream-options') ? { include_usage: true } : undefined,
  };
}

type Wording = Pick<OpenAIRequestOptions, 'names' | 'quirks'>;

function addTurns(turns: OpenAITurn[], message: PromptMessage, wording: Wording): void {
  switch (message.role) {
    case 'system':
      turns.push({ role: 'system', content: message.text });
      return;
    case 'user':
      turns.push({ role: 'user', content: toUserContent(message.parts, wording.quirks) });
      return;
    case 'assistant':
      turns.push(toAssistantMessage(message.parts, wording));
      return;
    case 'tool':
      for (const { toolCallId, result, isError } of message.results) {
        // The API has no field for a failure.
        const content = isError === true ? `The tool failed: ${textOf(result)}` : textOf(result);
        turns.push({ role: 'tool', tool_call_id: toolCallId, content });
      }
      return;
    default:
      message satisfies never;
  }
}

function toUserContent(parts: UserPart[], quirks: Wording['quirks']): string | object[] {
  const marked = quirks.has('cache-marks');
  if (parts.every((part) => part.type === 'text' && !(marked && part.cache))) {
    return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  }
  return parts.map((part) => ({
    ...(part.type === 'text'
      ? { type: 'text', text: part.text }
      : {
          type: 'image_url',
          image_url: { url: `data:${part.mediaType};base64,${part.base64}`, detail: part.detail },
        }),
    ...(marked && toMark(part.cache)),
  }));
}

const toMark = (mark: CacheMark | undefined): object =>
  mark === undefined ? {} : { cache_control: { type: 'ephemeral', ttl: mark.ttl } };

/** Reasoning stays out: servers that think refuse it or ignore it on the way back, but for those that want it beside calls. */
function toAssistantMessage(parts: AssistantPart[], { names, quirks }: Wording): OpenAITurn {
  let text = '';
  let reasoning = '';
  const calls: object[] = [];
  for (const part of parts) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'reasoning') reasoning += part.text;
    if (part.type !== 'tool-call') continue;
    const { id, name, input } = part;
    calls.push({ id, type: 'function', function: { name: names.toSafe(name), arguments: JSON.stringify(input) } });
  }
  if (calls.length === 0) return { role: 'assistant', content: text };
  // Also an empty one: a call without the field is what they refuse.
  const thoughts = quirks.has('thoughts-with-calls') ? { reasoning_content: reasoning } : {};
  return { role: 'assistant', content: text === '' ? null : text, ...thoughts, tool_calls: calls };
}

/** Where the vendor can hold the inputs to their schema by itself, it is asked to. */
function toTool({ name, description, inputSchema, strict, cache }: PromptTool, { names, quirks }: Wording): object {
  const wantsStrict = !quirks.has('no-strict-tools') && (strict ?? quirks.has('strict-tools'));
  const isStrict = wantsStrict && isStrictSchema(inputSchema);
  return {
    type: 'function',
    function: { name: names.toSafe(name), description, parameters: inputSchema, strict: isStrict ? true : undefined },
    ...(quirks.has('cache-marks') && toMark(cache)),
  };
}

function toToolChoice(choice: ToolChoice | undefined, names: SafeNames): string | object | undefined {
  return typeof choice === 'object' ? { type: 'function', function: { name: names.toSafe(choice.name) } } : choice;
}

function toResponseFormat({ responseFormat, schemaName: givenName }: Prompt): object | undefined {
  if (responseFormat?.mode === 'json') return { type: 'json_object' };
  if (responseFormat?.mode !== 'strict') return undefined;
  const { schema } = responseFormat;
  return {
    type: 'json_schema',
    json_schema: {
      name: givenName ?? schemaName(schema),
      description: schemaDescription(schema) || undefined,
      schema,
      strict: isStrictSchema(schema),
    },
  };
}

function toReasoning({ reasoningEffort, thinking }: Prompt): object | undefined {
  if (reasoningEffort !== undefined) return { effort: reasoningEffort };
  return thinking === undefined ? undefined : { max_tokens: thinking.budgetTokens };
}

function toEffort(thinking: Prompt['thinking']): string | undefined {
  if (thinking === undefined) return undefined;
  if (thinking.budgetTokens <= 2_048) return 'low';
  return thinking.budgetTokens <= 16_384 ? 'medium' : 'high';
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
