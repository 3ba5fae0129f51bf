import { type ConfigSource, flag, text, url } from './config-source.ts';

/** By the names that OpenTelemetry gives such settings. */
export interface TracingConfig {
  /** Where traces are sent (OTLP over HTTP); undefined: nothing is traced. */
  endpoint: string | undefined;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Share of the traces that begin here and are kept, 0 to 1. */
  ratio: number;
  /** Whether the texts of prompts and replies are sent along, without secrets. */
  withContents: boolean;
}

export function readTracingConfig(source: ConfigSource): TracingConfig {
  const base = url(source, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https']);
  const own = url(source, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http', 'https']);
  const withContents = flag(source, 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT');
  if (withContents && text(source, 'CALL_CONTENTS') !== 'keep')
    source.problem(
      'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT',
      'texts stand in traces only where they are kept at all: set CALL_CONTENTS=keep as well',
    );
  return {
    endpoint: own ?? (base === undefined ? undefined : `${base.replace(/(?<!\/)\/+$/, '')}/v1/traces`),
    headers: headers(source),
    serviceName: text(source, 'OTEL_SERVICE_NAME') ?? 'parley',
    ratio: ratio(source),
    withContents,
  };
}

/** `name=value` pairs with commas between them, as OpenTelemetry writes them; values may be percent-encoded. */
function headers(source: ConfigSource): Record<string, string> {
  const name = 'OTEL_EXPORTER_OTLP_HEADERS';
  const pairs = (text(source, name) ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', value] = [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()];
      if (!/^[\w-]+$/.test(key)) source.problem(name, 'must be name=value pairs with commas between them');
      return [key.toLowerCase(), decoded(value)];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function ratio(source: ConfigSource): number {
  const name = 'OTEL_TRACES_SAMPLER_ARG';
  const given = text(source, name) ?? '1';
  const value = Number(given);
  if (given.trim() !== '' && value >= 0 && value <= 1) return value;
  source.problem(name, 'must be a number from 0 to 1: the share of traces that is kept');
  return 1;
}
