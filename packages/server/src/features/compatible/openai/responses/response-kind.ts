import type { OpenAIResponse, OpenAIResponseRequest } from '@parley/contract';
import { AppError } from '../../../../lib/app-error.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Run, RunKind, RunTypes } from '../../../runs/background/run-types.ts';

/** What is stored of a response that is kept, in the background or not. */
export interface ResponseTypes extends RunTypes {
  request: {
    /** As it was asked for. */
    body: OpenAIResponseRequest;
    requestId: string;
    origin: string;
  };
  progress: null;
  /** From the beginning on: what is told of a response does not wait for its end. */
  result: OpenAIResponse;
}

export type StoredResponse = Run<ResponseTypes>;

export interface ResponseWork {
  /** Makes a response that was put into the background. */
  make(stored: StoredResponse, call: Call): Promise<OpenAIResponse>;
  /** Tells whoever reads its events that one has ended and is charged. */
  finish(stored: StoredResponse): Promise<void>;
  drop(id: string): Promise<void>;
}

/** Responses as a kind of run. */
export function responseKind({ make, finish, drop }: ResponseWork): RunKind<ResponseTypes> {
  return {
    name: 'response',
    job: 'respond',
    endpoint: 'createResponse',
    concurrency: 4,
    maxAttempts: 3,
    backoffMs: 2_000,
    deadlineMs: 30 * 60_000,
    // As OpenAI keeps them.
    keptMs: 30 * 24 * 60 * 60_000,
    failure: { code: 'response_failed', message: 'The response could not be finished. Ask again.' },
    missing: (id) =>
      new AppError('response_not_found', `There is no stored response ${id.slice(0, 200)}`, { param: 'id' }),
    // What needed a scope was checked when it was asked for.
    work: (run, { call }) => make(run, { ...call, scopes: ['text', 'files', 'research'] }),
    tidy: (run) => (run.request.body.stream && run.result?.background ? finish(run) : Promise.resolve()),
    forget: ({ id }) => drop(id),
  };
}

/** What a response says of what it was not asked for. Those that were stored before these fields were there have none. */
export const unaskedFields = {
  completed_at: null,
  presence_penalty: 0,
  frequency_penalty: 0,
  top_logprobs: 0,
  max_tool_calls: null,
  service_tier: 'default',
  safety_identifier: null,
  prompt_cache_key: null,
};

/** A response as the API shows it. */
export function toResponse({ status, result: stored, error }: StoredResponse): OpenAIResponse {
  if (stored === null) throw new Error('a response is stored from its beginning on');
  const result = { ...unaskedFields, ...stored, temperature: stored.temperature ?? 1, top_p: stored.top_p ?? 1 };
  switch (status) {
    case 'queued':
    case 'cancelled':
      return { ...result, status };
    case 'running':
      return { ...result, status: 'in_progress' };
    case 'failed': {
      if (error === null) return result;
      return { ...result, status, error: { code: String(error.code), message: String(error.message) } };
    }
    case 'completed':
      return result;
    default:
      return status satisfies never;
  }
}
