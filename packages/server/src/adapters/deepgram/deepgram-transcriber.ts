import { isJsonObject, type JsonObject } from '@parley/contract';
import { readSeconds, readTimed, segmentsOfWords, wordsOf } from '../../outbound/model-http/read-times.ts';
import { type MediaAccess, sendForJson } from '../../outbound/model-http/send-media.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Transcriber, Transcript, TranscriptionAsked } from '../../ports/transcriber.ts';

/** Deepgram's `/v1/listen`: https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded */
export class DeepgramTranscriber implements Transcriber {
  readonly id: string;
  readonly hasTimes = true;
  readonly translates = false;
  readonly #model: string;
  readonly #access: MediaAccess;

  constructor(model: string, access: MediaAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async transcribe(
    { path, filename, mediaType, language, wantsWords }: TranscriptionAsked,
    signal: AbortSignal,
  ): Promise<Transcript> {
    const query = new URLSearchParams({ model: this.#model, smart_format: 'true' });
    if (language === null) query.set('detect_language', 'true');
    else query.set('language', language);
    const headers = { authorization: `Token ${this.#access.apiKey ?? ''}` };
    const file = { path, filename, mediaType };
    return readTranscript(
      await sendForJson(this.#access, { path: `/listen?${query}`, headers, body: { file } }, signal),
      wantsWords,
    );
  }
}

async function readTranscript({ metadata, results }: JsonObject, wantsWords: boolean): Promise<Transcript> {
  const channels = isJsonObject(results) && Array.isArray(results.channels) ? results.channels : [];
  const channel = isJsonObject(channels[0]) ? channels[0] : {};
  const best = Array.isArray(channel.alternatives) ? channel.alternatives[0] : undefined;
  if (!isJsonObject(best) || typeof best.transcript !== 'string') throw invalidError(new Error('no transcript'));
  const words = await readTimed(best.words, ['punctuated_word', 'word']);
  return {
    text: best.transcript.trim(),
    language: typeof channel.detected_language === 'string' ? channel.detected_language : null,
    seconds: isJsonObject(metadata) ? readSeconds(metadata.duration) : null,
    segments: await segmentsOfWords(words),
    words: wantsWords ? await wordsOf(words) : [],
    usage: null,
  };
}
