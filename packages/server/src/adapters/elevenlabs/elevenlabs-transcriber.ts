import { isJsonObject, type JsonObject } from '@parley/contract';
import { inPieces } from '../../lib/in-pieces.ts';
import { readTimed, segmentsOfWords, wordsOf } from '../../outbound/model-http/read-times.ts';
import { type MediaAccess, sendForJson } from '../../outbound/model-http/send-media.ts';
import { invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { Transcriber, Transcript, TranscriptionAsked } from '../../ports/transcriber.ts';

/** ElevenLabs' `/v1/speech-to-text`: https://elevenlabs.io/docs/api-reference/speech-to-text/convert */
export class ElevenLabsTranscriber implements Transcriber {
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
    const form = [
      ['model_id', this.#model] as const,
      ...(language === null ? [] : [['language_code', language] as const]),
      ['file', { path, filename, mediaType }] as const,
    ];
    const headers = { 'xi-api-key': this.#access.apiKey ?? '' };
    return readTranscript(
      await sendForJson(this.#access, { path: '/speech-to-text', headers, body: { form } }, signal),
      wantsWords,
    );
  }
}

/** Among which the end of the last one is looked for. */
const lastPieces = 1000;

async function readTranscript(body: JsonObject, wantsWords: boolean): Promise<Transcript> {
  if (typeof body.text !== 'string') throw invalidError(new Error('no text'));
  const pieces = Array.isArray(body.words) ? body.words : [];
  // Spaces and sounds stand among the words.
  const said = await inPieces(pieces, (piece) => (isJsonObject(piece) && piece.type === 'word' ? piece : null));
  const words = await readTimed(said, ['text']);
  return {
    text: body.text.trim(),
    language: typeof body.language_code === 'string' ? body.language_code : null,
    seconds: (await readTimed(pieces.slice(-lastPieces), ['text'])).at(-1)?.end ?? null,
    segments: await segmentsOfWords(words),
    words: wantsWords ? await wordsOf(words) : [],
    usage: null,
  };
}
