import type { JsonObject, JsonValue } from '@parley/contract';
import { AppError, isAppError, isOfFamily } from '../../../lib/app-error.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Auth, Manifest, ManifestFeature, RequestTemplate } from '../definitions/manifest.ts';
import { renderValue, type TemplateScope } from '../definitions/template.ts';
import { itemsOf, mergePages, nextPage } from './pagination.ts';
import { Redactor } from './redactor.ts';
import { buildRequest, type VendorRequest } from './request-builder.ts';
import { explain, judge, readAnswer, retryAfterMs, type VendorAnswer, type Verdict } from './vendor-answer.ts';

export interface FeatureCall {
  manifest: Manifest;
  auth: Auth;
  feature: ManifestFeature;
  inputs: JsonObject;
  /** What the placeholders `{{connection.x}}` can name, credentials included. */
  connection: Record<string, string>;
  /** Values that must not leave. */
  secrets: string[];
  /** The same for every attempt of one call; vendors that know idempotency keys get it as such. */
  callId: string;
  signal: AbortSignal;
}

/** `unauthorized` is for the caller to act on: renew the credentials, or give the connection up. */
export type FeatureOutcome = { kind: 'done'; result: JsonValue } | { kind: 'unauthorized'; details: string };

export interface FeatureExecutorOptions {
  fetcher: Pick<GuardedFetcher, 'fetch'>;
  clock: Clock;
  /** Longest wait for a third party that asks to come back later. Default 10 s. */
  maxWaitMs?: number;
  /** Limit of one request. Default 60 s. */
  timeoutMs?: number;
  /** Limit of one answer. Default 20 MB. */
  maxBytes?: number;
}

/** The input that a paginated feature has beside its own. */
export const maxItemsInput = 'max_items';
const maxPages = 20;
const maxAttempts = 3;
const maxRedirects = 3;

type Reply = { verdict: Verdict; answer: VendorAnswer };

/** Runs a feature of a manifest against the third party. */
export class FeatureExecutor {
  readonly #fetcher: Pick<GuardedFetcher, 'fetch'>;
  readonly #clock: Clock;
  readonly #maxWaitMs: number;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;

  constructor({
    fetcher,
    clock,
    maxWaitMs = 10_000,
    timeoutMs = 60_000,
    maxBytes = 20_000_000,
  }: FeatureExecutorOptions) {
    this.#fetcher = fetcher;
    this.#clock = clock;
    this.#maxWaitMs = maxWaitMs;
    this.#timeoutMs = timeoutMs;
    this.#maxBytes = maxBytes;
  }

  /** Throws `feature_execution_failed` with the third party's status and words, without credentials. */
  async run(call: FeatureCall): Promise<FeatureOutcome> {
    const { manifest, feature } = call;
    if (!feature.request) throw new AppError('internal_error', `${feature.name} has no request.`);
    const redactor = new Redactor([...call.secrets, ...writeOnlyInputs(feature, call.inputs)]);
    const pages: JsonValue[] = [];
    const { [maxItemsInput]: wanted, ...inputs } = call.inputs;
    const maxItems = feature.pagination && typeof wanted === 'number' ? wanted : 0;
    let request = this.#request(feature.request, call, inputs);
    let current = inputs;
    for (;;) {
      const { verdict, answer } = await this.#send(request, { manifest, redactor, signal: call.signal, feature });
      if (verdict !== 'ok') {
        const details = explain(answer, manifest, redactor);
        const isRefused = verdict === 'unauthorized' && feature.request.authenticated !== false;
        if (isRefused) return { kind: 'unauthorized', details };
        throw this.#failure(call, { verdict, answer, details });
      }
      pages.push(answer.body);
      const pagination = feature.pagination;
      if (!pagination) return { kind: 'done', result: await redactor.value(toResult(feature, answer)) };
      const count = pages.reduce<number>((sum, page) => sum + itemsOf(pagination, page).length, 0);
      const next = nextPage(pagination, { answer, inputs: current, url: request.url });
      if (!next || count >= maxItems || pages.length >= maxPages) {
        const body = maxItems > 0 ? mergePages(pagination, pages, maxItems) : answer.body;
        return { kind: 'done', result: await redactor.value(toResult(feature, { ...answer, body })) };
      }
      if ('url' in next) request = { ...request, url: next.url };
      else {
        current = next.inputs;
        request = this.#request(feature.request, call, current);
      }
    }
  }

  /** Whether credentials are taken: false when the probe says no, null when it could not say. */
  async probe(call: Omit<FeatureCall, 'feature' | 'inputs'>): Promise<{ accepted: boolean | null; details: string }> {
    const { manifest, auth } = call;
    if (!auth.probe) return { accepted: null, details: 'there is no probe' };
    const redactor = new Redactor(call.secrets);
    const scope = toScope(call, {});
    try {
      const request = buildRequest(auth.probe, { manifest, auth, scope });
      const { verdict, answer } = await this.#send(request, { manifest, redactor, signal: call.signal });
      const details = explain(answer, manifest, redactor);
      const isRefused = verdict === 'unauthorized' || answer.status === 403 || answer.status === 404;
      return { accepted: verdict === 'ok' ? true : isRefused ? false : null, details };
    } catch (error) {
      if (call.signal.aborted || !isAppError(error)) throw error;
      return { accepted: null, details: redactor.text(error.message) };
    }
  }

