import type { ExecutedCall, FieldOrigin, Source, UngroundedPart, Usage } from '@parley/sdk';
import type { Call } from './draft.ts';
import type { RunRequest } from './to-request.ts';

/** What came of a request, in the same words for every shape. */
export interface Reply {
  text: string;
  thinking: string;
  calls: Call[];
  executed: ExecutedCall[];
  /** With a schema: the object. */
  data?: unknown;
  /** Where each value was found, by JSON Pointer. */
  fields: Record<string, FieldOrigin>;
  sources: Source[];
  ungrounded: UngroundedPart[];
  warnings: string[];
  usage: Usage | null;
  engine: string;
  model: string;
  finishReason: string;
  needsModel: boolean;
}

export const emptyReply: Reply = {
  text: '',
  thinking: '',
  calls: [],
  executed: [],
  fields: {},
  sources: [],
  ungrounded: [],
  warnings: [],
  usage: null,
  engine: '',
  model: '',
  finishReason: '',
  needsModel: false,
};

/** One request under way or done. */
export interface Run {
  request: RunRequest;
  model: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  reply: Reply;
  error: unknown;
  status: number | null;
  requestId: string;
  headers: Array<[name: string, value: string]>;
  firstTokenMs: number | null;
  durationMs: number | null;
}

export const newRun = (request: RunRequest, model: string): Run => ({
  request,
  model,
  state: 'running',
  reply: emptyReply,
  error: null,
  status: null,
  requestId: '',
  headers: [],
  firstTokenMs: null,
  durationMs: null,
});

/** A change of the reply while it comes. */
export type ReplyChange = Partial<Reply> | ((reply: Reply) => Reply);

export const changed = (reply: Reply, change: ReplyChange): Reply =>
  typeof change === 'function' ? change(reply) : { ...reply, ...change };
