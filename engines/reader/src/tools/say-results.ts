import { isJsonObject, type JsonValue } from '@parley/contract';
import type { Prompt, ToolResultPart } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { identifierWords } from './request-words.ts';

const maxItems = 10;
const maxText = 4000;

/** Tells the results of the last round of tool calls in sentences. */
export function sayResults(prompt: Prompt): ReaderReply {
  const results = prompt.messages.flatMap((message, index) =>
    message.role === 'tool' && index > lastUser(prompt) ? message.results : [],
  );
  const inputs = new Map(
    prompt.messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.parts.flatMap((part): [string, JsonValue][] =>
            part.type === 'tool-call' ? [[part.id, part.input]] : [],
          )
        : [],
    ),
  );
  const sentences = results.map((result) => sayResult(result, inputs.get(result.toolCallId), results.length > 1));
  return {
    text: sentences.join('\n'),
    reasoning: `Told what ${results.length === 1 ? 'the tool' : `${results.length} tool calls`} gave back.`,
  };
}

function lastUser(prompt: Prompt): number {
  return prompt.messages.findLastIndex((message) => message.role === 'user');
}

/** One result in a sentence. */
export function sayResult(
  { toolName, result, isError }: ToolResultPart,
  input: JsonValue | undefined,
  isOneOfMany: boolean,
): string {
  const subject = subjectOf(toolName, input, isOneOfMany);
  const value = unpack(result);
  if (isError || isFailure(value)) return `${subject} failed: ${plain(errorText(value))}.`;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return `${subject} gave no result.`;
  if (typeof value === 'string') return isOneOfMany ? `${subject}: ${value}` : endSentence(value);
  if (Array.isArray(value)) return sayList(subject, value);
  if (isJsonObject(value)) return `${subject}: ${endSentence(sayFields(value))}`;
  return `${subject}: ${plain(value)}.`;
}

/** What the result is about: the tool in words, with the inputs that tell it from its twins. */
function subjectOf(toolName: string, input: JsonValue | undefined, isOneOfMany: boolean): string {
  const words = identifierWords(toolName).filter(
    (word) => !/^(?:get|fetch|find|retrieve|calculate|compute|check|search|api|tool)$/.test(word),
  );
  const name = (words.length > 0 ? words : identifierWords(toolName)).join(' ');
  const values =
    isOneOfMany && isJsonObject(input)
      ? Object.values(input).filter((value) => typeof value === 'string' || typeof value === 'number')
      : [];
  const about = values.length > 0 ? ` (${values.slice(0, 3).join(', ')})` : '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${about}`;
}

/** JSON in text is read; `{"result": x}` is x. */
function unpack(result: JsonValue): JsonValue {
  let value = result;
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    try {
      value = JSON.parse(value);
    } catch {
      return value;
    }
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'success' && key !== 'status');
  const [only] = entries;
  return entries.length === 1 && only && /^(?:result|results|data|output|value|response|content|items)$/i.test(only[0])
    ? only[1]
    : value;
}

function isFailure(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    (value.success === false || (value.error !== undefined && value.error !== null && value.error !== ''))
  );
}

function errorText(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return value.message ?? value.error ?? value.detail ?? 'it gave no reason';
}

function sayList(subject: string, items: JsonValue[]): string {
  if (items.every((item) => typeof item !== 'object' || item === null)) {
    return `${subject}: ${items.slice(0, 50).map(plain).join(', ')}${items.length > 50 ? ` and ${items.length - 50} more` : ''}.`;
  }
  const lines = items.slice(0, maxItems).map((item) => `- ${isJsonObject(item) ? sayFields(item) : plain(item)}`);
  const rest = items.length > maxItems ? [`and ${items.length - maxItems} more.`] : [];
  return [`${subject}: ${items.length} ${items.length === 1 ? 'result' : 'results'}.`, ...lines, ...rest].join('\n');
}

/** `Temperature 12, wind speed 5 km/h`: units that stand in fields of their own go to their numbers. */
function sayFields(fields: { [key: string]: JsonValue }): string {
  const { unit, units, currency } = fields;
  const measure = [unit, units, currency].find((value) => typeof value === 'string');
  return Object.entries(fields)
    .filter(
      ([key, value]) => value !== null && value !== '' && !(measure !== undefined && /^(?:units?|currency)$/.test(key)),
    )
    .map(([key, value]) => {
      const label = identifierWords(key).join(' ');
      return `${label} ${plain(value)}${typeof value === 'number' && typeof measure === 'string' ? ` ${measure}` : ''}`;
    })
    .join(', ');
}

function plain(value: JsonValue): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return value.slice(0, maxItems).map(plain).join(', ');
  if (isJsonObject(value)) return `(${sayFields(value)})`;
  return String(value).trim().slice(0, maxText);
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
