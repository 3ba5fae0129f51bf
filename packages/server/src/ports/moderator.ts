import type { ModerationList, ModerationRequest } from '@parley/contract';

/**
 * Judges texts and pictures for callers who ask for a judgement.
 *
 * Throws only `AppError` with an `upstream_*` code or `model_not_found` (or whatever the abort signal carries).
 */
export interface Moderator {
  /** `provider/model`. */
  readonly id: string;
  moderate(input: ModerationRequest['input'], signal: AbortSignal): Promise<Judgement>;
}

export interface Judgement {
  /** The vendor's name of it; null where it gives none. */
  id: string | null;
  /** One for each text of a list, else one. */
  results: ModerationList['results'];
  /** Null where the vendor reports none. */
  inputTokens: number | null;
}
