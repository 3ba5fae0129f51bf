// long because the admission of a call is one path: key, limits, meter, what its headers say, and its end
import type { Endpoint, InstanceInfo } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UsageService } from '../features/money/billing/usage-service.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import type { Authenticator, Credentials } from '../features/people/keys/authenticator.ts';
import type { Principal } from '../features/people/keys/key-record.ts';
import { requireAddress, requireOrigin } from '../features/people/keys/key-restrictions.ts';
import { confinementOf, requireAccess } from '../features/people/keys/require-access.ts';
import { AppError, isAppError } from '../lib/app-error.ts';
import { newId } from '../lib/ids.ts';
import { Slots, type Slotted } from '../lib/slots.ts';
import type { EdgeCall } from '../ports/call.ts';
import type { Counters, Taken } from '../ports/counters.ts';
import type { Meter } from '../ports/meter.ts';
import { cacheWishOf } from './cache-header.ts';
import type { CallRecorder, WatchedCall } from './call-recorder.ts';
import { callerLeft } from './error-reply.ts';
import { guardNames } from './guard-names.ts';
import { hasKey, oneHeader, originOf } from './request-headers.ts';
import type { RequestLog } from './request-log.ts';
import { sessionOf } from './session-cookie.ts';

const minuteMs = 60_000;
const defaultTimeoutMs = 60 * minuteMs;
const watchMs = 250;

/** What the service keeps about one request while it runs. */
export interface RequestState {
  call: EdgeCall;
  key: Principal | null;
  abort: AbortController;
  /** Status of the usage record when it differs from the response's (a stream that failed after its head). */
  outcome: number | null;
  isStreamed: boolean;
  /** The end of the meter, once it has begun. */
  settlement: Promise<void> | null;
  /** The work outlives the connection: that its client leaves ends it no longer. */
  goesOn: boolean;
  /** The work of a call that went on has ended. */
  leave(): void;
  /** Keeps what is asked and answered; null where nothing is kept. */
  contents: WatchedCall | null;
}

/** A call that is open, with what it came in and goes out by. */
export interface OpenCall {
  endpoint: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  state: RequestState;
}

/** `startedAt` in milliseconds since 1970. */
type RunningCall = OpenCall & Slotted & { startedAt: number };

/** Of calls that cost nothing. */
const freeMeter: Meter = {
  trace: { engine: null, attempts: 0, firstTokenMs: null, attempt: () => {}, asks: () => {}, answeredBy: () => {} },
  reserve: async () => {},
  add: () => {},
  handOver: () => {},
  settle: async () => {},
};

export interface PipelineParts {
  authenticator: Authenticator;
  counters: Counters;
  audit: Pick<AuditLog, 'record'>;
  usage: UsageService;
  /** Whether there is an account, for those who have to sign in. */
  instance(): Promise<InstanceInfo>;
  log: RequestLog;
  recorder: CallRecorder;
  publicUrl: string | undefined;
  /** The longest that one request may take, in milliseconds. Default one hour. */
  requestTimeoutMs?: number;
}

