import type { VideoProgress, VideoSize } from '@parley/contract';
import type { Run, RunTypes } from '../runs/background/run-types.ts';

/** What is stored of a video. */
export interface VideoTypes extends RunTypes {
  request: AcceptedVideo;
  progress: VideoProgress;
  result: FinishedVideo;
}

export type VideoRecord = Run<VideoTypes>;

/** A request as it is stored: all that making the video needs. */
export interface AcceptedVideo {
  prompt: string;
  size: VideoSize;
  seed: number;
  safetyTolerance: number;
  model: string | null;
  /** Blob key of the first frame; null for none. */
  referenceKey: string | null;
  requestId: string;
}

export interface FinishedVideo {
  key: string;
  expiresAt: number;
  durationSeconds: number;
  model: string;
  /** What the workspace was charged, in US dollars. Not there in runs of older versions. */
  costUsd?: number;
}
