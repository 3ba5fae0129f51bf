import type { AssistantPart, ImageRule, Prompt, PromptMessage } from '../../ports/language-model.ts';
import { imageTokens } from './image-tokens.ts';

/** Texts up to this length are counted whole, longer ones by samples. */
const countedWhole = 4_000;
/** Turns of a conversation up to this length are. */
const turnCountedWhole = 200;
/** How far from one look to the next: 19 in all, a prime, so that few regular texts keep pace. */
const strides = [3, 4, 5, 7];
const sampleLength = 512;
const samples = 8;

/**
 * About how many tokens a model makes of a text, rather too many than too few: four Latin letters, two of another
 * alphabet, or one Chinese or Japanese character to a token. For limits and reservations; what is charged comes from the
 * model's own counts wherever it gives them.
 */
export function estimateTokens(text: string): number {
  if (text.length <= countedWhole) return Math.ceil(count(text, 0, text.length));
  const step = (text.length - sampleLength) / (samples - 1);
  let counted = 0;
  for (let sample = 0; sample < samples; sample++) {
    const start = Math.floor(step * sample);
    counted += count(text, start, start + sampleLength);
  }
  return Math.ceil((counted / (sampleLength * samples)) * text.length);
}

/** The same of a text that comes in pieces, none of which is kept. */
export class RunningEstimate {
  #tokens = 0;

  add(piece: string): void {
    this.#tokens += piece.length <= countedWhole ? count(piece, 0, piece.length) : estimateTokens(piece);
  }

  get tokens(): number {
    return Math.ceil(this.#tokens);
  }
}

/**
 * The same of a turn of a conversation, looked at about every fourth character once it is longer than 200, in steps that no regular
 * text keeps pace with: every call counts all of its turns before it goes out.
 */
function estimateTurn(text: string): number {
  if (text.length <= turnCountedWhole || text.length > countedWhole) return estimateTokens(text);
  let quarters = 0;
  let looks = 0;
  for (let at = 0; at < text.length; at += strides[looks++ & 3] ?? 4) quarters += quartersAt(text, at);
  return Math.ceil(((quarters / 4) * text.length) / looks);
}

/** The same for all that a prompt sends: of documents the passages that were chosen, of images what their vendor counts. */
export function estimatePromptTokens(prompt: Prompt, imageRule?: ImageRule): number {
  let tokens = estimateTokens(prompt.system) + estimateTokens(prompt.guidance ?? '');
  if (prompt.material) tokens += tokensOfMessage({ role: 'user', parts: prompt.material }, imageRule);
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
  return estimateTurn(part.type === 'tool-call' ? part.name + JSON.stringify(part.input) : part.text);
}

function sum<Item>(items: readonly Item[], tokensOf: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += tokensOf(item);
  return total;
}

function count(text: string, start: number, end: number): number {
  let quarters = 0;
  for (let at = start; at < end; at++) quarters += quartersAt(text, at);
  return quarters / 4;
}

function quartersAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x80 ? (quartersOfAscii[code] ?? 0) : code < 0x2e80 ? 2 : 4;
}

/** Quarters of a token, by character: a look-up for each letter of each prompt. */
const quartersOfAscii = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[a-zA-Z ]/.test(String.fromCharCode(code)) ? 1 : 2,
);
