import type { Span, SpanFacts, SpanKind } from '../lib/spans.ts';

/** Where traces go. */
export interface Tracer {
  /**
   * Begins a trace, or goes on with that of `traceparent` (W3C Trace Context), one that is not valid left aside. In a silent one no text of the
   * caller stands, whatever else is set.
   */
  begin(
    name: string,
    kind: SpanKind,
    options?: { traceparent?: string | undefined; facts?: SpanFacts; isSilent?: boolean },
  ): Span;
  /** Whether the texts of prompts and replies stand in the spans of model calls. */
  readonly withContents: boolean;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}
