import { Turn } from './turn.ts';

/** A list up to this length is written in one go, and so many entries of a longer one before others may have their turn. */
const atOnce = 32;

/** The JSON text of a reply. A long list in it, such as two thousand vectors, is written in steps, so that others are served meanwhile. */
export function jsonInSteps(body: object): string | Promise<string> {
  return !Array.isArray(body) && Object.values(body).some(isLong) ? inSteps(body) : JSON.stringify(body);
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > atOnce;

async function inSteps(body: object): Promise<string> {
  const turn = new Turn();
  const members: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    const text = isLong(value) ? await listInSteps(value, turn) : JSON.stringify(value);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

async function listInSteps(list: unknown[], turn: Turn): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < list.length; from += atOnce) {
    parts.push(JSON.stringify(list.slice(from, from + atOnce)).slice(1, -1));
    await turn.next();
  }
  return `[${parts.join(',')}]`;
}