  /** One GET with the connection's credentials; used once after connecting. */
  async read(call: Omit<FeatureCall, 'feature' | 'inputs'>, url: string): Promise<JsonValue> {
    const { manifest, auth } = call;
    const redactor = new Redactor(call.secrets);
    const request = buildRequest({ method: 'GET', path: url }, { manifest, auth, scope: toScope(call, {}) });
    const { verdict, answer } = await this.#send(request, { manifest, redactor, signal: call.signal });
    if (verdict === 'ok') return answer.body;
    throw new AppError('oauth_failed', `${manifest.name} did not answer: ${explain(answer, manifest, redactor)}`);
  }

  #request(template: RequestTemplate, call: FeatureCall, inputs: JsonObject): VendorRequest {
    return buildRequest(template, { manifest: call.manifest, auth: call.auth, scope: toScope(call, inputs) });
  }

  /**
   * Sends, and sends again where that can do no harm: after 429 always (the request was turned away), after 502, 503,
   * 504 and a lost connection only what may be repeated.
   */
  async #send(
    request: VendorRequest,
    call: { manifest: Manifest; redactor: Redactor; signal: AbortSignal; feature?: ManifestFeature },
  ): Promise<Reply> {
    const isRepeatable = request.method === 'GET' || call.feature?.idempotent === true;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= maxAttempts;
      const reply = await this.#once(request, call).catch((error: unknown) => {
        if (call.signal.aborted || !isAppError(error, 'url_unreachable') || !isRepeatable || isLast) {
          throw translate(error, call);
        }
        return null;
      });
      const backoffMs = 250 * 2 ** (attempt - 1);
      if (reply) {
        const isBusy =
          reply.verdict === 'rate_limited' || (reply.answer.status === 403 && isRateLimit403(reply.answer));
        const isDown = isRepeatable && [502, 503, 504].includes(reply.answer.status);
        if (!isBusy && !isDown) return reply;
        const waitMs = retryAfterMs(reply.answer, call.manifest, this.#clock.now()) ?? backoffMs;
        if (isLast || waitMs > this.#maxWaitMs) return isBusy ? { ...reply, verdict: 'rate_limited' } : reply;
        await this.#clock.sleep(waitMs, call.signal);
      } else {
        await this.#clock.sleep(backoffMs, call.signal);
      }
    }
  }

  async #once(request: VendorRequest, call: { manifest: Manifest; signal: AbortSignal }): Promise<Reply> {
    const { url, ...rest } = request;
    const response = await this.#fetcher.fetch(url, {
      ...rest,
      signal: call.signal,
      timeoutMs: this.#timeoutMs,
      headersTimeoutMs: this.#timeoutMs,
      maxBytes: this.#maxBytes,
      // A changed address is followed for reading only; credentials never follow to another origin (see the fetcher).
      maxRedirects: request.method === 'GET' ? maxRedirects : 0,
    });
    const answer = await readAnswer(response);
    return { verdict: judge(answer, call.manifest), answer };
  }

  #failure(call: FeatureCall, reply: Reply & { details: string }): AppError {
    const waitMs = retryAfterMs(reply.answer, call.manifest, this.#clock.now());
    const isBusy = reply.verdict === 'rate_limited';
    return new AppError(
      'feature_execution_failed',
      isBusy
        ? `${call.manifest.name} asks for fewer requests. Try again later.`
        : `${call.manifest.name} did not do it. The details hold its answer.`,
      {
        details: reply.details,
        fields: {
          integration_id: call.manifest.id,
          feature_name: call.feature.name,
          upstream_status: reply.answer.status,
        },
        ...(isBusy && waitMs !== undefined && { retryAfterMs: waitMs }),
      },
    );
  }
}

function toScope(call: Pick<FeatureCall, 'connection' | 'callId'>, inputs: JsonObject): TemplateScope {
  return { input: inputs, connection: call.connection, call: { id: call.callId } };
}

function toResult(feature: ManifestFeature, answer: VendorAnswer): JsonValue {
  if (feature.response !== undefined) {
    return renderValue(feature.response, { response: answer.body, status: answer.status }) ?? null;
  }
  return answer.body ?? { status: answer.status };
}

/** Inputs that their schema marks as secret, such as the token in a webhook's address. */
function writeOnlyInputs(feature: ManifestFeature, inputs: JsonObject): string[] {
  const properties = feature.input_schema.properties;
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties)
    .filter(([, schema]) => typeof schema === 'object' && schema !== null && 'writeOnly' in schema && schema.writeOnly)
    .map(([name]) => inputs[name])
    .filter((value) => typeof value === 'string');
}

/** GitHub and others answer 403 when they mean 429. */
function isRateLimit403(answer: VendorAnswer): boolean {
  return answer.headers['retry-after'] !== undefined || answer.headers['x-ratelimit-remaining'] === '0';
}

/** The fetcher's errors in the words of this capability. Their cause is dropped: it can hold the address. */
function translate(error: unknown, call: { manifest: Manifest; redactor: Redactor; signal: AbortSignal }): unknown {
  if (call.signal.aborted || !isOfFamily(error, 'address')) return error;
  return new AppError('feature_execution_failed', `${call.manifest.name} could not be reached. Try again later.`, {
    details: call.redactor.text(error.message),
  });
}
