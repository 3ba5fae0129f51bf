import type { Readable } from 'node:stream';
import { isJsonObject, type ReachingPath, reachingPaths } from '@parley/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { requireReach } from '../features/people/keys/authenticator.ts';
import type { IdempotencyService } from '../features/runs/idempotency/idempotency-service.ts';
import type { ResumableStreams } from '../features/runs/streams/resumable-streams.ts';
import { AppError } from '../lib/app-error.ts';
import { newId } from '../lib/ids.ts';
import { jsonInSteps } from '../lib/json-in-steps.ts';
import type { Tracer } from '../ports/tracer.ts';
import { labelsOf } from './call-labels.ts';
import { promptOf } from './call-prompt.ts';
import { withinCallSpan } from './call-span.ts';
import { continueWhenRead } from './continue-when-read.ts';
import { addCors } from './cors.ts';
import { toAppError } from './error-reply.ts';
import { givesBack, readAway } from './gives-back.ts';
import { IdempotentReply, sendKept } from './idempotent-reply.ts';
import { readJsonBodies } from './json-body.ts';
import { heedStore } from './keeps-nothing.ts';
import { methodsOf, notFound, pathOf } from './known-addresses.ts';
import { awaitReply, LateReply, lateHeaders } from './late-reply.ts';
import { nameEngine } from './name-engine.ts';
import { refuseBroken } from './refuse-broken.ts';
import { ReplyCheck } from './reply-check.ts';
import { oneHeader } from './request-headers.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestPipeline, RequestState } from './request-pipeline.ts';
import { EventBlocks, EventStream, RawReply, type Route, type RouteReply, VendorReply } from './route.ts';
import { sendError, withOwnHeaders } from './send-error.ts';
import { type SendEventsHooks, sendEvents } from './send-events.ts';
import { isResumable, sendBlocks, sendResumable } from './send-resumable.ts';
import { settle, settleAfter } from './settle-call.ts';
import { SilentBodies } from './silent-bodies.ts';
import { type RequestValidator, validatorOf } from './validation.ts';
import { adviceFor } from './vendor-addresses.ts';
import { warnInHead } from './warn-in-head.ts';

// long because the way of a request through the service is read from top to bottom in it.

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request is admitted. */
    state: RequestState | null;
    /** The text of a JSON body, where its bytes will be asked for. */
    bodyText: string | null;
    /** What the service itself says in the head of every answer: written with the rest of it, in one go. */
    ownHeaders: Record<string, string | number>;
    /** What the reply tells of the request beside its answer. Null until the body was checked. */
    warnings: string[] | null;
  }
}

/** Of what a header may hold, well within what clients take. */
const defaultBodyLimit = 10 * 1024 * 1024;
/** For how long the head of a request may come in. */
const headArrivalMs = 30_000;
const safeRequestId = /^[\w.:/-]{1,128}$/;

