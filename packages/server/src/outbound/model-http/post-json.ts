import { isJsonObject } from '@parley/contract';
import { readAddress } from './upstream-address.ts';
import type { UpstreamClient } from './upstream-client.ts';
import { cutError, errorFromBody, invalidError } from './upstream-errors.ts';
import type { ReplyReader } from './upstream-exchange.ts';

/** How a provider of vectors or ranks is reached. */
export interface JsonAccess {
  /** First part of the names of its models. */
  id: string;
  baseUrl: string;
  apiKey: string | undefined;
  headers: Record<string, string>;
  client: UpstreamClient;
}

export interface JsonRequest<T> {
  /** Behind the base address, with its slash. */
  path: string;
  body: object;
  /** Of the key; default: `authorization: Bearer`. */
  keyHeader?: string;
  /** The engine as calls name it, where the answer may come later in a batch of its vendor. */
  engine?: string;
  /** Throws `AppError` for what it cannot accept. */
  read(body: unknown): T | Promise<T>;
}

/** One unstreamed call to a provider that the operator configured. Throws the errors of the port `LanguageModel`. */
export async function postJson<T>(
  { baseUrl, apiKey, headers, client }: JsonAccess,
  { path, body, keyHeader, engine, read }: JsonRequest<T>,
  signal: AbortSignal,
): Promise<T> {
  const address = readAddress(baseUrl);
  const key: Record<string, string> =
    apiKey === undefined ? {} : keyHeader ? { [keyHeader]: apiKey } : { authorization: `Bearer ${apiKey}` };
  const answers = client.post(
    {
      origin: address.origin,
      path: `${address.prefix}${path}${address.search}`,
      headers: { 'content-type': 'application/json', ...key, ...headers },
      body: JSON.stringify(body),
      isStreamed: false,
      ...(engine !== undefined && { engine }),
    },
    bodyReader,
    signal,
  );
  for await (const answer of answers) return await read(answer.body);
  throw cutError();
}

const bodyReader: ReplyReader<{ body: unknown }> = {
  readEvent: () => {
    throw invalidError(new Error('a stream instead of an answer'));
  },
  readEnd: () => {
    throw cutError();
  },
  readBody: (body, emit) => {
    // Some say with status 200 what went wrong.
    if (isJsonObject(body) && body.error !== undefined && body.error !== null) throw errorFromBody(body);
    emit({ body });
  },
};
