import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { AgentReply, Source, ToolCall } from '../generated/types.ts';
import type { RequestOptions } from '../http-client.ts';
import type { Parley } from '../parley.ts';
import type { TextStreamEvent } from '../streams/text-fold.ts';
import type { FileUploads } from './file-uploads.ts';
import { toRequest } from './to-request.ts';

/** A model of the service behind the interface of Vercel's AI SDK: text, tools, structured output, files, sources. */
export class ParleyLanguageModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = 'parley';
  readonly modelId: string;
  /** None: the AI SDK fetches addresses itself, and what it fetched is uploaded. */
  readonly supportedUrls = {};
  readonly #client: Parley;
  readonly #uploads: FileUploads;

  constructor(client: Parley, uploads: FileUploads, modelId: string) {
    this.#client = client;
    this.#uploads = uploads;
    this.modelId = modelId;
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const { request, warnings } = await toRequest(this.modelId, options, this.#uploads);
    let headers: Record<string, string> = {};
    const onResponse = (response: Response) => {
      headers = Object.fromEntries(response.headers);
    };
    const settings = { ...settingsOf(options), onResponse };
    const reply: Reply & { response: string } = request.tools
      ? await this.#client.agent.create(request, settings)
      : await this.#client.conversation.create({ ...request, messages: withoutTools(request.messages) }, settings);
    const calls = reply.tool_calls ?? [];
    const content: LanguageModelV4Content[] = [
      ...(reply.response === '' ? [] : [{ type: 'text' as const, text: reply.response }]),
      ...calls.map(toolCall),
      ...(reply.sources ?? []).map(toSource),
    ];
    return {
      content,
      finishReason: finishReason(reply),
      usage: usageOf(reply),
      warnings,
      response: { modelId: reply.model, headers, body: reply },
    };
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const { request, warnings } = await toRequest(this.modelId, options, this.#uploads);
    const settings = settingsOf(options);
    const events: AsyncIterable<TextStreamEvent<Reply>> = request.tools
      ? this.#client.agent.stream(request, settings)
      : this.#client.conversation.stream({ ...request, messages: withoutTools(request.messages) }, settings);
    const parts = toParts(events[Symbol.asyncIterator](), warnings);
    // What fails before the first event is an error of the call, which the AI SDK may try again.
    const first = await parts.next();
    let begun = false;
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        const next = begun ? await parts.next() : first;
        begun = true;
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await parts.return();
      },
    });
    return { stream };
  }
}

type Reply = Pick<AgentReply, 'sources' | 'usage' | 'model' | 'finish_reason'> & {
  tool_calls?: ToolCall[] | null | undefined;
};

function settingsOf({ abortSignal, headers = {} }: LanguageModelV4CallOptions): RequestOptions {
  const given = Object.entries(headers).filter((one): one is [string, string] => one[1] !== undefined);
  return { signal: abortSignal, headers: Object.fromEntries(given) };
}

/** The conversation's messages know no tools; there are none in a request without them. */
function withoutTools(messages: Awaited<ReturnType<typeof toRequest>>['request']['messages']) {
  return messages.flatMap(({ role, content, file_ids }) => (role === 'tool' ? [] : [{ role, content, file_ids }]));
}

async function* toParts(
  events: AsyncIterator<TextStreamEvent<Reply>>,
  warnings: LanguageModelV4GenerateResult['warnings'],
): AsyncGenerator<LanguageModelV4StreamPart, void, undefined> {
  const blocks = new Blocks();
  try {
    let next = await events.next();
    yield { type: 'stream-start', warnings };
    for (; !next.done; next = await events.next()) {
      const event = next.value;
      if (event.type === 'text') yield* blocks.add('text', event.text);
      else if (event.type === 'thinking') yield* blocks.add('reasoning', event.text);
      else if (event.type === 'tool_call') {
        yield* blocks.end();
        yield* toolParts(event.call);
      } else if (event.type === 'done') {
        yield* blocks.end();
        for (const source of event.result.sources ?? []) yield toSource(source);
        yield { type: 'response-metadata', modelId: event.result.model };
        yield { type: 'finish', usage: usageOf(event.result), finishReason: finishReason(event.result) };
      }
    }
  } finally {
    await events.return?.();
  }
}

/** Text and reasoning come in blocks that begin and end. */
class Blocks {
  #open: { kind: 'text' | 'reasoning'; id: string } | null = null;
  #count = 0;

  *add(kind: 'text' | 'reasoning', delta: string): Generator<LanguageModelV4StreamPart, void, undefined> {
    if (this.#open?.kind !== kind) {
      yield* this.end();
      this.#open = { kind, id: String(this.#count++) };
      yield { type: `${kind}-start`, id: this.#open.id };
    }
    yield { type: `${kind}-delta`, id: this.#open.id, delta };
  }

  *end(): Generator<LanguageModelV4StreamPart, void, undefined> {
    if (this.#open) yield { type: `${this.#open.kind}-end`, id: this.#open.id };
    this.#open = null;
  }
}

function* toolParts(call: ToolCall): Generator<LanguageModelV4StreamPart, void, undefined> {
  const { id, name } = call;
  yield { type: 'tool-input-start', id, toolName: name };
  yield { type: 'tool-input-delta', id, delta: JSON.stringify(call.inputs) };
  yield { type: 'tool-input-end', id };
  yield toolCall(call);
}

const toolCall = ({ id, name, inputs }: ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: name,
  input: JSON.stringify(inputs),
});

function toSource({ file_id, filename, page, start, end, quote }: Source): LanguageModelV4Source {
  return {
    type: 'source',
    sourceType: 'document',
    id: `${file_id ?? 'context'}:${start}-${end}`,
    mediaType: 'text/plain',
    title: page === undefined ? filename : `${filename}, page ${page}`,
    filename,
    providerMetadata: { parley: { file_id, start, end, quote } },
  };
}

function usageOf({ usage }: Reply): LanguageModelV4Usage {
  return {
    inputTokens: { total: usage.input_tokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: usage.output_tokens, text: undefined, reasoning: undefined },
    raw: { ...usage },
  };
}

function finishReason({ finish_reason: raw, tool_calls: calls }: Reply): LanguageModelV4FinishReason {
  if (calls && calls.length > 0) return { unified: 'tool-calls', raw };
  switch (raw) {
    case 'length':
      return { unified: 'length', raw };
    case 'content_filter':
    case 'refusal':
      return { unified: 'content-filter', raw };
    case 'max_steps':
      return { unified: 'other', raw };
    default:
      return { unified: 'stop', raw };
  }
}
