import {
  type Span as ApiSpan,
  type Tracer as ApiTracer,
  type Attributes,
  type Context,
  SpanKind as Kind,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanContents, SpanFacts, SpanKind } from '../../lib/spans.ts';
import { withinLimit } from '../../lib/within-limit.ts';
import type { KeptTexts, Tracer } from '../../ports/tracer.ts';

/** The version of OpenTelemetry's conventions whose names the spans bear. */
const schemaUrl = 'https://opentelemetry.io/schemas/1.41.0';
const traceparentForm = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/;
const kinds = { server: Kind.SERVER, client: Kind.CLIENT, internal: Kind.INTERNAL, consumer: Kind.CONSUMER };
/** Spans that wait to be sent; more are dropped, so that a collector which is away costs no memory. */
const mostWaiting = 4096;
const sendMs = 10_000;
const lastMs = 2000;
/** Spans whose texts are being masked; those of more are left out. */
const mostLate = 200;
/** Of one attribute. */
const longestText = 64 * 1024;

export interface OtlpTracerOptions {
  /** The whole address that spans are sent to. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Share of the traces that begin here and are kept, 0 to 1. */
  ratio: number;
  withContents: boolean;
}

/** Sends spans to a collector by OTLP over HTTP, in batches. A collector that does not answer holds nothing up. */
export class OtlpTracer implements Tracer {
  readonly #withContents: boolean;
  #keptTexts: () => KeptTexts = () => ({ isMasked: true, keeps: () => false });
  readonly #late = new Set<Promise<void>>();
  readonly #provider: TracerProvider;
  readonly #tracer: ApiTracer;

  constructor(config: OtlpTracerOptions, version: string) {
    const { endpoint, headers, serviceName, ratio } = config;
    this.#withContents = config.withContents;
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanLimits: { attributeValueLengthLimit: longestText },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url: endpoint, headers: { ...headers }, timeoutMillis: sendMs }),
          maxQueueSize: mostWaiting,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('parley', version, { schemaUrl });
  }

  begin(
    name: string,
    kind: SpanKind,
    {
      traceparent,
      facts = {},
      isSilent = false,
      keyId = '',
    }: { traceparent?: string | undefined; facts?: SpanFacts; isSilent?: boolean; keyId?: string } = {},
  ): Span {
    const parent = traceparent === undefined ? ROOT_CONTEXT : remoteContext(traceparent);
    return this.#begin(name, kind, facts, { parent, contents: isSilent ? 'none' : this.#contentsOf(keyId) });
  }

  heed(policy: () => KeptTexts): void {
    this.#keptTexts = policy;
  }

  /** A collector that is away does not hold up a stop. */
  async close(): Promise<void> {
    const last = Promise.all(this.#late).then(() => this.#provider.shutdown());
    await withinLimit(last, lastMs).catch(() => {});
  }

  #contentsOf(keyId: string): SpanContents {
    if (!this.#withContents) return 'none';
    const { isMasked, keeps } = this.#keptTexts();
    return !keeps(keyId) ? 'none' : isMasked ? 'masked' : 'whole';
  }

  #begin(
    name: string,
    kind: SpanKind,
    facts: SpanFacts,
    { parent, contents }: { parent: Context; contents: SpanContents },
  ): Span {
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes: given(facts) }, parent);
    return {
      traceparent: traceparentOf(span),
      contents: span.isRecording() ? contents : 'none',
      child: (childName, childKind, childFacts = {}) =>
        this.#begin(childName, childKind, childFacts, { parent: trace.setSpan(ROOT_CONTEXT, span), contents }),
      set: (more) => void span.setAttributes(given(more)),
      fail: (code) =>
        void span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR, message: code }),
      end: (late) => (late ? this.#endLate(span, late) : span.end()),
    };
  }

  #endLate(span: ApiSpan, late: () => Promise<SpanFacts>): void {
    if (this.#late.size >= mostLate) {
      span.end();
      return;
    }
    const endedAt = performance.now();
    // What could not be found out is left out.
    const sending = late()
      .then(
        (facts) => void span.setAttributes(given(facts)),
        () => {},
      )
      .then(() => {
        this.#late.delete(sending);
        span.end(endedAt);
      });
    this.#late.add(sending);
  }
}

function given(facts: SpanFacts): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(facts)) if (value !== undefined) attributes[name] = value;
  return attributes;
}

function traceparentOf(span: ApiSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function remoteContext(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparentForm.exec(traceparent) ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
