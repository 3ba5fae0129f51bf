import { ParleyError } from '../errors.ts';
import type { SpeechRequest, Transcription } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';

export interface TranscribeOptions extends RequestOptions {
  /** `provider/model`. Default: what the operator has set up. */
  model?: string | undefined;
  /** ISO 639-1, such as `de`. */
  language?: string | undefined;
  /** Words that are likely in it. */
  prompt?: string | undefined;
  /** Also when each word is said. Default: false. */
  words?: boolean | undefined;
  /** Of the sound; the service looks at the content. */
  filename?: string | undefined;
}

type Sound = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer;

/** Speech to text, and text to speech. */
export class AudioResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /**
   * What is said, with the times of its segments where the model tells them.
   *
   * ```ts
   * const { text, segments } = await parley.audio.transcribe(await openAsBlob('talk.mp3'));
   * ```
   */
  async transcribe(sound: Sound, options: TranscribeOptions = {}): Promise<Transcription> {
    const { words = false } = options;
    const form = formOf(sound, options);
    form.append('response_format', 'verbose_json');
    if (words) for (const unit of ['word', 'segment']) form.append('timestamp_granularities[]', unit);
    const heard = await this.#client.request('createTranscription', { form }, options);
    if (typeof heard === 'string') throw new ParleyError('invalid_reply', 'The service answered with plain text');
    return heard;
  }

  /** The same without times, for models that tell none. */
  async transcribeText(sound: Sound, options: Omit<TranscribeOptions, 'words'> = {}): Promise<string> {
    const heard = await this.#client.request('createTranscription', { form: formOf(sound, options) }, options);
    return typeof heard === 'string' ? heard : heard.text;
  }

  /** What is said, in English. */
  async translate(sound: Sound, options: Omit<TranscribeOptions, 'words' | 'language'> = {}): Promise<string> {
    const heard = await this.#client.request('createTranslation', { form: formOf(sound, options) }, options);
    return typeof heard === 'string' ? heard : heard.text;
  }

  /** The sound of a text, `mp3` by default. */
  speak(request: SpeechRequest, options?: RequestOptions): Promise<Blob> {
    return this.#client.request('createSpeech', { body: request }, options);
  }
}

function formOf(sound: Sound, { model, language, prompt, filename = 'speech' }: TranscribeOptions): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ model, language, prompt }))
    if (value !== undefined) form.append(name, value);
  form.append('file', sound instanceof Blob ? sound : new Blob([sound]), filename);
  return form;
}
