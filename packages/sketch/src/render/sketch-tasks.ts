/** What the worker process of the sketch engine is asked for. */
export interface PictureTask {
  prompt: string;
  seed: number;
  width: number;
  height: number;
  format: 'jpeg' | 'png';
}

export interface FilmTask {
  prompt: string;
  seed: number;
  width: number;
  height: number;
  durationSeconds: number;
  /** Becomes the first frame; null for none. */
  reference: Uint8Array | null;
}

export interface FitTask {
  bytes: Uint8Array;
  width: number;
  height: number;
  format: 'jpeg' | 'png';
}

export const framesPerSecond = 24;
