import type { JsonObject, VideoProgress, VideoSize, VideoStatus } from '@parley/contract';

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
  /** Made while its caller waits: no job takes it up again when its process is killed. */
  isAwaited?: boolean;
}

export interface FinishedVideo {
  key: string;
  expiresAt: number;
  durationSeconds: number;
  model: string;
  /** What the workspace was charged, in US dollars. Not there in runs of older versions. */
  costUsd?: number;
}

export interface VideoRecord {
  id: string;
  workspaceId: string;
  keyId: string;
  request: AcceptedVideo;
  status: VideoStatus;
  progress: VideoProgress;
  result: FinishedVideo | null;
  error: JsonObject | null;
  createdAt: number;
  finishedAt: number | null;
}

/** The legal moves of a video. */
export const videoMoves: Record<VideoStatus, readonly VideoStatus[]> = {
  queued: ['running', 'failed', 'cancelled'],
  // A run that is taken up again after a crash starts again.
  running: ['running', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};
