import type { SpeechFormat } from '@parley/contract';
import { chunksOf, type MediaAccess, sendMedia } from '../../outbound/model-http/send-media.ts';
import type { Speaker, Speech, SpeechAsked } from '../../ports/speaker.ts';

const encodings: Partial<Record<SpeechFormat, string>> = {
  mp3: 'encoding=mp3',
  opus: 'encoding=opus&container=ogg',
  aac: 'encoding=aac',
  flac: 'encoding=flac',
  wav: 'encoding=linear16&container=wav&sample_rate=24000',
  pcm: 'encoding=linear16&container=none&sample_rate=24000',
};

/** Deepgram's `/v1/speak`, whose models have one voice each: https://developers.deepgram.com/reference/text-to-speech/speak-request */
export class DeepgramSpeaker implements Speaker {
  readonly id: string;
  readonly formats: readonly SpeechFormat[] = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'];
  readonly #model: string;
  readonly #access: MediaAccess;

  constructor(model: string, access: MediaAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async speak({ text, format }: SpeechAsked, signal: AbortSignal): Promise<Speech> {
    const path = `/speak?model=${encodeURIComponent(this.#model)}&${encodings[format] ?? 'encoding=mp3'}`;
    const headers = { authorization: `Token ${this.#access.apiKey ?? ''}` };
    const body = await sendMedia(this.#access, { path, headers, body: { json: { text } } }, signal);
    return { sound: chunksOf(body, signal), usage: () => null };
  }
}
