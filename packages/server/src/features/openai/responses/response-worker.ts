import type { JsonObject } from '@parley/contract';
import { isAppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { JobKind, JobQueue } from '../../../ports/job-queue.ts';
import type { Meter } from '../../../ports/meter.ts';
import type { ResponseRepository, StoredResponse } from './response-repository.ts';
import { type ResponseService, responseKind } from './response-service.ts';

export interface ResponseWorkerParts {
  responses: ResponseService;
  repository: ResponseRepository;
  jobs: JobQueue;
  openMeter(stored: StoredResponse): Promise<Meter>;
}

interface Payload extends JsonObject {
  workspaceId: string;
  responseId: string;
}

const atOnce = 4;
const maxAttempts = 3;
const backoffMs = 2_000;
const deadlineMs = 30 * 60_000;
export const responseEndpoint = 'createResponse';

/** Makes the responses that were put into the background. */
export class ResponseWorker {
  readonly #parts: ResponseWorkerParts;

  constructor(parts: ResponseWorkerParts) {
    this.#parts = parts;
  }

  get kind(): JobKind<Payload> {
    return {
      name: responseKind,
      concurrency: atOnce,
      maxAttempts,
      backoffMs,
      deadlineMs,
      run: ({ payload, signal }) => this.#work(payload, signal),
      onFailed: ({ payload }, error) => this.#fail(payload, error),
    };
  }

  /** Puts every open response into the queue; those that are in it already stay as they are. */
  async recover(): Promise<void> {
    for (const { id, workspaceId } of await this.#parts.repository.listOpen()) {
      await this.#parts.jobs.enqueue(responseKind, { workspaceId, responseId: id }, { id });
    }
  }

  async #work({ workspaceId, responseId }: Payload, signal: AbortSignal): Promise<void> {
    const stored = await this.#parts.repository.find(workspaceId, responseId);
    if (!stored) return;
    const meter = await this.#parts.openMeter(stored);
    try {
      await this.#parts.responses.work(stored, callOf(stored, meter, signal));
      await meter.settle({ status: 200, isStreamed: false });
    } catch (error) {
      await meter.settle({ status: isAppError(error) ? error.status : 500, isStreamed: false });
      throw error;
    }
  }

  async #fail({ workspaceId, responseId }: Payload, error: unknown): Promise<void> {
    const stored = await this.#parts.repository.find(workspaceId, responseId);
    if (!stored) return;
    const told = isAppError(error)
      ? { code: error.code, message: error.message }
      : { code: 'response_failed', message: 'The response could not be finished. Ask again.' };
    await this.#parts.repository.update(workspaceId, { ...stored.response, status: 'failed', error: told });
  }
}

/** The response as a caller; what needed a scope was checked when it was asked for. */
function callOf({ workspaceId, keyId, call }: StoredResponse, meter: Meter, signal: AbortSignal): Call {
  return {
    ...call,
    endpoint: responseEndpoint,
    workspaceId,
    keyId,
    scopes: ['text', 'files', 'research'],
    confirmChanges: 'always',
    address: '',
    signal,
    meter,
  };
}
