import type { UserPart } from '../../../ports/language-model.ts';
import type { GuardedText } from '../guards/guarded-text.ts';
import type { Guarding } from '../guards/guarding.ts';
import type { GenerationEvent, GenerationResult } from './generation-event.ts';
import type { GenerationRequest } from './generation-request.ts';

/** Has what the caller says looked at: what users said, and what was given to answer from. Throws `blocked_by_guard`. */
export async function guardRequest(guarding: Guarding, request: GenerationRequest): Promise<GenerationRequest> {
  const { messages } = request.prompt;
  const parts = messages.flatMap((message) => (message.role === 'user' ? message.parts.filter(isText) : []));
  const documents = request.documents ?? [];
  const given = [
    ...parts.map(({ text }) => text),
    ...documents.map(({ text }) => text),
    request.context ?? '',
    request.query,
  ];
  const now = await guarding.input(given, request.model);
  if (now.every((text, i) => text === given[i])) return request;
  const texts = new Map(parts.map((part, i) => [part, now[i] ?? part.text]));
  const at = parts.length;
  return {
    ...request,
    prompt: {
      ...request.prompt,
      messages: messages.map((message) =>
        message.role === 'user'
          ? {
              ...message,
              parts: message.parts.map((part) =>
                isText(part) ? { ...part, text: texts.get(part) ?? part.text } : part,
              ),
            }
          : message,
      ),
    },
    ...(request.documents && {
      documents: documents.map((document, i) => ({ ...document, text: now[at + i] ?? document.text })),
    }),
    ...(request.context !== undefined && { context: now.at(-2) ?? request.context }),
    query: now.at(-1) ?? request.query,
  };
}

/** The events of a reply, held back as far as guards need to look at them. Throws `blocked_by_guard`. */
export async function* guardReply(
  guarding: Guarding,
  events: AsyncIterable<GenerationEvent>,
): AsyncGenerator<GenerationEvent, undefined> {
  if (!guarding.looksAtReplies) {
    for await (const event of events) yield event.type === 'result' ? withWarnings(guarding, event) : event;
    return undefined;
  }
  let texts = textsOf(guarding);
  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'refusal': {
        const text = await texts[event.type].push(event.text);
        if (text !== '') yield { type: event.type, text };
        break;
      }
      case 'retry':
        texts = textsOf(guarding);
        yield event;
        break;
      case 'tool-call':
        yield* rest(texts);
        yield { ...event, input: await guarding.value(event.input) };
        break;
      case 'result':
        yield* rest(texts);
        yield withWarnings(guarding, await guardedResult(guarding, event));
        break;
      default:
        yield event;
    }
  }
  return undefined;
}

type Texts = Record<'reasoning-delta' | 'refusal' | 'text-delta', GuardedText>;

const asIs: GuardedText = { push: (text) => Promise.resolve(text), end: () => Promise.resolve('') };

const textsOf = (guarding: Guarding): Texts => ({
  'reasoning-delta': guarding.reply() ?? asIs,
  refusal: guarding.reply() ?? asIs,
  'text-delta': guarding.reply() ?? asIs,
});

async function* rest(texts: Texts): AsyncGenerator<GenerationEvent> {
  for (const type of ['reasoning-delta', 'refusal', 'text-delta'] as const) {
    const text = await texts[type].end();
    if (text !== '') yield { type, text };
  }
}

/** What a reply says besides its text is looked at as well. */
async function guardedResult(guarding: Guarding, event: GenerationResult): Promise<GenerationResult> {
  const { data, short_answer: shortAnswer } = event.reply;
  return {
    ...event,
    reply: {
      ...event.reply,
      ...(data !== undefined && { data: await guarding.value(data) }),
      ...(shortAnswer !== undefined && { short_answer: await guarding.value(shortAnswer) }),
    },
  };
}

function withWarnings({ warnings }: Guarding, event: GenerationResult): GenerationResult {
  if (warnings.length === 0) return event;
  return { ...event, reply: { ...event.reply, warnings: [...(event.reply.warnings ?? []), ...warnings] } };
}

const isText = (part: UserPart): part is Extract<UserPart, { type: 'text' }> => part.type === 'text';
