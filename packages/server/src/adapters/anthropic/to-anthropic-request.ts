// long because a prompt in words of this vendor is one translation, from system to tool results
import { isJsonObject, type JsonValue } from '@parley/contract';
import type { SafeNames } from '../../lib/safe-names.ts';
import { refuseUnknownSettings, thinkingFor } from '../../outbound/model-http/prompt-settings.ts';
import { messagesWithMaterial, systemText } from '../../outbound/model-http/prompt-text.ts';
import type {
  AssistantPart,
  CacheMark,
  Prompt,
  PromptMessage,
  PromptTool,
  ReasoningEffort,
  ToolResultPart,
  UserPart,
} from '../../ports/language-model.ts';
import { type AnthropicQuirks, maxTokensFor } from './anthropic-quirks.ts';
import { strictTools } from './strict-tools.ts';

export interface AnthropicRequestOptions {
  model: string;
  names: SafeNames;
  quirks: AnthropicQuirks;
  isStreamed: boolean;
}

/** The least that the vendor accepts as a thinking budget. */
const minThinkingTokens = 1_024;

/** The body of a call to `/v1/messages`. Undefined fields are left out of the JSON. */
export function toAnthropicRequest(prompt: Prompt, options: AnthropicRequestOptions): object {
  const { names, quirks } = options;
  const system = systemText(prompt);
  refuseUnknownSettings(prompt, 'Anthropic', ['frequencyPenalty', 'presencePenalty']);
  const messages = messagesWithMaterial(prompt);
  const first = messages.findIndex((message) => message.role !== 'system');
  const leading = messages.slice(0, first < 0 ? messages.length : first);
  const instructions = [system, ...leading.flatMap((message) => (message.role === 'system' ? [message.text] : []))];
  const maxTokens = maxTokensFor(prompt.maxTokens, quirks);
  const cached = !quirks.refusesCaching;
  const marks = cached ? marksOf(prompt) : noMarks;
  const thinking = toThinking(prompt, quirks, maxTokens);
  const hasSampling = thinking === undefined && !quirks.refusesSampling;
  return {
    ...callersFields(prompt),
    model: options.model,
    max_tokens: maxTokens,
    system: toSystem(instructions, marks.system),
    messages: toMessages(messages.slice(leading.length), {
      names,
      cached,
      material: prompt.material,
      mark: marks.material,
      late: prompt.lateMaterial,
      last: marks.last,
    }),
    ...toTools(prompt, names, { isThinking: thinking !== undefined, cached, last: marks.tools, quirks }),
    thinking,
    output_config: toOutputConfig(prompt, quirks),
    temperature: hasSampling && prompt.temperature !== undefined ? Math.min(prompt.temperature, 1) : undefined,
    // Newer models refuse both at once.
    top_p: hasSampling && prompt.temperature === undefined ? prompt.topP : undefined,
    top_k: hasSampling ? prompt.topK : undefined,
    stop_sequences: prompt.stopSequences?.filter((sequence) => sequence.trim() !== ''),
    stream: options.isStreamed,
  };
}

/** Models that think without a budget take a word for it. */
function toOutputConfig(prompt: Prompt, quirks: AnthropicQuirks): object | undefined {
  const { responseFormat, reasoningEffort } = prompt;
  const given = fieldOf(prompt, 'output_config');
  const format = responseFormat?.mode === 'strict' ? { type: 'json_schema', schema: responseFormat.schema } : undefined;
  const takesEffort = quirks.thinksAdaptively || isOwnShape(prompt);
  const hasEffort = takesEffort && reasoningEffort !== undefined && reasoningEffort !== 'none';
  if (format === undefined && !hasEffort && given === undefined) return undefined;
  const said = isJsonObject(given) ? given : {};
  return { ...said, format, effort: hasEffort ? toEffort(reasoningEffort, quirks) : undefined };
}

/** The caller speaks this vendor's language: what is not said in it is not meant. */
const isOwnShape = ({ vendorFields }: Prompt): boolean => vendorFields?.shape === 'anthropic';

const fieldOf = ({ vendorFields }: Prompt, wanted: string): JsonValue | undefined =>
  vendorFields?.shape === 'anthropic' ? vendorFields.fields.find(({ name }) => name === wanted)?.value : undefined;

/** The switches that the caller sets in a header. */
export function betasOf(prompt: Prompt): string | undefined {
  const betas = fieldOf(prompt, betaHeader);
  return typeof betas === 'string' ? betas : undefined;
}

export const betaHeader = 'anthropic-beta';

