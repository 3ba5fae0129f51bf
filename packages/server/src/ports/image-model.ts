/**
 * Draws pictures. Throws `AppError`: `prompt_rejected`, an `upstream_*` code, or the signal's reason.
 * An engine that cannot draw the size that is asked for draws the nearest; the picture is fitted afterwards.
 */
export interface ImageModel {
  /** As in the model list, for example `openai/gpt-image-1`. */
  readonly id: string;
  generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage>;
  /** Makes a picture of others; absent where the engine cannot. */
  edit?(request: ImageRequest, source: ImageSource, signal: AbortSignal): Promise<ModelImage>;
}

/** What a picture is made of. */
export interface ImageSource {
  /** `variation`: another one like the first, without words. */
  does: 'edit' | 'variation';
  /** PNG, JPEG or WebP. */
  images: readonly Uint8Array[];
  /** Whose transparent places are drawn anew. */
  mask: Uint8Array | null;
}

export interface ImageRequest {
  prompt: string;
  /** Pixels. */
  width: number;
  height: number;
  format: 'jpeg' | 'png';
  /** 0 to 4294967295. Engines without seeds ignore it. */
  seed: number;
  /** Whether the engine may add to the prompt. */
  isUpsampled: boolean;
  /** 0 (strictest) to 6. */
  safetyTolerance: number;
}

export interface ModelImage {
  /** PNG, JPEG or WebP. */
  bytes: Uint8Array;
  /** What was drawn, when it differs from the prompt and the engine says so. */
  revisedPrompt?: string;
  /** Sentences about what of the prompt is not in the picture. */
  warnings?: string[];
  /** The seed that the engine says it used, when it is another. */
  seed?: number;
  /** Tokens, where the vendor counts them. */
  usage?: { inputTokens: number; outputTokens: number };
  /** What the vendor says it costs, in US dollars. */
  upstreamCostUsd?: number;
}