/** From a raw request to a caller with rights, limits and a meter. */
export class RequestPipeline {
  readonly #parts: PipelineParts;
  readonly #running = new Slots<RunningCall>();
  #watch: NodeJS.Timeout | null = null;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /**
   * Authenticates, checks scope and request rate, and opens the meter. Answers at once where the key is known and the
   * counters are this process's own; a promise costs the more the busier the service is.
   */
  admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): RequestState | Promise<RequestState> {
    if (endpoint.auth === 'none') {
      return endpoint.triesKey && hasKey(request)
        ? this.#admitTrying(endpoint, request, reply)
        : this.#open(endpoint, request, reply, null);
    }
    if (endpoint.auth === 'session') return this.#admitPerson(endpoint, request, reply);
    if (endpoint.auth !== 'admin') return this.#admitKeyed(endpoint, request, reply);
    return this.#admitManager(endpoint, request, reply);
  }

  /** What needs no key is answered also while none can be looked up; a wrong one is told. One that is limited to models sees these. */
  async #admitTrying(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<RequestState> {
    let models: readonly string[] | null = null;
    try {
      const key = await this.#parts.authenticator.authenticate(this.#credentialsOf(request), request.ip);
      models = key.restrictions.models;
    } catch (error) {
      if (isAppError(error, 'invalid_api_key') || isAppError(error, 'rate_limit_exceeded')) throw error;
    }
    const state = this.#open(endpoint, request, reply, null);
    state.call = { ...state.call, models };
    return state;
  }

  /** A caller who is not signed in learns whether there is an account at all. */
  async #admitPerson(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<RequestState> {
    try {
      return await this.#admitKeyed(endpoint, request, reply);
    } catch (error) {
      if (!isAppError(error, 'authentication_required')) throw error;
      const { claimed, oidc, mail, version } = await this.#parts.instance();
      throw new AppError('authentication_required', 'Nobody is signed in; sign in with POST /v1/session', {
        fields: { instance: { claimed, oidc, mail, version } },
      });
    }
  }

  /** Who tries to manage and may not stands in the audit log. The limit on wrong keys bounds how often that is written. */
  async #admitManager(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<RequestState> {
    try {
      return await this.#admitKeyed(endpoint, request, reply);
    } catch (error) {
      if (isAppError(error, 'service_unavailable') && endpoint.id === 'getHealthReport') {
        const operator = this.#parts.authenticator.operatorOf(this.#credentialsOf(request));
        if (operator !== null) return this.#open(endpoint, request, reply, operator);
      }
      if (isAppError(error, 'forbidden') || isAppError(error, 'invalid_api_key')) {
        const { id: target } = endpoint;
        await this.#parts.audit.record({
          workspaceId: null,
          actor: 'unknown',
          action: 'management.refuse',
          target,
          address: request.ip,
          details: { code: error.code },
        });
      }
      throw error;
    }
  }

  #admitKeyed(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): RequestState | Promise<RequestState> {
    const key = this.#parts.authenticator.authenticate(this.#credentialsOf(request), request.ip);
    const limited =
      key instanceof Promise
        ? key.then((it) => this.#limit(endpoint, request, it))
        : this.#limit(endpoint, request, key);
    if (!(limited instanceof Promise)) return this.#open(endpoint, request, reply, limited);
    return limited.then((it) => this.#open(endpoint, request, reply, it));
  }

  #credentialsOf(request: FastifyRequest): Credentials {
    const { authorization } = request.headers;
    const session = sessionOf(request, this.#parts.publicUrl);
    return { authorization, apiKey: oneHeader(request, 'x-api-key'), session };
  }

  #open(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, key: Principal | null): RequestState {
    const abort = new AbortController();
    const isManagement = endpoint.auth === 'admin' || endpoint.auth === 'session';
    const state: RequestState = {
      key,
      abort,
      outcome: null,
      isStreamed: false,
      settlement: null,
      goesOn: false,
      leave: () => this.#running.delete(running),
      contents: null,
      call: {
        requestId: request.id,
        endpoint: endpoint.id,
        workspaceId: isManagement ? '' : (key?.workspaceId ?? ''),
        keyId: key?.id ?? '',
        actor: key?.person?.userId ?? key?.id ?? '',
        person: key?.person ?? null,
        confinedTo: key === null ? '' : confinementOf(key),
        scopes: key?.scopes ?? [],
        confirmChanges: key?.confirmChanges ?? 'always',
        models: key?.restrictions.models ?? null,
        groundingTokens: key?.givenLimits.grounding_tokens,
        ...cacheWishOf(request, key),
        keepsNothing: key?.keepsNothing ?? false,
        ...guardNames(request),
        mayAskWeb: key !== null && key.web && key.workspaceWeb,
        signal: abort.signal,
        address: request.ip,
        origin: this.#parts.publicUrl ?? originOf(request),
        meter: this.#meter(key, endpoint, request.id),
      },
    };
    // Nothing of it stays on a computer that others use; what never changes says otherwise itself.
    if (state.call.person !== null) request.ownHeaders['cache-control'] = 'private, no-store';
    state.contents = this.#parts.recorder.watch(endpoint, request, reply, state.call);
    const startedAt = Date.now();
    const running: RunningCall = { startedAt, endpoint, request, reply, state, slot: -1 };
    this.#running.add(running);
    // One timer for all: a timer of its own would cost each request more than it is worth.
    this.#watch ??= setInterval(() => this.#endLate(), watchMs).unref();
    reply.raw.once('close', () => {
      if (!state.goesOn) this.#running.delete(running);
      if (reply.raw.writableFinished) return;
      if (!state.goesOn) abort.abort(callerLeft());
      this.#parts.log.left({ request, reply, endpoint, state });
    });
    return state;
  }

  /** Ends the work of every open request; those who still listen get an error that a retry can mend. */
  endAll(): void {
    for (const { state } of this.#running) {
      state.abort.abort(new AppError('service_unavailable', 'The service is stopping. Send the request again.'));
    }
  }

  get runningCount(): number {
    return this.#running.size;
  }

  openCalls(): Iterable<OpenCall> {
    return this.#running;
  }

  /** Some of the calls that are open, the newest last: which they are, and nothing of what they say. */
  runningCalls(limit: number): { request_id: string; endpoint: string; workspace_id: string }[] {
    const byAge = [...this.#running].sort((one, other) => one.startedAt - other.startedAt);
    return byAge.slice(-limit).map(({ state: { call } }) => ({
      request_id: call.requestId,
      endpoint: call.endpoint,
      workspace_id: call.workspaceId,
    }));
  }

  /** Ends the work of requests whose time is up; none left, the watch ends too. */
  #endLate(): void {
    const lateFrom = Date.now() - (this.#parts.requestTimeoutMs ?? defaultTimeoutMs);
    for (const running of this.#running) {
      if (running.startedAt > lateFrom) continue;
      this.#running.delete(running);
      running.state.abort.abort(
        new AppError('request_timeout', 'The request took longer than this service lets one take.'),
      );
    }
    if (this.#running.size > 0 || !this.#watch) return;
    clearInterval(this.#watch);
    this.#watch = null;
  }

  /** Counts an open stream of the key; throws when it has too many. Returns what ends the count. */
  async openStream(key: Principal | null): Promise<() => void> {
    if (!key) return () => {};
    const { counters } = this.#parts;
    const [name, id] = [`streams:${key.id}`, newId('stream')];
    // A release that fails (Redis blinks) is made up for: holds that nobody renews end by themselves.
    const close = () => void Promise.resolve(counters.release(name, id)).catch(() => {});
    const count = await counters.hold(name, id, 1);
    const limit = key.limits.openStreams;
    if (limit === null || count <= limit) return close;
    close();
    throw new AppError('rate_limit_exceeded', `This key may have ${limit} streams open at once`, {
      retryAfterMs: 1000,
    });
  }

  #limit(endpoint: Endpoint, request: FastifyRequest, key: Principal): Principal | Promise<Principal> {
    requireAddress(key.restrictions, request.ip);
    requireOrigin(key.restrictions, request.headers.origin);
    requireAccess(key, endpoint);
    const limit = key.limits.requestsPerMinute;
    if (limit === null) return key;
    // Of those who are signed in each has the limit for themselves.
    const caller = key.person?.userId ?? key.id;
    const step = this.#parts.counters.take({ key: `requests:${caller}`, cost: 1, limit, windowMs: minuteMs });
    if (step instanceof Promise) return step.then((taken) => within(request, key, limit, taken));
    return within(request, key, limit, step);
  }

  #meter(key: Principal | null, endpoint: Endpoint, requestId: string): Meter {
    if (!key || key.workspaceId === null || endpoint.auth === 'admin' || endpoint.auth === 'session') return freeMeter;
    const isLook = key.person !== undefined && (endpoint.method === 'GET' || endpoint.readsOnly === true);
    return this.#parts.usage.open(
      { ...key, workspaceId: key.workspaceId },
      { requestId, endpoint: endpoint.id, isLook },
    );
  }
}

/** Throws when the key may send no more for now. */
function within(request: FastifyRequest, key: Principal, limit: number, taken: Taken): Principal {
  request.ownHeaders['ratelimit-limit'] = limit;
  request.ownHeaders['ratelimit-remaining'] = taken.remaining;
  request.ownHeaders['ratelimit-reset'] = Math.ceil(taken.resetMs / 1000);
  if (taken.allowed) return key;
  throw new AppError('rate_limit_exceeded', `This key may send ${limit} requests a minute`, {
    retryAfterMs: taken.retryAfterMs,
  });
}
