import { stat } from 'node:fs/promises';
import { AppError } from '../../../lib/app-error.ts';
import type { InTurn } from '../../../lib/in-turn.ts';
import { requireModel } from '../../../lib/require-model.ts';
import type { Call } from '../../../ports/call.ts';
import type { Transcriber, Transcript } from '../../../ports/transcriber.ts';
import type { AudioPrices } from '../../money/billing/cost.ts';
import { type AudioUsed, audioCost } from '../../money/billing/cost.ts';
import { type AudioFormat, readAudioFormat } from './audio-format.ts';
import type { SpeechEngines } from './speech-engines.ts';

export interface TranscriptionParts {
  engines: SpeechEngines<Transcriber>;
  pricesOf(name: string): AudioPrices;
  /** The chain of a route, for a call that names one. */
  inTurn: InTurn;
  /** What is longer is not heard. */
  mostSeconds: number;
}

/** Speech as it came in: spooled to the disk. */
export interface HeardRequest {
  path: string;
  filename: string;
  model: string | null;
  language: string | null;
  prompt: string | null;
  temperature: number | null;
  isTranslated: boolean;
  /** The caller wants to know when what is said. */
  wantsTimes: boolean;
  wantsWords: boolean;
}

export interface Heard extends Transcript {
  model: string;
  /** What was paid for. */
  seconds: number;
  format: AudioFormat;
}

/** Speech of 32 kbit/s, the least that is usual: what nobody says the length of is held for so long. */
const leastBytesPerSecond = 4000;
const usualBytesPerSecond = 16_000;

type Paying = Pick<Call, 'meter' | 'signal' | 'models'>;

/** Speech to text, by a vendor or a server of one's own, paid by its seconds or by the tokens that the vendor counts. */
export class TranscriptionService {
  readonly #parts: TranscriptionParts;

  constructor(parts: TranscriptionParts) {
    this.#parts = parts;
  }

  get isConnected(): boolean {
    return this.#parts.engines.isConnected;
  }

  /** Throws what `Transcriber` throws, `model_not_configured`, `model_not_found`, `invalid_request`, and what the meter refuses. */
  hear(request: HeardRequest, paying: Paying): Promise<Heard> {
    return this.#parts.inTurn(request.model, (model) => this.#hear({ ...request, model: model ?? null }, paying));
  }

  async #hear(request: HeardRequest, { meter, signal, models }: Paying): Promise<Heard> {
    const { path, filename, model, language, prompt, temperature, isTranslated, wantsTimes, wantsWords } = request;
    const engine = this.#parts.engines.resolve(model);
    requireModel({ models }, engine.id);
    if (wantsTimes && !engine.hasTimes)
      throw invalid('response_format', `needs times, which ${engine.id} does not tell; ask for json or text`);
    if (isTranslated && !engine.translates) throw invalid('model', `cannot be ${engine.id}, which translates nothing`);
    const format = await readAudioFormat(path);
    if (format === null)
      throw invalid('file', 'is no sound that can be heard; send MP3, MP4, M4A, WAV, WebM, OGG, FLAC or AAC');
    const { mostSeconds } = this.#parts;
    if ((format.seconds ?? 0) > mostSeconds) {
      const minutes = (seconds: number) => Math.ceil(seconds / 60);
      throw invalid(
        'file',
        `is ${minutes(format.seconds ?? 0)} minutes long; at most ${minutes(mostSeconds)} are heard (AUDIO_MAX_MINUTES)`,
      );
    }
    const { size } = await stat(path);
    const prices = this.#parts.pricesOf(engine.id);
    const most = format.seconds ?? size / leastBytesPerSecond;
    await meter.reserve({ costUsd: audioCost(prices, { seconds: most }), tokens: 0, model: engine.id });
    meter.trace.attempt();
    meter.trace.asks(engine.id, 'else');
    // What films of Apple lie in is MP4 but for its name, by which vendors judge.
    const known = filename.replace(/\.(?:mov|m4v)$/i, '.mp4').replace(/\.m4b$/i, '.m4a');
    const named = /\.\w{2,4}$/.test(known) ? known : `${known}.${format.extension}`;
    const asked = {
      path,
      filename: named,
      mediaType: format.mediaType,
      language,
      prompt,
      temperature,
      isTranslated,
      wantsWords,
    };
    const heard = await engine.transcribe(asked, signal);
    const seconds = heard.seconds ?? format.seconds ?? heard.segments.at(-1)?.end ?? size / usualBytesPerSecond;
    const used: AudioUsed = { seconds, ...(heard.usage && { tokens: heard.usage }) };
    const costUsd = audioCost(prices, used);
    const { inputTokens, outputTokens } = heard.usage ?? { inputTokens: 0, outputTokens: 0 };
    meter.add({
      model: engine.id,
      usage: { inputTokens, cachedTokens: 0, outputTokens },
      costUsd,
      upstreamCostUsd: costUsd,
    });
    return { ...heard, seconds, model: engine.id, format };
  }
}

const invalid = (param: string, problem: string): AppError =>
  new AppError('invalid_request', `${param} ${problem}`, { title: `${param} is not valid`, param });
