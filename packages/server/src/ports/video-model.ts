/** Makes videos. Throws `AppError`: `prompt_rejected`, an `upstream_*` code, or the signal's reason. */
export interface VideoModel {
  /** As in the model list, for example `google/veo-3.1-generate-preview`. */
  readonly id: string;
  /** `onProgress` takes a share from 0 to 1. */
  generate(request: VideoRequest, signal: AbortSignal, onProgress: (share: number) => void): Promise<ModelVideo>;
}

export interface VideoRequest {
  prompt: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Wanted length; engines with fixed lengths take the nearest. */
  durationSeconds: number;
  /** 0 to 4294967295. */
  seed: number;
  /** An image of any size that becomes the first frame; null for none. */
  reference: Uint8Array | null;
}

export interface ModelVideo {
  /** An MP4. */
  bytes: Uint8Array;
  durationSeconds: number;
  /** What the vendor says it costs, in US dollars. */
  upstreamCostUsd?: number;
}