function callersFields(prompt: Prompt): object {
  if (!isOwnShape(prompt)) return {};
  const inBody = (prompt.vendorFields?.fields ?? []).filter(
    ({ name, value }) => name !== betaHeader && value !== undefined,
  );
  return Object.fromEntries(inBody.map(({ name, value }) => [name, value]));
}

function toEffort(effort: Exclude<ReasoningEffort, 'none'>, { refusesXhigh }: AnthropicQuirks): string {
  if (effort === 'minimal') return 'low';
  return effort === 'xhigh' && refusesXhigh ? 'high' : effort;
}

function toThinking(prompt: Prompt, quirks: AnthropicQuirks, maxTokens: number): object | undefined {
  const { toolChoice } = prompt;
  const thinking = prompt.thinking ?? (isOwnShape(prompt) ? undefined : thinkingFor(prompt.reasoningEffort, maxTokens));
  // The vendor refuses thinking together with a forced tool.
  if (thinking === undefined || typeof toolChoice === 'object' || toolChoice === 'required') return undefined;
  if (quirks.thinksAdaptively) return { type: 'adaptive' };
  const asked = Math.max(thinking.budgetTokens, minThinkingTokens);
  // A budget that leaves no room for an answer gets half.
  const budget = asked < maxTokens ? asked : Math.floor(maxTokens / 2);
  return budget < minThinkingTokens ? undefined : { type: 'enabled', budget_tokens: budget };
}

interface Marks {
  system: CacheMark | undefined;
  material: CacheMark | undefined;
  /** Of the last tool. */
  tools: CacheMark | undefined;
  /** Of the last turn. */
  last: CacheMark | undefined;
}
const noMarks: Marks = { system: undefined, material: undefined, tools: undefined, last: undefined };

/**
 * The caller's own marks, or else marks at the end of what later calls begin with as well: tools, system, documents and, in a conversation
 * that goes on, its turns so far, in the order in which the vendor reads them; it takes four at most. What is shorter than the vendor's least is read as if there were no mark.
 */
function marksOf({ systemCache, materialCache, tools = [], messages }: Prompt): Marks {
  const isMarked = ({ cache }: { cache?: CacheMark }) => cache !== undefined;
  const marksItself =
    systemCache !== undefined ||
    materialCache !== undefined ||
    tools.some(isMarked) ||
    messages.some((message) => partsOf(message).some(isMarked));
  // A single question is asked once; to write it into the cache would cost a quarter more for nothing.
  const goesOn = tools.length > 0 || messages.some(({ role }) => role === 'assistant' || role === 'tool');
  return marksItself
    ? { system: systemCache, material: materialCache, tools: undefined, last: undefined }
    : { system: {}, material: {}, tools: {}, last: goesOn ? {} : undefined };
}

function partsOf(message: PromptMessage): readonly { cache?: CacheMark }[] {
  if (message.role === 'system') return [];
  if (message.role === 'tool') return message.results;
  return message.parts.filter((part) => part.type !== 'reasoning' && part.type !== 'vendor-block');
}

const toMark = (mark: CacheMark | undefined): object =>
  mark === undefined ? {} : { cache_control: { type: 'ephemeral', ttl: mark.ttl } };

function toSystem(instructions: string[], mark: CacheMark | undefined): string | object[] | undefined {
  const text = instructions.filter((part) => part !== '').join('\n\n');
  if (text === '') return undefined;
  return mark ? [{ type: 'text', text, ...toMark(mark) }] : text;
}

function toTools(
  prompt: Prompt,
  names: SafeNames,
  {
    isThinking,
    cached,
    last,
    quirks,
  }: { isThinking: boolean; cached: boolean; last: CacheMark | undefined; quirks: AnthropicQuirks },
): object {
  const { tools, toolChoice } = prompt;
  if (tools === undefined || tools.length === 0) return {};
  const strict = isOwnShape(prompt) ? new Set<PromptTool>() : strictTools(tools, quirks);
  return {
    tools: tools.map((tool, index) => ({
      ...toTool(tool, names, { ...quirks, isStrict: strict.has(tool) }),
      ...toMark(cached ? (tool.cache ?? (index === tools.length - 1 ? last : undefined)) : undefined),
    })),
    tool_choice: withOneCall(toToolChoice(toolChoice, names, isThinking), prompt.parallelToolCalls),
  };
}

function toTool(
  { name, description, inputSchema, strict, vendor }: PromptTool,
  names: SafeNames,
  { isStrict, withoutGrammar }: { isStrict: boolean; withoutGrammar: boolean },
): object {
  // A tool of the vendor's own.
  if (vendor?.type !== undefined) return vendor;
  const asked = withoutGrammar ? undefined : isStrict || strict;
  return { ...vendor, name: names.toSafe(name), description, input_schema: inputSchema, strict: asked || undefined };
}

