import type { JsonObject, JsonValue } from '@parley/contract';

/** Each step takes more away: how long texts and names may be, how many items and members, and how deep they may lie. */
const steps = [
  { text: 500, items: 200, depth: 12 },
  { text: 200, items: 50, depth: 8 },
  { text: 100, items: 20, depth: 6 },
  { text: 60, items: 8, depth: 5 },
  { text: 40, items: 3, depth: 4 },
  { text: 20, items: 1, depth: 3 },
] as const;
type Step = (typeof steps)[number];

/**
 * The same object where its JSON has at most `limit` characters, else a shorter one: long texts end in `…`, lists and objects
 * keep their first items, and `is_shortened` is true. The members of the object itself all stay. `json`: of the object, where it is written already.
 */
export function shortenJson(value: JsonObject, limit: number, json = JSON.stringify(value)): JsonObject {
  if (json.length <= limit) return value;
  let members = Object.entries(value);
  for (const step of steps) {
    // What the step before has left: a wide object is gone through once.
    members = members.map(([name, member]) => [name, cut(member, step, 1)]);
    const shorter: JsonObject = { ...Object.fromEntries(members), is_shortened: true };
    if (JSON.stringify(shorter).length <= limit) return shorter;
  }
  return { is_shortened: true };
}

function cut(value: JsonValue, step: Step, depth: number): JsonValue {
  if (typeof value === 'string') return cutText(value, step.text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= step.depth) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, step.items).map((item) => cut(item, step, depth + 1));
  const members: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (members.length >= step.items) break;
    members.push([cutText(name, step.text), cut(member, step, depth + 1)]);
  }
  return Object.fromEntries(members);
}

/** Never ends in half a character. */
function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
