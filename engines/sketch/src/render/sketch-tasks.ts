/** One picture. Equal tasks give equal bytes. */
export interface PictureTask {
  /** English words; those that stand for nothing known are lettered. */
  prompt: string;
  seed: number;
  /** In pixels. */
  width: number;
  height: number;
  format: 'jpeg' | 'png';
}

/** A film of the scene that the same prompt draws, at 24 frames a second, as H.264 in MP4. */
export interface FilmTask {
  prompt: string;
  seed: number;
  width: number;
  height: number;
  durationSeconds: number;
  /** Becomes the first frame; null for none. */
  reference: Uint8Array | null;
}

/** A picture of any common format that is to cover a size. */
export interface FitTask {
  bytes: Uint8Array;
  width: number;
  height: number;
  format: 'jpeg' | 'png';
}

export const framesPerSecond = 24;
