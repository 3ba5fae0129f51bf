import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'client' | 'internal' | 'consumer';
/** By the names of OpenTelemetry's conventions; what is undefined is left out. */
export type SpanFacts = Record<string, string | number | boolean | string[] | undefined>;

/** Whether texts of prompts and replies stand in a span: not at all, without personal data, or as they are. */
export type SpanContents = 'none' | 'masked' | 'whole';

/** One piece of work, as a trace shows it. */
export interface Span {
  /** For whoever is asked within it (W3C Trace Context). */
  readonly traceparent: string;
  readonly contents: SpanContents;
  child(name: string, kind: SpanKind, facts?: SpanFacts): Span;
  set(facts: SpanFacts): void;
  /** It ended with an error of this code. */
  fail(code: string): void;
  /** It ends now; what takes longer to find out is waited for before it is sent. */
  end(late?: () => Promise<SpanFacts>): void;
}

const current = new AsyncLocalStorage<Span>();

/** Does work within a span: what is begun in it is its child. */
export const withinSpan = <T>(span: Span, work: () => T): T => current.run(span, work);

/** What somebody who is asked now is told of the trace; undefined where nothing is traced. */
export const currentTraceparent = (): string | undefined => current.getStore()?.traceparent;

/** Begins a child of the span that this runs in; undefined where nothing is traced. Must be ended. */
export function beginSpan(name: string, kind: SpanKind, facts?: () => SpanFacts): Span | undefined {
  return current.getStore()?.child(name, kind, facts?.());
}

/** Does work in a span of its own, where anything is traced. */
export async function inSpan<T>(
  name: string,
  { kind = 'internal', facts }: { kind?: SpanKind; facts?: () => SpanFacts },
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = beginSpan(name, kind, facts);
  if (!span) return work(undefined);
  try {
    return await withinSpan(span, () => work(span));
  } catch (error) {
    span.fail(codeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** How a model is called in a trace, of `provider/model`. */
export function modelFacts(id: string): SpanFacts {
  const at = id.indexOf('/');
  return at < 0
    ? { 'gen_ai.provider.name': id, 'gen_ai.request.model': id }
    : { 'gen_ai.provider.name': id.slice(0, at), 'gen_ai.request.model': id.slice(at + 1) };
}

/** What an error is called in a trace: never its sentence, which may hold what somebody wrote. */
export function codeOf(error: unknown): string {
  const code: unknown = Object(error).code;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown';
}
