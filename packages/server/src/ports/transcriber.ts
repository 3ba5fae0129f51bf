/** Hears speech. Throws the errors of the port `LanguageModel`. */
export interface Transcriber {
  /** `provider/model`. */
  readonly id: string;
  /** Whether it says when what is said. */
  readonly hasTimes: boolean;
  /** Whether it puts speech into English. */
  readonly translates: boolean;
  transcribe(request: TranscriptionAsked, signal: AbortSignal): Promise<Transcript>;
}

export interface TranscriptionAsked {
  /** Where the bytes lie on this machine. */
  path: string;
  filename: string;
  /** Found in the content. */
  mediaType: string;
  /** ISO 639-1; null: the vendor finds out. */
  language: string | null;
  prompt: string | null;
  temperature: number | null;
  isTranslated: boolean;
  /** Whether the times of single words are wanted. */
  wantsWords: boolean;
}

export interface Transcript {
  text: string;
  language: string | null;
  /** How long it is, where the vendor says so. */
  seconds: number | null;
  /** In their order; empty where the vendor tells no times. Seconds. */
  segments: { start: number; end: number; text: string }[];
  words: { word: string; start: number; end: number }[];
  /** Where the vendor counts tokens. */
  usage: { inputTokens: number; outputTokens: number } | null;
}
