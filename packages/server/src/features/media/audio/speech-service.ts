import type { SpeechRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { InTurn } from '../../../lib/in-turn.ts';
import { requireModel } from '../../../lib/require-model.ts';
import type { Call } from '../../../ports/call.ts';
import type { Speaker, Speech } from '../../../ports/speaker.ts';
import { type AudioPrices, audioCost } from '../../money/billing/cost.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import type { SpeechEngines } from './speech-engines.ts';

export interface SpeechParts {
  engines: SpeechEngines<Speaker>;
  pricesOf(name: string): AudioPrices;
  /** Throws where `provider` of the call does not let it go to an engine. */
  permit(engine: string, provider: SpeechRequest['provider']): void;
  /** The chain of a route, for a call that names one. */
  inTurn: InTurn;
}

export interface Spoken {
  format: NonNullable<SpeechRequest['response_format']>;
  model: string;
  /** As it is made. When it has ended, what it cost stands in the meter. */
  sound: AsyncIterable<Uint8Array>;
}

/** About what a token of speech takes: OpenAI's models say fifteen characters a second in twenty tokens. */
const spokenTokensPerCharacter = 1.4;

/** Text to speech, paid by its characters or by the tokens that the vendor counts. */
export class SpeechService {
  readonly #parts: SpeechParts;

  constructor(parts: SpeechParts) {
    this.#parts = parts;
  }

  /** Throws what `Speaker` throws, `model_not_configured`, `model_not_found`, `invalid_request`, and what the meter refuses. */
  say(body: SpeechRequest, call: Call): Promise<Spoken> {
    return this.#parts.inTurn(body.model, (model) => this.#say({ ...body, model: model ?? null }, call));
  }

  async #say(body: SpeechRequest, { meter, signal, models }: Call): Promise<Spoken> {
    const engine = this.#parts.engines.resolve(body.model ?? null);
    requireModel({ models }, engine.id);
    this.#parts.permit(engine.id, body.provider);
    const format = body.response_format ?? 'mp3';
    if (!engine.formats.includes(format)) {
      throw new AppError(
        'invalid_request',
        `response_format must be one of ${engine.formats.join(', ')} with ${engine.id}`,
        {
          param: 'response_format',
        },
      );
    }
    const prices = this.#parts.pricesOf(engine.id);
    const characters = [...body.input].length;
    const guess = {
      inputTokens: estimateTokens(`${body.instructions ?? ''}${body.input}`),
      outputTokens: Math.ceil(characters * spokenTokensPerCharacter),
    };
    const estimate = audioCost(prices, { characters, tokens: guess });
    await meter.reserve({ costUsd: estimate, tokens: 0, model: engine.id });
    meter.trace.attempt();
    meter.trace.asks(engine.id, 'else');
    const voice = typeof body.voice === 'string' ? body.voice : body.voice.id;
    const asked = {
      text: body.input,
      voice,
      instructions: body.instructions ?? null,
      format,
      speed: body.speed ?? null,
    };
    const speech = await engine.speak(asked, signal);
    const add = (tokens: typeof guess | null) => {
      const costUsd = audioCost(prices, { characters, ...(tokens && { tokens }) });
      const { inputTokens, outputTokens } = tokens ?? { inputTokens: 0, outputTokens: 0 };
      const usage = { inputTokens, cachedTokens: 0, outputTokens };
      meter.add({ model: engine.id, usage, costUsd, upstreamCostUsd: costUsd });
    };
    return { format, model: engine.id, sound: counted(speech, { add, guess, isByTokens: prices.tokens !== null }) };
  }
}

/** The sound, with what it cost added when it has ended or was left: then by tokens as they are estimated, where they were not told. */
async function* counted(
  speech: Speech,
  { add, guess, isByTokens }: { add(tokens: Guess | null): void; guess: Guess; isByTokens: boolean },
): AsyncGenerator<Uint8Array> {
  try {
    yield* speech.sound;
  } finally {
    add(speech.usage() ?? (isByTokens ? guess : null));
  }
}

interface Guess {
  inputTokens: number;
  outputTokens: number;
}
