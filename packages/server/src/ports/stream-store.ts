/** A stream as it is kept, so that it can be taken up again. Times in milliseconds since 1970. */
export interface StoredStream {
  id: string;
  workspaceId: string;
  /** Who began it, and alone may read it. */
  owner: string;
  /** The caller's own user whom the call named. */
  userId: string | null;
  /** Of the last event that is stored; 0 before the first. */
  lastNumber: number;
  isEnded: boolean;
  /** When the process that writes it last said that it does. */
  beatAt: number;
  /** What ends it when that process is gone; null where another one goes on with it. */
  lostBlock: string | null;
}

/** Events that follow one another, as they go over the wire. */
export interface StoredEvents {
  first: number;
  last: number;
  text: string;
}

/** What happened to a stream elsewhere than in the process that writes it. */
export interface StreamNews {
  id: string;
  /** When somebody last read it; null for nobody. */
  readerAt: number | null;
  isCancelled: boolean;
}

/** Where streams are kept for other processes: until their end, and some minutes more. */
export interface StreamStore {
  /** False where the workspace has as many as it may that have not ended; of those that have, the oldest make room. */
  create(stream: StoredStream, limits: { mostStreams: number; expiresAt: number }): Promise<boolean>;
  find(id: string, workspaceId: string): Promise<StoredStream | null>;
  /** Adds events, forgets those before `keptFrom`, and says when the stream expires. What is there already stays. */
  append(id: string, events: StoredEvents, change: StreamChange): Promise<void>;
  /** Some of what follows an event, in order; empty where there is nothing yet. */
  eventsAfter(id: string, after: number): Promise<StoredEvents[]>;
  noteReader(id: string, at: number): Promise<void>;
  askCancel(id: string): Promise<void>;
  /** Says that these are written still, and asks what happened to them. */
  beat(ids: readonly string[], times: { at: number; expiresAt: number }): Promise<StreamNews[]>;
  delete(id: string): Promise<void>;
  /** Forgets what has expired. */
  sweep(now: number): Promise<void>;
  forgetWorkspace(workspaceId: string): Promise<void>;
  forgetUser(user: { workspaceId: string; userId: string }): Promise<void>;
  close(): Promise<void>;
}

export interface StreamChange {
  isEnded: boolean;
  at: number;
  expiresAt: number;
  keptFrom: number;
}
