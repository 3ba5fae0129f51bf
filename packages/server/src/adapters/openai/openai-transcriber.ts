import { isJsonObject, type JsonObject } from '@parley/contract';
import { inPieces } from '../../lib/in-pieces.ts';
import { readSeconds, readTimed, wordsOf } from '../../outbound/model-http/read-times.ts';
import { type MediaAccess, sendForJson } from '../../outbound/model-http/send-media.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Transcriber, Transcript, TranscriptionAsked } from '../../ports/transcriber.ts';

/** Any server with OpenAI's `/audio/transcriptions`: OpenAI, Groq, Mistral, speaches, LocalAI, whisper.cpp's server and others. */
export class OpenAITranscriber implements Transcriber {
  readonly id: string;
  readonly hasTimes: boolean;
  readonly translates: boolean;
  readonly #model: string;
  readonly #access: MediaAccess;

  constructor(model: string, access: MediaAccess) {
    this.id = `${access.id}/${model}`;
    // OpenAI's newer models answer with JSON alone, without times, and translate nothing.
    this.hasTimes = !/^gpt-/.test(model);
    this.translates = this.hasTimes;
    this.#model = model;
    this.#access = access;
  }

  async transcribe(asked: TranscriptionAsked, signal: AbortSignal): Promise<Transcript> {
    const { apiKey } = this.#access;
    const path = asked.isTranslated ? '/audio/translations' : '/audio/transcriptions';
    const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    return readTranscript(
      await sendForJson(this.#access, { path, headers, body: { form: this.#form(asked) } }, signal),
      asked.wantsWords,
    );
  }

  #form({ path, filename, mediaType, language, prompt, temperature, isTranslated, wantsWords }: TranscriptionAsked) {
    const fields: [string, string | { path: string; filename: string; mediaType: string }][] = [
      ['model', this.#model],
      ['response_format', this.hasTimes ? 'verbose_json' : 'json'],
    ];
    if (language !== null && !isTranslated) fields.push(['language', language]);
    if (prompt !== null) fields.push(['prompt', prompt]);
    if (temperature !== null) fields.push(['temperature', String(temperature)]);
    if (this.hasTimes && wantsWords && !isTranslated) {
      fields.push(['timestamp_granularities[]', 'word'], ['timestamp_granularities[]', 'segment']);
    }
    fields.push(['file', { path, filename, mediaType }]);
    return fields;
  }
}

async function readTranscript(body: JsonObject, wantsWords: boolean): Promise<Transcript> {
  if (typeof body.text !== 'string') throw invalidError(new Error('no text'));
  const usage = isJsonObject(body.usage) ? body.usage : {};
  const isCounted = typeof usage.input_tokens === 'number' && typeof usage.output_tokens === 'number';
  return {
    text: body.text.trim(),
    language: typeof body.language === 'string' ? body.language : null,
    seconds: readSeconds(usage.seconds) ?? readSeconds(body.duration),
    segments: await inPieces(await readTimed(body.segments, ['text']), (one) => ({ ...one, text: one.text.trim() })),
    words: wantsWords ? await wordsOf(await readTimed(body.words, ['word', 'text'])) : [],
    usage: isCounted ? { inputTokens: Number(usage.input_tokens), outputTokens: Number(usage.output_tokens) } : null,
  };
}
