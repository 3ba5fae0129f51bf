import { AppError } from '../../../lib/app-error.ts';

export interface SpeechEnginesParts<Engine> {
  /** What is asked where a call names none, as `provider/model`; null where nothing is connected. */
  usual: string | null;
  /** Null for a name that nobody serves. */
  create(name: string): Engine | null;
  /** The variable that names the usual one. */
  setting: 'TRANSCRIPTION_MODEL' | 'SPEECH_MODEL';
}

/** What hears or says: one by the operator's choice, and any other of a provider that is set up, by its name. */
export class SpeechEngines<Engine> {
  readonly #parts: SpeechEnginesParts<Engine>;

  constructor(parts: SpeechEnginesParts<Engine>) {
    this.#parts = parts;
  }

  get isConnected(): boolean {
    return this.#parts.usual !== null;
  }

  /** Throws `model_not_configured` and `model_not_found`. */
  resolve(asked: string | null): Engine {
    const { usual, create, setting } = this.#parts;
    const provider = usual?.slice(0, usual.indexOf('/') + 1) ?? '';
    // By its whole name or that of a route, else a model of the usual one's provider.
    const names = asked === null ? [usual] : asked.includes('/') ? [asked] : [asked, provider + asked];
    const made = names.reduce<Engine | null>((found, name) => found ?? (name === null ? null : create(name)), null);
    if (made !== null) return made;
    if (usual === null) {
      const does = setting === 'SPEECH_MODEL' ? 'speaks' : 'hears speech';
      throw new AppError(
        'model_not_configured',
        `Nothing that ${does} is connected. Set OPENAI_API_KEY, or ${setting} to provider/model: of Groq, Mistral, Deepgram, ElevenLabs, or of a server of your own under "providers" in parley.config.json.`,
        { param: 'model' },
      );
    }
    throw new AppError(
      'model_not_found',
      `There is no model "${(asked ?? '').slice(0, 200)}" for this. Here are ${usual}, and provider/model of a provider for it that is set up.`,
      { param: 'model' },
    );
  }
}
