import type { SpeechFormat } from '@parley/contract';
import { chunksOf, type MediaAccess, sendMedia } from '../../outbound/model-http/send-media.ts';
import type { Speaker, Speech, SpeechAsked } from '../../ports/speaker.ts';

const outputs: Partial<Record<SpeechFormat, string>> = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_64',
  pcm: 'pcm_24000',
};

/** ElevenLabs' `/v1/text-to-speech/{voice}/stream`: https://elevenlabs.io/docs/api-reference/text-to-speech/stream */
export class ElevenLabsSpeaker implements Speaker {
  readonly id: string;
  readonly formats: readonly SpeechFormat[] = ['mp3', 'opus', 'pcm'];
  readonly #model: string;
  readonly #access: MediaAccess;

  constructor(model: string, access: MediaAccess) {
    this.id = `${access.id}/${model}`;
    this.#model = model;
    this.#access = access;
  }

  async speak({ text, voice, format, speed }: SpeechAsked, signal: AbortSignal): Promise<Speech> {
    const output = outputs[format] ?? 'mp3_44100_128';
    const path = `/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=${output}`;
    const headers = { 'xi-api-key': this.#access.apiKey ?? '' };
    const json = { text, model_id: this.#model, ...(speed !== null && { voice_settings: { speed } }) };
    const body = await sendMedia(this.#access, { path, headers, body: { json } }, signal);
    return { sound: chunksOf(body, signal), usage: () => null };
  }
}
