import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import type { ModelLimits } from '../../ports/model-provider.ts';

interface Server {
  baseUrl: string;
  apiKey: string | undefined;
  headers: Record<string, string>;
}

/**
 * How much a model of a server that speaks OpenAI's API reads and writes. The list of models says it at vLLM
 * (`max_model_len`), llama.cpp (`meta`), OpenRouter, Groq, Mistral and others; Ollama, llama.cpp and LM Studio have a call
 * of their own. Throws when nothing answers.
 */
export async function readOpenAILimits(
  server: Server,
  model: string,
  client: UpstreamClient,
  signal: AbortSignal,
): Promise<ModelLimits> {
  const base = server.baseUrl.replace(/(?<!\/)\/+$/, '');
  const root = base.replace(/\/v1$/, '');
  const headers = {
    ...(server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` }),
    ...server.headers,
  };
  const get = (url: string) => client.getJson(url, headers, signal);
  const entry = entryOf(await get(`${base}/models`), model);
  const owner = entry?.owned_by;
  if (owner === 'llamacpp') return { ...fromEntry(entry), ...fromProps(await orNull(get(`${root}/props`))) };
  const listed = fromEntry(entry);
  if (listed.contextLength !== undefined) return listed;
  if (owner === 'library') return readOllama(root, model, { client, headers, signal });
  if (owner === 'organization_owner') return fromEntry(entryOf(await get(`${root}/api/v0/models`), model));
  return listed;
}

function entryOf(list: unknown, model: string): JsonObject | undefined {
  const models = isJsonObject(list) && Array.isArray(list.data) ? list.data.filter(isJsonObject) : [];
  // llama.cpp serves one model, whatever it is called.
  const only = models.length === 1 && models[0]?.owned_by === 'llamacpp' ? models[0] : undefined;
  return models.find(({ id }) => id === model) ?? only;
}

function fromEntry(entry: JsonObject | undefined): ModelLimits {
  const meta = objectOf(entry?.meta);
  const provider = objectOf(entry?.top_provider);
  const context = first(
    entry?.max_model_len,
    meta.n_ctx,
    entry?.loaded_context_length,
    provider.context_length,
    entry?.context_length,
    entry?.context_window,
    entry?.max_context_length,
    meta.n_ctx_train,
  );
  const output = first(entry?.max_completion_tokens, provider.max_completion_tokens, entry?.max_output_tokens);
  return limitsOf(context, output);
}

/** What llama.cpp was started with, which is mostly less than what the model was trained for. */
function fromProps(props: unknown): ModelLimits {
  const settings = isJsonObject(props) ? objectOf(props.default_generation_settings) : {};
  return limitsOf(first(settings.n_ctx), undefined);
}

/**
 * Ollama cuts what is longer than the context that it loaded the model with, without a word: the one of a running model
 * counts, then the one that its Modelfile sets, and only then what the model was trained for.
 */
async function readOllama(
  root: string,
  model: string,
  { client, headers, signal }: { client: UpstreamClient; headers: Record<string, string>; signal: AbortSignal },
): Promise<ModelLimits> {
  const running = await orNull(client.getJson(`${root}/api/ps`, headers, signal));
  const models = isJsonObject(running) && Array.isArray(running.models) ? running.models.filter(isJsonObject) : [];
  const loaded = models.find(({ model: name, name: other }) => name === model || other === model);
  const shown = await client.getJson(`${root}/api/show`, headers, signal, { model });
  const { parameters, model_info: info } = objectOf(isJsonObject(shown) ? shown : undefined);
  const set = Number(/^num_ctx\s+(\d+)/m.exec(typeof parameters === 'string' ? parameters : '')?.[1] ?? Number.NaN);
  const trained = Object.entries(objectOf(info)).find(([name]) => name.endsWith('.context_length'))?.[1];
  return limitsOf(first(loaded?.context_length, set, trained), undefined);
}

function limitsOf(contextLength: number | undefined, maxOutputTokens: number | undefined): ModelLimits {
  return {
    ...(contextLength !== undefined && { contextLength }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
}

function first(...values: (JsonValue | undefined)[]): number | undefined {
  return values.find((value): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0);
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const orNull = (work: Promise<unknown>): Promise<unknown> => work.catch(() => null);
