import { isJsonObject, type JsonValue } from '@parley/contract';
import type { SafeNames } from '../../lib/safe-names.ts';
import { refuseUnknownSettings, thinkingFor } from '../../outbound/model-http/prompt-settings.ts';
import { messagesWithMaterial, systemText } from '../../outbound/model-http/prompt-text.ts';
import type { AssistantPart, Prompt, PromptMessage, ToolResultPart, UserPart } from '../../ports/language-model.ts';

export interface GoogleRequestOptions {
  model: string;
  names: SafeNames;
  /** The seal that came with a call, by the call's id. */
  signatureOf: (toolCallId: string) => string | undefined;
}

/** What the vendor accepts for a call whose seal is not known (from another model, or lost in a restart). */
const unknownSignature = 'skip_thought_signature_validator';

/** The body of `generateContent` and `streamGenerateContent`. Undefined fields are left out of the JSON. */
export function toGoogleRequest(prompt: Prompt, options: GoogleRequestOptions): object {
  const system = systemText(prompt);
  // One call at a time cannot be asked for.
  if (prompt.parallelToolCalls === false) refuseUnknownSettings(prompt, 'Google', ['parallelToolCalls']);
  const messages = messagesWithMaterial(prompt);
  const first = messages.findIndex((message) => message.role !== 'system');
  const leading = messages.slice(0, first < 0 ? messages.length : first);
  const instructions = [system, ...leading.flatMap((message) => (message.role === 'system' ? [message.text] : []))]
    .filter((text) => text !== '')
    .join('\n\n');
  return {
    systemInstruction: instructions === '' ? undefined : { parts: [{ text: instructions }] },
    contents: toContents(messages.slice(leading.length), options),
    ...toTools(prompt, options.names),
    generationConfig: toConfig(prompt, options.model),
  };
}

function toConfig(prompt: Prompt, model: string): object {
  const { responseFormat } = prompt;
  const isJson = responseFormat?.mode === 'strict' || responseFormat?.mode === 'json';
  return {
    maxOutputTokens: prompt.maxTokens,
    temperature: prompt.temperature,
    topP: prompt.topP,
    topK: prompt.topK,
    stopSequences: prompt.stopSequences?.length ? prompt.stopSequences : undefined,
    seed: prompt.seed,
    frequencyPenalty: prompt.frequencyPenalty,
    presencePenalty: prompt.presencePenalty,
    responseMimeType: isJson ? 'application/json' : undefined,
    responseJsonSchema: responseFormat?.mode === 'strict' ? responseFormat.schema : undefined,
    thinkingConfig: toThinking(prompt, model),
    mediaResolution: toMediaResolution(prompt),
  };
}

/** One setting for all pictures of a call: as closely as the closest asks for. */
function toMediaResolution(prompt: Prompt): string | undefined {
  const details = messagesWithMaterial(prompt).flatMap((message) =>
    message.role === 'user' ? message.parts.flatMap((part) => (part.type === 'image' ? [part.detail] : [])) : [],
  );
  if (details.includes('high')) return 'MEDIA_RESOLUTION_HIGH';
  return details.length > 0 && details.every((detail) => detail === 'low') ? 'MEDIA_RESOLUTION_LOW' : undefined;
}

/**
 * Models of 3 and later take a level, older ones a budget, of which 0 is none (https://ai.google.dev/gemini-api/docs/thinking).
 * The Pro models always think: theirs is then the least.
 */
function toThinking({ thinking, reasoningEffort: effort }: Prompt, model: string): object | undefined {
  const isPro = /-pro\b/.test(model);
  if (thinking !== undefined) return { includeThoughts: true, thinkingBudget: thinking.budgetTokens };
  if (effort === undefined) return undefined;
  if (/^(?:models\/)?gemini-(?:[3-9]|\d\d)/.test(model)) {
    const least = isPro ? 'low' : 'minimal';
    if (effort === 'none') return { thinkingLevel: least };
    const level = { minimal: least, low: 'low', medium: 'medium', high: 'high', xhigh: 'high', max: 'high' }[effort];
    return { includeThoughts: true, thinkingLevel: level };
  }
  if (effort === 'none') return { thinkingBudget: isPro ? 128 : 0 };
  const most = isPro ? 32_768 : 24_576;
  return { includeThoughts: true, thinkingBudget: Math.min(thinkingFor(effort)?.budgetTokens ?? most, most) };
}

function toTools(prompt: Prompt, names: SafeNames): object {
  const { tools, toolChoice } = prompt;
  if (tools === undefined || tools.length === 0) return {};
  const functionDeclarations = tools.map((tool) => ({
    name: names.toSafe(tool.name),
    description: tool.description,
    parametersJsonSchema: tool.inputSchema,
  }));
  return { tools: [{ functionDeclarations }], toolConfig: toToolConfig(toolChoice, names) };
}

function toToolConfig(choice: Prompt['toolChoice'], names: SafeNames): object | undefined {
  if (choice === undefined) return undefined;
  if (typeof choice === 'object') {
    return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [names.toSafe(choice.name)] } };
  }
  const mode = { auto: 'AUTO', none: 'NONE', required: 'ANY' }[choice];
  return { functionCallingConfig: { mode } };
}

/** Neighbours of one role become one entry: results of parallel calls must stand together. */
function toContents(messages: PromptMessage[], options: GoogleRequestOptions): { role: string; parts: object[] }[] {
  const merged: { role: string; parts: object[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = toParts(message, options);
    if (parts.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else merged.push({ role, parts });
  }
  return merged;
}

function toParts(message: PromptMessage, options: GoogleRequestOptions): object[] {
  switch (message.role) {
    case 'system':
      return [{ text: `[Instruction of the system]\n${message.text}` }];
    case 'user':
      return message.parts.map(toUserPart);
    case 'assistant':
      return toAssistantParts(message.parts, options);
    case 'tool':
      return message.results.map((result) => toResultPart(result, options.names));
    default:
      return message satisfies never;
  }
}

function toUserPart(part: UserPart): object {
  return part.type === 'text' ? { text: part.text } : { inlineData: { mimeType: part.mediaType, data: part.base64 } };
}

/** A seal belongs to the part that follows it; the first call of a message must carry one. */
function toAssistantParts(parts: AssistantPart[], { names, signatureOf }: GoogleRequestOptions): object[] {
  const out: object[] = [];
  let signature: string | undefined;
  let hasCall = false;
  for (const part of parts) {
    if (part.type === 'reasoning') {
      signature = part.signature ?? signature;
    } else if (part.type === 'text') {
      if (part.text !== '') out.push({ text: part.text });
    } else if (part.type === 'tool-call') {
      const seal = signatureOf(part.id) ?? signature ?? (hasCall ? undefined : unknownSignature);
      out.push({ functionCall: { name: names.toSafe(part.name), args: part.input }, thoughtSignature: seal });
      hasCall = true;
      signature = undefined;
    }
  }
  return out;
}

function toResultPart({ toolName, result, isError }: ToolResultPart, names: SafeNames): object {
  const response = isError === true ? { error: result } : toObject(result);
  return { functionResponse: { name: names.toSafe(toolName), response } };
}

/** The vendor takes objects only. */
function toObject(result: JsonValue): object {
  return isJsonObject(result) ? result : { result };
}
