/** What `readTracingConfig` reads: name, what holds when it is not set, what it does. */
export const tracingVariables: readonly [name: string, byDefault: string, meaning: string][] = [
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'off',
    'Sends traces of calls, model rounds, tools, retrieval, jobs and runs to this collector (OTLP over HTTP; `/v1/traces` is added). See [operating](operating.md#traces).',
  ],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '', 'The whole address instead, where it is another one.'],
  ['OTEL_EXPORTER_OTLP_HEADERS', '', 'Headers for the collector, as `name=value` with commas between them.'],
  ['OTEL_SERVICE_NAME', 'parley', 'The name of this service in traces.'],
  [
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'Share of the traces that begin here and are kept, 0 to 1; whoever calls with a `traceparent` has decided.',
  ],
  [
    'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT',
    'false',
    'Put prompts and replies into the spans of model calls, without secrets; needs `CALL_CONTENTS=keep`.',
  ],
];
