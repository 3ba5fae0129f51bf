import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { AppError } from '../lib/app-error.ts';

const retryAfterMs = 5000;

/** A pool whose failures to reach the server, or to have an answer in time, are `service_unavailable`. */
export function translatingPool(pool: Pool): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch(rethrow);
      // Kysely tells connections apart by their objects.
      const known = wrapped.get(client) ?? translatingClient(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function translatingClient(client: PoolClient): PostgresPoolClient {
  const query = (...args: unknown[]): unknown => {
    const result: unknown = Reflect.apply(client.query, client, args);
    // A cursor is no promise; its failures come from its own methods.
    return result instanceof Promise ? result.catch(rethrow) : result;
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function rethrow(error: unknown): never {
  if (!isUnreachable(error)) throw error;
  throw new AppError('service_unavailable', 'The database cannot be reached just now. Send the request again.', {
    retryAfterMs,
    cause: error,
  });
}

const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Connection exceptions, too many connections, shutdown, and statements cancelled for their time. */
const states = /^(?:08\w{3}|53300|57P0[123]|57014)$/;
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error|not queryable/;

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return codes.has(code) || states.test(code) || messages.test(error.message);
}
