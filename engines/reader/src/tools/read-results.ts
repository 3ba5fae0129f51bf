import type { JsonValue } from '@parley/contract';
import type { Prompt } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { sayResult } from './say-results.ts';

const lead =
  /^\s*(?:here (?:are|is) (?:the )?)?(?:(?:tool|function|tool call|function call)s?[\s_-]+)?(?:results?|outputs?|responses?|observation)\b([^:\n]{0,80}):\s*(\S[\s\S]*)$/i;

/** Tells results of tools that come as the text of the last message: "Tool result: …", "Result of get_weather: …". */
export function readResultText(message: string, tools: Prompt['tools'] = []): ReaderReply | null {
  const match = lead.exec(message);
  if (!match) return null;
  const [, about = '', value = ''] = match;
  const name = tools.find((tool) => about.includes(tool.name))?.name ?? 'result';
  return {
    text: sayResult({ toolCallId: '', toolName: name, result: asJson(value.trim()) }, undefined, false),
    reasoning: 'Told what the tools gave back.',
  };
}

/** The text of a fence or of the whole as JSON, where it is. */
function asJson(text: string): JsonValue {
  const inner = fencedText(text.trim()) ?? text;
  try {
    const value: JsonValue = JSON.parse(inner);
    return value;
  } catch {
    return inner;
  }
}

function fencedText(text: string): string | undefined {
  const [opening] = /^```[a-z]*[^\S\n]*\n/i.exec(text) ?? [];
  const closing = '\n```';
  const isClosed = opening !== undefined && text.length >= opening.length + closing.length && text.endsWith(closing);
  return isClosed ? text.slice(opening.length, -closing.length) : undefined;
}