function withOneCall(choice: object | undefined, parallelToolCalls: boolean | undefined): object | undefined {
  return parallelToolCalls === false ? { type: 'auto', ...choice, disable_parallel_tool_use: true } : choice;
}

function toToolChoice(choice: Prompt['toolChoice'], names: SafeNames, isThinking: boolean): object | undefined {
  if (typeof choice === 'object') return { type: 'tool', name: names.toSafe(choice.name) };
  if (choice === 'required') return { type: isThinking ? 'auto' : 'any' };
  return choice === undefined ? undefined : { type: choice };
}

interface MessageOptions {
  names: SafeNames;
  /** Whether the vendor takes marks. */
  cached: boolean;
  material: Prompt['material'];
  /** At the end of the documents. */
  mark: CacheMark | undefined;
  /** What the last question alone needs, which no later turn has. */
  late: Prompt['lateMaterial'];
  /** At the end of the last turn, or of the one before where what follows is for the last question alone. */
  last: CacheMark | undefined;
}

/** Neighbours of one role become one message: results of parallel calls must stand together. */
function toMessages(
  messages: PromptMessage[],
  { names, cached, material, mark, late, last: lastMark }: MessageOptions,
): { role: string; content: object[] }[] {
  const merged: { role: string; content: object[] }[] = [];
  let hasMark = false;
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const isMaterial = message.role === 'user' && message.parts === material;
    const isLate = message.role === 'user' && message.parts === late && messages.at(-1)?.role === 'user';
    if (isLate && lastMark) markEnd(merged, lastMark);
    hasMark ||= isLate;
    const blocks = toContent(message, { names, cached });
    const content = isMaterial && mark ? withMark(blocks, mark) : blocks;
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content });
  }
  // What the model begins to say itself changes with every call.
  if (lastMark && !hasMark && merged.at(-1)?.role === 'user') markEnd(merged, lastMark);
  return merged;
}

/** Thoughts take no mark, and what has one keeps it. */
function markEnd(merged: readonly { content: object[] }[], mark: CacheMark): void {
  const end = merged.at(-1);
  const block = end?.content.at(-1);
  if (!end || !block || 'cache_control' in block || ('type' in block && /thinking$/.test(String(block.type)))) return;
  end.content = withMark(end.content, mark);
}

function withMark(blocks: object[], mark: CacheMark): object[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...toMark(mark) } : block));
}

function toContent(message: PromptMessage, { names, cached }: Pick<MessageOptions, 'names' | 'cached'>): object[] {
  const marked = (blocks: object[], { cache }: { cache?: CacheMark }) =>
    cached && cache ? withMark(blocks, cache) : blocks;
  switch (message.role) {
    case 'system':
      return [{ type: 'text', text: `[Instruction of the system]\n${message.text}` }];
    case 'user':
      return message.parts.flatMap((part) => marked(toUserBlock(part), part));
    case 'assistant':
      return message.parts.flatMap((part) =>
        part.type === 'reasoning' || part.type === 'vendor-block'
          ? toAssistantBlock(part, names)
          : marked(toAssistantBlock(part, names), part),
      );
    case 'tool':
      return message.results.flatMap((result) => marked([toResultBlock(result)], result));
    default:
      return message satisfies never;
  }
}

/** Empty text blocks are refused. */
function toUserBlock(part: UserPart): object[] {
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
  return [{ type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.base64 } }];
}

function toAssistantBlock(part: AssistantPart, names: SafeNames): object[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text, citations: part.citations }];
    case 'reasoning':
      if (part.redacted !== undefined) return [{ type: 'redacted_thinking', data: part.redacted }];
      // Without its seal a thought is refused.
      if (part.signature === undefined) return [];
      return [{ type: 'thinking', thinking: part.text, signature: part.signature }];
    case 'tool-call':
      return [{ type: 'tool_use', id: toCallId(part.id), name: names.toSafe(part.name), input: part.input }];
    case 'vendor-block':
      return [part.block];
    default:
      return part satisfies never;
  }
}

function toResultBlock({ toolCallId, result, isError }: ToolResultPart): object {
  return {
    type: 'tool_result',
    tool_use_id: toCallId(toolCallId),
    content: textOf(result),
    ...(isError === true ? { is_error: true } : {}),
  };
}

/** Ids of other vendors can hold characters that this one refuses. */
const toCallId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_-]/g, '_');

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
