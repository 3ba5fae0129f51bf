import { isJsonObject } from '@parley/contract';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import type { ModelLimits } from '../../ports/model-provider.ts';

/** How much a model reads and writes, as its vendor says of it. Throws when nothing answers. */
export async function readAnthropicLimits(
  server: { baseUrl: string; apiKey: string | undefined; headers: Record<string, string> },
  model: string,
  client: UpstreamClient,
  signal: AbortSignal,
): Promise<ModelLimits> {
  const headers = {
    'anthropic-version': '2023-06-01',
    ...(server.apiKey === undefined ? {} : { 'x-api-key': server.apiKey }),
    ...server.headers,
  };
  const base = server.baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '');
  const said = await client.getJson(`${base}/v1/models/${encodeURIComponent(model)}`, headers, signal);
  if (!isJsonObject(said)) return {};
  const { max_input_tokens: input, max_tokens: output } = said;
  return {
    ...(typeof input === 'number' && input > 0 && { contextLength: input }),
    ...(typeof output === 'number' && output > 0 && { maxOutputTokens: output }),
  };
}
