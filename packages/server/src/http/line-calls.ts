import { type Endpoint, errorCatalogue, reachingPaths } from '@parley/contract';
import { requireReach } from '../features/people/keys/authenticator.ts';
import type { KeyRecord } from '../features/people/keys/key-record.ts';
import { requireAccess } from '../features/people/keys/require-access.ts';
import type { LineCall, LineCaller, LineReply } from '../features/runs/lines/line-caller.ts';
import { AppError, isOfFamily } from '../lib/app-error.ts';
import type { Call } from '../ports/call.ts';
import type { Clock } from '../ports/clock.ts';
import { bodyLabels } from './call-labels.ts';
import { promptOf } from './call-prompt.ts';
import { toAppError, toErrorReply } from './error-reply.ts';
import { ReplyCheck } from './reply-check.ts';
import { type RequestValidator, validatorOf } from './validation.ts';

/** An endpoint whose calls can stand in a file. */
interface CallableEndpoint {
  endpoint: Endpoint;
  /** Answers a body that the schema of the endpoint has checked. */
  answer(body: never, call: Call): Promise<object>;
}

export interface LineCallParts {
  endpoints: Readonly<Record<string, CallableEndpoint>>;
  keys: { find(id: string): Promise<KeyRecord | null> };
  clock: Clock;
  /** Hold every reply to the contract. */
  checkReplies: boolean;
}

interface Prepared extends CallableEndpoint {
  validator: RequestValidator;
  reaching: ReturnType<typeof reachingPaths>;
  check: ReplyCheck | null;
}

const usualPauseMs = 1000;

/** Calls that stand in a file instead of coming over the wire: behind the same checks, with the same replies and errors. */
export class LineCalls implements LineCaller {
  readonly #parts: LineCallParts;
  readonly #endpoints: Map<string, Prepared>;

  constructor(parts: LineCallParts) {
    this.#parts = parts;
    this.#endpoints = new Map(
      Object.entries(parts.endpoints).map(([path, callable]) => [
        path,
        {
          ...callable,
          validator: validatorOf(callable.endpoint),
          reaching: reachingPaths(callable.endpoint),
          check: parts.checkReplies ? new ReplyCheck(callable.endpoint) : null,
        },
      ]),
    );
  }

  endpointId(path: string): string {
    return this.#of(path).endpoint.id;
  }

  async call(given: LineCall): Promise<LineReply> {
    const prepared = this.#of(given.endpoint);
    try {
      const body = await this.#answer(prepared, given);
      return { status: 200, body, errorCode: null, retryAfterMs: null, isOwnLimit: false };
    } catch (error) {
      const { signal } = given;
      return toReply(toAppError(signal.aborted ? signal.reason : error), prepared.endpoint, given.requestId);
    }
  }

  async #answer({ endpoint, answer, validator, reaching, check }: Prepared, given: LineCall): Promise<object> {
    const { requestId, workspaceId, keyId, origin, meter, signal } = given;
    const key = await this.#key(given, endpoint);
    if (given.body.stream === true || given.body.background === true) {
      const field = given.body.stream === true ? 'stream' : 'background';
      throw new AppError('invalid_request', `${field} must not be true in a call that goes on in the background`, {
        param: field,
      });
    }
    const body = validator.check('body', given.body);
    const labels = bodyLabels(body);
    meter.label?.(labels);
    requireReach(key, reaching, body);
    const seconds = given.isFresh === true ? 0 : (key.givenLimits.cache_seconds ?? 0);
    // The schema of the endpoint has just checked it.
    const reply = await answer(body as never, {
      requestId,
      endpoint: endpoint.id,
      workspaceId,
      keyId,
      scopes: key.scopes,
      confirmChanges: key.confirmChanges,
      models: key.restrictions.models,
      groundingTokens: key.givenLimits.grounding_tokens,
      cacheMs: seconds > 0 && given.body.store !== false ? seconds * 1000 : null,
      mayAskWeb: key.web && key.workspaceWeb,
      labels,
      ...promptOf(body),
      signal,
      address: '',
      origin,
      meter,
    });
    check?.body(200, reply);
    return reply;
  }

  /** The key as it is now: one that was revoked since the batch began calls nothing any more. */
  async #key({ keyId, workspaceId }: LineCall, endpoint: Endpoint): Promise<KeyRecord> {
    const key = await this.#parts.keys.find(keyId);
    const isOver = key === null || !key.isActive || key.revokedAt !== null || key.workspaceId !== workspaceId;
    if (isOver || (key.expiresAt !== null && key.expiresAt <= this.#parts.clock.now())) {
      throw new AppError('invalid_api_key', 'The key that asked for this was revoked, turned off or has expired.');
    }
    requireAccess(key, endpoint);
    return key;
  }

  #of(path: string): Prepared {
    const found = this.#endpoints.get(path);
    if (!found) throw new Error(`no calls of ${path} stand in files`);
    return found;
  }
}

function toReply(error: AppError, { errorShape }: Endpoint, requestId: string): LineReply {
  const { status, body } = toErrorReply(error, { requestId, shape: errorShape, strictStatus: true });
  const { code } = error;
  const isOwnLimit = code === 'rate_limit_exceeded';
  const isPassing = isOwnLimit || (isOfFamily(error, 'upstream') && errorCatalogue[code].retryable);
  const retryAfterMs = isPassing ? (error.retryAfterMs ?? usualPauseMs) : null;
  return { status, body, errorCode: code, retryAfterMs, isOwnLimit };
}
