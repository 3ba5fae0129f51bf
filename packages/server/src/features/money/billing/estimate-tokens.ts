import { estimateTokens, estimateTurn, RunningEstimate } from '@parley/tokens';
import type { AssistantPart, ImageRule, Prompt, PromptMessage } from '../../../ports/language-model.ts';
import { imageTokens } from './image-tokens.ts';

export { estimateTokens, RunningEstimate };

/** The same for all that a prompt sends: of documents the passages that were chosen, of images what their vendor counts. */
export function estimatePromptTokens(prompt: Prompt, imageRule?: ImageRule): number {
  let tokens = estimateTokens(prompt.system) + estimateTokens(prompt.guidance ?? '');
  if (prompt.material) tokens += tokensOfMessage({ role: 'user', parts: prompt.material }, imageRule);
  if (prompt.lateMaterial) tokens += tokensOfMessage({ role: 'user', parts: prompt.lateMaterial }, imageRule);
  for (const { text, passages, outline, facts = [] } of prompt.material ? [] : (prompt.documents ?? [])) {
    if (passages === undefined) tokens += estimateTokens(text);
    else for (const { start, end } of passages) tokens += estimateTokens(text.slice(start, end));
    if (outline !== undefined) tokens += estimateTokens(outline);
    for (const fact of facts) tokens += estimateTokens(fact.text);
  }
  for (const message of prompt.messages) tokens += tokensOfMessage(message, imageRule);
  for (const { name, description, inputSchema } of prompt.tools ?? []) {
    tokens += estimateTokens(name) + estimateTokens(description) + estimateTokens(JSON.stringify(inputSchema));
  }
  if (prompt.responseFormat) tokens += estimateTokens(JSON.stringify(prompt.responseFormat.schema));
  return tokens;
}

/** What a reply to a prompt comes to, `text` in tokens and its calls as they were written. */
export function estimateReplyTokens({ responseFormat }: Prompt, text: number, calls: string): number {
  const ofCalls = estimateTokens(calls);
  // An answer that comes as the input of a tool is text and call at once.
  return responseFormat?.mode === 'tool' ? Math.max(text, ofCalls) : text + ofCalls;
}

function tokensOfMessage(message: PromptMessage, rule: ImageRule | undefined): number {
  switch (message.role) {
    case 'system':
      return estimateTokens(message.text);
    case 'user':
      return sum(message.parts, (part) =>
        part.type === 'text' ? estimateTurn(part.text) : imageTokens(part.base64, rule),
      );
    case 'assistant':
      return sum(message.parts, tokensOfPart);
    case 'tool':
      return sum(message.results, ({ result }) => estimateTokens(JSON.stringify(result)));
    default:
      return message satisfies never;
  }
}

function tokensOfPart(part: AssistantPart): number {
  if (part.type === 'vendor-block') return estimateTurn(JSON.stringify(part.block));
  return estimateTurn(part.type === 'tool-call' ? part.name + JSON.stringify(part.input) : part.text);
}

function sum<Item>(items: readonly Item[], tokensOf: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += tokensOf(item);
  return total;
}
