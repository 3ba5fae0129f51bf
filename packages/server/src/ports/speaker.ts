import type { SpeechFormat } from '@parley/contract';

/** Says texts. Throws the errors of the port `LanguageModel`. */
export interface Speaker {
  /** `provider/model`. */
  readonly id: string;
  readonly formats: readonly SpeechFormat[];
  /** Resolves when the vendor has accepted; the sound comes as it is made, and an error of it ends the iteration. */
  speak(request: SpeechAsked, signal: AbortSignal): Promise<Speech>;
}

export interface SpeechAsked {
  text: string;
  voice: string;
  instructions: string | null;
  format: SpeechFormat;
  speed: number | null;
}

export interface Speech {
  sound: AsyncIterable<Uint8Array>;
  /** Tokens, where the vendor counts them: known when the sound has ended. */
  usage(): { inputTokens: number; outputTokens: number } | null;
}
