import type { OpenAIChatCompletion, OpenAIChatEvent, OpenAIChatRequest, OpenAIUsage } from '@parley/sdk';
import { APIError, readEvents } from '@parley/sdk';
import type { ManagementClient } from '@parley/sdk/management';
import type { Call } from './draft.ts';
import type { Reply, ReplyChange } from './run.ts';

interface Options {
  signal: AbortSignal;
  onResponse: (response: Response) => void;
}

/** Sends a request of OpenAI's shape and tells what comes. */
export async function* openAIChanges(
  parley: ManagementClient,
  body: OpenAIChatRequest,
  isStreamed: boolean,
  { signal, onResponse }: Options,
): AsyncGenerator<ReplyChange, void, undefined> {
  if (!isStreamed) {
    yield fromCompletion(await parley.api.createOpenAIChatCompletion({ body }, { signal, onResponse }));
    return;
  }
  const { stream, headers } = await openStream(parley, body, signal, onResponse);
  for await (const { data } of readEvents(stream)) {
    if (data === '[DONE]') return;
    // The contract says what this endpoint streams.
    const event = JSON.parse(data) as OpenAIChatEvent;
    if ('error' in event) throw APIError.fromEvent({ error: event.error }, headers);
    yield (reply) => withEvent(reply, event);
  }
}

/** The bytes of the reply as they come: the SDK sends the call and its own reading of the body is left aside. */
async function openStream(
  parley: ManagementClient,
  body: OpenAIChatRequest,
  signal: AbortSignal,
  onResponse: (response: Response) => void,
): Promise<{ stream: AsyncIterable<Uint8Array>; headers: Headers }> {
  return new Promise((resolve, reject) => {
    const request = { ...body, stream: true, stream_options: { include_usage: true } };
    const take = (response: Response) => {
      onResponse(response);
      if (!response.ok || !response.body) return;
      const copy = response.clone();
      resolve({ stream: chunksOf(copy), headers: copy.headers });
    };
    parley.api
      .createOpenAIChatCompletion({ body: request }, { signal, onResponse: take, maxRetries: 0 })
      // Once the stream is open, that its copy is no JSON document is no news.
      .catch(reject);
  });
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    yield part.value;
  }
}

function fromCompletion(completion: OpenAIChatCompletion): ReplyChange {
  const choice = completion.choices[0];
  return {
    ...originOf(completion),
    text: choice?.message.content ?? '',
    thinking: choice?.message.reasoning_content ?? '',
    calls: (choice?.message.tool_calls ?? []).map(callOf),
    usage: usageOf(completion.usage),
    finishReason: choice?.finish_reason ?? '',
  };
}

type StreamPart = Exclude<OpenAIChatEvent, { error: unknown }>;

function withEvent(reply: Reply, event: StreamPart): Reply {
  const choice = event.choices[0];
  return {
    ...reply,
    ...(event.engine !== undefined && originOf(event)),
    text: reply.text + (choice?.delta.content ?? ''),
    thinking: reply.thinking + (choice?.delta.reasoning_content ?? ''),
    calls: [...reply.calls, ...(choice?.delta.tool_calls ?? []).map(callOf)],
    ...(event.usage && { usage: usageOf(event.usage) }),
    ...(choice?.finish_reason && { finishReason: choice.finish_reason }),
    model: event.model,
  };
}

const originOf = ({ sources, warnings, engine, model, code }: StreamPart | OpenAIChatCompletion) => ({
  sources: sources ?? [],
  warnings: warnings ?? [],
  engine: engine ?? '',
  model,
  needsModel: code === 'needs_model',
});

const usageOf = ({ prompt_tokens, completion_tokens, prompt_tokens_details }: OpenAIUsage) => ({
  input_tokens: prompt_tokens,
  output_tokens: completion_tokens,
  cached_tokens: prompt_tokens_details.cached_tokens,
});

function callOf({
  id,
  function: { name, arguments: text },
}: {
  id: string;
  function: { name: string; arguments: string };
}): Call {
  try {
    const inputs: unknown = JSON.parse(text);
    return { id, name, inputs: typeof inputs === 'object' && inputs !== null ? { ...inputs } : {} };
  } catch {
    return { id, name, inputs: { arguments: text } };
  }
}
