import { isJsonObject } from '@parley/contract';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';

/** The names of a server's models. Throws when nothing answers, or something that is no such server. */
export async function listOpenAIModels(
  server: { baseUrl: string; apiKey: string | undefined; headers: Record<string, string> },
  client: UpstreamClient,
  signal: AbortSignal,
): Promise<string[]> {
  const headers = {
    ...(server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` }),
    ...server.headers,
  };
  const list = await client.getJson(`${server.baseUrl.replace(/(?<!\/)\/+$/, '')}/models`, headers, signal);
  const models = isJsonObject(list) ? list.data : undefined;
  if (!Array.isArray(models)) throw new Error('no list of models');
  return models.flatMap((model) => (isJsonObject(model) && typeof model.id === 'string' ? [model.id] : []));
}
