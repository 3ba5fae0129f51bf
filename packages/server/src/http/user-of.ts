import { field } from '../lib/loose-json.ts';

const places = [['user_id'], ['params', 'arguments', 'user_id'], ['user'], ['metadata', 'user_id']];

/** The caller's own user whom a body names, as `user_id`, in the arguments of a tool that MCP calls, or as vendors have it. */
export function userOf(body: unknown): string | null {
  const named = places.map((path) => field(body, ...path)).find((value) => typeof value === 'string');
  return typeof named === 'string' ? named.trim() : null;
}