export interface AppParts {
  routes: Route[];
  pipeline: RequestPipeline;
  idempotency: IdempotencyService;
  streams: ResumableStreams;
  log: RequestLog;
  strictStatus: boolean;
  /** Base of addresses in answers; undefined: the address of each request. */
  publicUrl?: string | undefined;
  /** Proxies in front whose forwarding headers are believed. */
  trustProxy: false | number | string[];
  /** How long a request may take to arrive whole. */
  requestArrivalMs: number;
  /** For how long nothing of a body may come. */
  requestSilenceMs: number;
  /** A stop has begun: connections are not kept for another request. Default: never. */
  isStopping?: () => boolean;
  /** Hold every reply to the contract; what breaks it is an internal error. Default: false. */
  checkReplies?: boolean;
  /** Origins whose pages may call from a browser. Default: none. */
  corsOrigins?: readonly string[];
  /** Whether some key is for pages of this origin. Default: none is. */
  isOriginOfKey?: (origin: string) => Promise<boolean>;
  /** Default: nothing is traced. */
  tracer?: Tracer | null;
  pages?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/** The HTTP side of the service: every route behind the same admission, validation, metering, errors and log line. */
export function createApp(parts: AppParts): FastifyInstance {
  const hops = parts.trustProxy;
  const app = fastify({
    logger: false,
    bodyLimit: defaultBodyLimit,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    requestTimeout: parts.requestArrivalMs,
    http: {
      connectionsCheckingInterval: Math.min(10_000, parts.requestArrivalMs),
      headersTimeout: Math.min(headArrivalMs, parts.requestArrivalMs),
    },
    clientErrorHandler: refuseBroken,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && safeRequestId.test(given) ? given : newId('req');
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.decorateRequest('state', null);
  app.decorateRequest('bodyText', null);
  app.decorateRequest('ownHeaders');
  app.decorateRequest('warnings', null);
  readJsonBodies(app);
  continueWhenRead(app.server);
  const bodies = new SilentBodies({
    limitMs: parts.requestSilenceMs,
    openCalls: () => parts.pipeline.openCalls(),
    refuse: ({ endpoint, request, reply, state }, error) =>
      sendError(error, { request, reply, endpoint, state }, parts),
  });
  app.addHook('onClose', async () => bodies.close());
  const endpoints = parts.routes.map((route) => route.endpoint);
  app.addHook('onRequest', (request, reply, done) => {
    const isStopping = parts.isStopping?.() === true;
    request.ownHeaders = { 'x-request-id': request.id, ...(isStopping && { connection: 'close' }) };
    if (isStopping && givesBack(request, reply)) {
      const stopping = new AppError('service_unavailable', 'The process is stopping.');
      void readAway(request.raw).then(() => done(stopping));
    } else done();
  });
  addCors(app, {
    origins: parts.corsOrigins ?? [],
    hasKey: parts.isOriginOfKey ?? (async () => false),
    methodsOf: (path) => methodsOf(path, endpoints),
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (parts.pages?.(request, reply)) return;
    // Said before the body is read.
    if (request.is404) refuseAddress(request, reply).catch(done);
    else done();
  });
  for (const route of parts.routes) {
    for (const path of [route.endpoint.path, ...(route.endpoint.aliases ?? [])]) addRoute(app, route, path, parts);
  }
  app.setErrorHandler((error, request, reply) => sendError(error, { request, reply }, parts));
  const refuseAddress = async (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(pathOf(request), endpoints);
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    const shape = methods.length === 0 && adviceFor(pathOf(request)) !== null ? 'openai' : undefined;
    await sendError(notFound(request, methods, endpoints), { request, reply, shape }, parts);
  };
  app.setNotFoundHandler(refuseAddress);
  return app;
}

function addRoute(app: FastifyInstance, route: Route, path: string, parts: AppParts): void {
  const { endpoint } = route;
  const validator = validatorOf(endpoint);
  const reaching = reachingPaths(endpoint);
  const check = parts.checkReplies ? new ReplyCheck(endpoint) : null;
  const register = (scope: FastifyInstance) => {
    scope.route({
      method: endpoint.method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      onRequest: (request, reply, done) => {
        const admitted = parts.pipeline.admit(endpoint, request, reply);
        const go = (state: RequestState) => {
          request.state = state;
          done();
        };
        if (admitted instanceof Promise) admitted.then(go).catch(done);
        else go(admitted);
      },
      errorHandler: async (error, request, reply) => {
        nameEngine(request, request.state);
        await sendError(error, { request, reply, endpoint, state: request.state ?? undefined, check }, parts);
      },
      onResponse: (request, reply, done) => {
        const { state } = request;
        // An answer that went another way than the usual ones is counted, too.
        if (state?.settlement === null) {
          settle(state, statusOf(state, reply)).catch((error) => parts.log.failure(request, toAppError(error)));
        }
        parts.log.response({ request, reply, endpoint, state: state ?? undefined });
        done();
      },
      handler: async (request, reply) => {
        const { state } = request;
        if (!state) throw new Error('the request was not admitted');
        const answer = () => handle({ route, validator, check, reaching, request, reply, state, parts });
        return parts.tracer ? withinCallSpan(parts.tracer, { endpoint, request, reply, state }, answer) : answer();
      },
    });
  };
  if (!endpoint.otherBodies) {
    register(app);
    return;
  }
  app.register(async (scope) => {
    // The handler reads these from `raw` itself, as a stream.
    if (!endpoint.body) scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    register(scope);
  });
}

interface Handling {
  route: Route;
  validator: RequestValidator;
  /** Where a body of this route can reach further than the route itself. */
  reaching: readonly ReachingPath[];
  check: ReplyCheck | null;
  request: FastifyRequest;
  reply: FastifyReply;
  state: RequestState;
  parts: AppParts;
}

async function handle(handling: Handling): Promise<unknown> {
  const { route, validator, reaching, request, reply, state, parts } = handling;
  const { endpoint } = route;
  const isJson = request.body !== undefined && request.body !== null;
  const body = endpoint.body && (isJson || !endpoint.otherBodies) ? validator.check('body', request.body) : undefined;
  warn(validator.warnings(body), handling);
  heedStore(request, state.call);
  const labels = labelsOf(request);
  state.call.labels = labels;
  Object.assign(state.call, promptOf(body));
  state.call.userId = labels.user_id;
  state.call.meter.label?.(labels);
  requireReach(state.key, reaching, body);
  const goesOn = isResumable(endpoint, body, state.call.keepsNothing);
  const idempotencyKey = endpoint.idempotent ? oneHeader(request, 'idempotency-key') : undefined;
  const idempotent =
    idempotencyKey === undefined
      ? null
      : await IdempotentReply.begin(parts.idempotency, {
          call: state.call,
          request,
          idempotencyKey,
          maxBytes: endpoint.bodyLimit ?? defaultBodyLimit,
        });
  if (idempotent?.kept) return sendKept(withOwnHeaders(request, reply), idempotent.kept);
  try {
    const result = await route.handler({
      // Each part has just been validated against the endpoint's schema.
      body: body as never,
      params: validator.check('params', request.params) as never,
      query: validator.check('query', request.query) as never,
      call: state.call,
      raw: request,
    });
    return await send(result, { ...handling, goesOn }, idempotent);
  } catch (error) {
    await idempotent?.failed(toAppError(error));
    throw error;
  }
}

/** What the caller meant and we do not know is told in the reply and a header, or refused where that was asked for. */
function warn(warnings: string[], { route, request, state }: Handling): void {
  if (warnings.length === 0) return;
  if (oneHeader(request, 'x-parley-strict') === 'true' || state.key?.isStrict) {
    const sentences = warnings.map((warning) => warning.replace(' and was ignored', ''));
    throw new AppError('invalid_request', sentences.join('; '), { title: sentences[0] ?? 'Unknown field' });
  }
  // Replies in a vendor's shape have no place for them.
  if ((route.endpoint.errorShape ?? 'parley') === 'parley') request.warnings = warnings;
  warnInHead(request, warnings);
}

/** The reply with what was found odd about the request. */
function withWarnings<Body>(body: Body, { warnings }: FastifyRequest): Body {
  if (warnings === null || typeof body !== 'object' || body === null) return body;
  const own: unknown = Reflect.get(body, 'warnings');
  return { ...body, warnings: [...(Array.isArray(own) ? own : []), ...warnings] };
}

async function send(
  result: RouteReply,
  handling: Handling & { goesOn: boolean },
  idempotent: IdempotentReply | null,
): Promise<unknown> {
  const { reply, state, parts, request, check } = handling;
  if (result instanceof EventStream) {
    state.isStreamed = true;
    const closeStream = await parts.pipeline.openStream(state.key);
    try {
      const hooks: SendEventsHooks = {
        settle: (status, error) => {
          state.outcome = status;
          return settle(state, status, error);
        },
        onFailure: (error) => parts.log.failure(request, error),
        record: idempotent?.recordBlock,
        check: check ? (event) => check.event(event) : undefined,
        // The last line of a stream for older clients is one that they compare.
        last: (event) => (isJsonObject(event) && event.done === true ? withWarnings(event, request) : event),
      };
      if (handling.goesOn) await sendResumable(result, { reply, state, streams: parts.streams }, hooks);
      else await sendEvents(result, reply, state, hooks);
      await idempotent?.streamed(state.outcome ?? 200);
    } finally {
      closeStream();
    }
    return reply;
  }
  if (state.abort.signal.aborted) throw state.abort.signal.reason;
  if (result instanceof EventBlocks) {
    await idempotent?.drop();
    await settle(state, 200);
    await sendBlocks(result, reply, state);
    return reply;
  }
  if (result instanceof RawReply && !result.isKept) await idempotent?.drop();
  const { status, headers, body } = await settled(result, handling);
  if (result instanceof RawReply && result.until) settleAfter(result.until, state, () => statusOf(state, reply));
  else await settle(state, status);
  nameEngine(request, state);
  const isPlain = result !== null && body === result && idempotent === null && request.method === 'POST';
  if (isPlain && !Buffer.isBuffer(body) && !isStream(body)) {
    const text = jsonInSteps(withWarnings(body, request));
    return sendPlain(typeof text === 'string' ? text : await text, request, reply);
  }
  withOwnHeaders(request, reply).code(status).headers(headers);
  if (typeof body === 'string' || Buffer.isBuffer(body) || isStream(body)) {
    const contentType = String(headers['content-type'] ?? 'text/plain');
    if (typeof body === 'string') await idempotent?.finish(status, contentType, body);
    else if (isStream(body)) idempotent?.watch(status, contentType, body);
    return reply.send(body);
  }
  const text = await jsonInSteps(result instanceof VendorReply ? body : withWarnings(body, request));
  await idempotent?.finish(status, 'application/json; charset=utf-8', text);
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

/** The usual answer, written in one go: what Fastify would do for it besides costs more than the writing. */
function sendPlain(text: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  const bytes = Buffer.byteLength(text);
  const head = { ...request.ownHeaders, 'content-type': 'application/json; charset=utf-8', 'content-length': bytes };
  reply.raw.writeHead(200, head).end(text);
  return reply;
}

/** Status, headers and body of a reply that is no stream of events. */
async function settled(
  result: RouteReply,
  { check, request }: Handling,
): Promise<{ status: number; headers: Record<string, string | string[]>; body: Readable | Buffer | string | object }> {
  if (result instanceof LateReply) {
    const work = check ? result.work.then((body) => checked(check, 200, body)) : result.work;
    const body = await awaitReply(work, request.id);
    return { status: 200, headers: isStream(body) ? lateHeaders : {}, body };
  }
  if (result instanceof VendorReply) {
    check?.vendorAnswer(result.body);
    return { status: 200, headers: {}, body: result.body };
  }
  const reply = result instanceof RawReply ? result : { status: 200, headers: {}, body: result };
  if (check) checked(check, reply.status, reply.body);
  return reply;
}

function checked<Body extends string | object>(check: ReplyCheck, status: number, body: Body): Body {
  if (typeof body === 'string' || Buffer.isBuffer(body) || isStream(body)) check.status(status);
  else check.body(status, body);
  return body;
}

function statusOf(state: RequestState, reply: FastifyReply): number {
  if (state.outcome !== null) return state.outcome;
  return state.abort.signal.aborted ? toAppError(state.abort.signal.reason).status : reply.statusCode;
}

const isStream = (body: object): body is Readable => typeof Reflect.get(body, 'pipe') === 'function';
