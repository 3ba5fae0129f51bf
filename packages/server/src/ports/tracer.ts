import type { Span, SpanFacts, SpanKind } from '../lib/spans.ts';

/** Of whose calls texts are kept, and whether without personal data. */
export interface KeptTexts {
  isMasked: boolean;
  keeps(keyId: string): boolean;
}

/** Where traces go. */
export interface Tracer {
  /**
   * Begins a trace, or goes on with that of `traceparent` (W3C Trace Context), one that is not valid left aside. In a silent one no text of the
   * caller stands, whatever else is set. `keyId`: of the key whose call it is, where one is known.
   */
  begin(
    name: string,
    kind: SpanKind,
    options?: { traceparent?: string | undefined; facts?: SpanFacts; isSilent?: boolean; keyId?: string },
  ): Span;
  /** Of whose calls texts may be kept, and how: it may change. Until this is known none stand in spans. */
  heed(policy: () => KeptTexts): void;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}
