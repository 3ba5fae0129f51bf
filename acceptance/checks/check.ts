import type { Parley } from '@parley/sdk';

/** What a check may use. */
export interface Ground {
  parley: Parley;
  baseUrl: string;
  apiKey: string;
  /** Whether there is an admin key. */
  isAdmin: boolean;
}

/** One thing that a server must do, seen from outside. */
export interface Check {
  name: string;
  /** Lines of the contract that it covers: section and what it says, in a few words. */
  covers: readonly string[];
  /** Runs in the short profile too. */
  isSmoke?: boolean;
  needsAdmin?: boolean;
  /** Throws when the server does otherwise. */
  run(ground: Ground): Promise<void>;
}

export const text = 'The bridge was opened on 4 May 1932 by the mayor. It cost 1,200 pounds.';

/** A plain call, for what the client library would smooth over. */
export function call(
  { baseUrl, apiKey }: Ground,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { body, headers } = options;
  return fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}
