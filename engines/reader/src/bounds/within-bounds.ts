import type { MessagePart, Prompt, PromptDocument, PromptMessage, PromptTool, ToolResultPart } from '../prompt.ts';
import type { FieldSource, ReaderReply, ReaderSource } from '../reader-reply.ts';
import { longestDescription } from './bounds.ts';
import { readable, type TamedText, tameText } from './tame-text.ts';

/** A prompt whose texts are tamed, and how to say a reply's places as places of the texts that were given. */
export interface BoundedPrompt {
  prompt: Prompt;
  toGiven: (reply: ReaderReply) => ReaderReply;
}

/** Brings the texts of a prompt within the bounds of `bounds.ts`. Nearly every prompt is within them and is handed back as it is. */
export function withinBounds(prompt: Prompt): BoundedPrompt {
  const tamed = (prompt.documents ?? []).map(({ text }) => tameText(text));
  const documents = prompt.documents?.map((document, index) => tameDocument(document, tamed[index]));
  return {
    prompt: {
      ...prompt,
      system: readable(prompt.system),
      messages: prompt.messages.map(tameMessage),
      ...(documents && { documents }),
      ...(prompt.tools && { tools: prompt.tools.map(tameTool) }),
    },
    toGiven: tamed.every((each) => each === undefined) ? (reply) => reply : (reply) => replyToGiven(reply, tamed),
  };
}

const tameResult = (each: ToolResultPart): ToolResultPart =>
  typeof each.result === 'string' ? { ...each, result: readable(each.result) } : each;

const tameTool = (tool: PromptTool): PromptTool => ({
  ...tool,
  description: readable(tool.description, longestDescription),
});

function tameMessage(message: PromptMessage): PromptMessage {
  if (message.role === 'system') return { ...message, text: readable(message.text) };
  if (message.role === 'tool') return { ...message, results: message.results.map(tameResult) };
  const parts = message.parts.map(
    (part): MessagePart => (part.type === 'text' ? { ...part, text: readable(part.text) } : part),
  );
  return { ...message, parts };
}

function tameDocument(document: PromptDocument, tamed: TamedText | undefined): PromptDocument {
  if (!tamed) return document;
  const span = <S extends { start: number; end: number }>(each: S): S => ({
    ...each,
    start: tamed.toTamed(each.start),
    end: tamed.toTamed(each.end),
  });
  const { passages, ranked } = document;
  return {
    ...document,
    text: tamed.text,
    ...(passages && { passages: passages.map(span) }),
    ...(ranked && { ranked: ranked.map(span) }),
  };
}

function replyToGiven(reply: ReaderReply, tamed: readonly (TamedText | undefined)[]): ReaderReply {
  const source = <S extends ReaderSource>(each: S): S => {
    const { toGiven } = tamed[each.document] ?? {};
    return toGiven ? { ...each, start: toGiven(each.start), end: toGiven(each.end) } : each;
  };
  const field = (each: FieldSource): FieldSource => ({
    ...each,
    ...(each.source && { source: source(each.source) }),
    ...(each.parts && { parts: each.parts.map(source) }),
  });
  const { sources, near, fields } = reply;
  return {
    ...reply,
    ...(sources && { sources: sources.map(source) }),
    ...(near && { near: near.map(source) }),
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([pointer, each]) => [pointer, field(each)])),
    }),
  };
}
