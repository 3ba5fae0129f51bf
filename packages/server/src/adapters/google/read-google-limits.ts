import { isJsonObject } from '@parley/contract';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import type { ModelLimits } from '../../ports/model-provider.ts';

/** How much a model reads and writes, as its vendor says of it. Throws when nothing answers. */
export async function readGoogleLimits(
  server: { baseUrl: string; apiKey: string | undefined; headers: Record<string, string> },
  model: string,
  client: UpstreamClient,
  signal: AbortSignal,
): Promise<ModelLimits> {
  const headers = { ...(server.apiKey === undefined ? {} : { 'x-goog-api-key': server.apiKey }), ...server.headers };
  const base = server.baseUrl.replace(/(?<!\/)\/+$/, '');
  const root = new URL(base).pathname === '/' ? `${base}/v1beta` : base;
  const name = encodeURIComponent(model.replace(/^models\//, ''));
  const said = await client.getJson(`${root}/models/${name}`, headers, signal);
  if (!isJsonObject(said)) return {};
  const { inputTokenLimit: input, outputTokenLimit: output } = said;
  return {
    ...(typeof input === 'number' && input > 0 && { contextLength: input }),
    ...(typeof output === 'number' && output > 0 && { maxOutputTokens: output }),
  };
}
