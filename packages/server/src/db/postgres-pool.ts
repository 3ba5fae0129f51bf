import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { throwUnreachable } from './unreachable-database.ts';

/** A pool whose failures to reach the server, or to have an answer in time, are `service_unavailable`, and that takes any text. */
export function translatingPool(pool: Pool): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch(throwUnreachable);
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
  const query = (command: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const bound = Array.isArray(values) ? values.map(storable) : values;
    const result: unknown = Reflect.apply(client.query, client, [command, bound, ...rest]);
    // A cursor is no promise; its failures come from its own methods.
    return result instanceof Promise ? result.catch(throwUnreachable) : result;
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Text of PostgreSQL has no room for U+0000, which SQLite keeps: the sign for what cannot be shown takes its place. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}
