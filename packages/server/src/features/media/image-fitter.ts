/** Reads, turns upright, resizes and crops pictures outside this process. */
export interface ImageFitter {
  /** Covers `width`x`height` exactly. Throws `upstream_invalid` when the bytes are no picture. */
  fit(bytes: Uint8Array, wanted: FitRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** Width and height of a picture. Throws `invalid_image`. */
  measure(bytes: Uint8Array, signal: AbortSignal): Promise<{ width: number; height: number }>;
}

export interface FitRequest {
  width: number;
  height: number;
  format: 'jpeg' | 'png';
}
