import type { Readable } from 'node:stream';
import { isJsonObject, speechFormats } from '@parley/contract';
import { createParser } from 'eventsource-parser';
import { chunksOf, type MediaAccess, sendMedia } from '../../outbound/model-http/send-media.ts';
import { errorFromBody, invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Speaker, Speech, SpeechAsked } from '../../ports/speaker.ts';

type Usage = { inputTokens: number; outputTokens: number };

const longestEvent = 16 * 1024 * 1024;

/** Any server with OpenAI's `/audio/speech`: OpenAI, Groq, speaches, LocalAI, Kokoro-FastAPI and others. */
export class OpenAISpeaker implements Speaker {
  readonly id: string;
  readonly formats = speechFormats;
  readonly #model: string;
  readonly #access: MediaAccess;

  constructor(model: string, access: MediaAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async speak({ text, voice, instructions, format, speed }: SpeechAsked, signal: AbortSignal): Promise<Speech> {
    const { apiKey } = this.#access;
    // OpenAI's newer models are paid by tokens, which their events alone tell.
    const isCounted = /^gpt-/.test(this.#model);
    const json = {
      model: this.#model,
      input: text,
      voice,
      response_format: format,
      ...(instructions !== null && { instructions }),
      ...(speed !== null && { speed }),
      ...(isCounted && { stream_format: 'sse' }),
    };
    const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const body = await sendMedia(this.#access, { path: '/audio/speech', headers, body: { json } }, signal);
    if (!isCounted) return { sound: chunksOf(body, signal), usage: () => null };
    let usage: Usage | null = null;
    return { sound: soundOf(body, signal, (counted) => (usage = counted)), usage: () => usage };
  }
}

/** The sound in events of speech. */
async function* soundOf(
  body: Readable,
  signal: AbortSignal,
  onUsage: (usage: Usage) => void,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const read = (data: string) => {
    const event: unknown = JSON.parse(data);
    if (!isJsonObject(event)) return;
    if (event.type === 'error') throw errorFromBody(event);
    if (event.type === 'speech.audio.delta' && typeof event.audio === 'string')
      ready.push(Buffer.from(event.audio, 'base64'));
    const used = isJsonObject(event.usage) ? event.usage : {};
    const { input_tokens: input, output_tokens: output } = used;
    if (typeof input === 'number' && typeof output === 'number') onUsage({ inputTokens: input, outputTokens: output });
  };
  const parser = createParser({
    onEvent: ({ data }) => (data === '[DONE]' ? undefined : read(data)),
    maxBufferSize: longestEvent,
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(body, signal)) {
    try {
      parser.feed(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      throw error instanceof SyntaxError ? invalidError(error) : error;
    }
    yield* ready.splice(0);
  }
}
