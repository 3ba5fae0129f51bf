import { Turn } from './turn.ts';

/** Characters that are looked through between two turns of the event loop. */
const sliceLength = 100_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];

/**
 * The members of a JSON object by their names, each as the text of its value. Nothing but the names is read, so that a text of many megabytes
 * holds the event loop for milliseconds at a time. Null for what is no object; a value that is no JSON shows when it is read.
 */
export async function jsonMembers(text: string): Promise<Map<string, string> | null> {
  const members = new Map<string, string>();
  let at = afterSpace(text, 0);
  if (text[at] !== '{') return null;
  at = afterSpace(text, at + 1);
  if (text[at] === '}') return afterSpace(text, at + 1) === text.length ? members : null;
  for (;;) {
    const name = nameAt(text, at);
    if (name === null) return null;
    at = afterSpace(text, name.end);
    if (text.charCodeAt(at) !== colon) return null;
    const start = afterSpace(text, at + 1);
    const end = await valueEnd(text, start);
    if (end === null) return null;
    members.set(name.text, text.slice(start, end).trimEnd());
    if (text.charCodeAt(end) !== comma) return afterSpace(text, end + 1) === text.length ? members : null;
    at = afterSpace(text, end + 1);
  }
}

function nameAt(text: string, start: number): { text: string; end: number } | null {
  if (text.charCodeAt(start) !== quote) return null;
  const end = stringEnd(text, start);
  if (end === -1) return null;
  try {
    const name: unknown = JSON.parse(text.slice(start, end));
    return typeof name === 'string' ? { text: name, end } : null;
  } catch {
    return null;
  }
}

/** Where a value ends: at the comma or the brace behind it. Null where it does not. */
async function valueEnd(text: string, start: number): Promise<number | null> {
  const turn = new Turn();
  let depth = 0;
  let pause = start + sliceLength;
  for (let at = start; at < text.length; at++) {
    if (at >= pause) {
      pause = at + sliceLength;
      await turn.next();
    }
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = stringEnd(text, at) - 1;
      if (at < 0) return null;
    } else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return at > start ? at : null;
      depth--;
    } else if (code === comma && depth === 0) return at > start ? at : null;
  }
  return null;
}

/** Behind the quote that ends the text which begins here; -1 where none does. */
export function stringEnd(text: string, start: number): number {
  const first = text.indexOf('"', start + 1);
  if (first === -1 || text.charCodeAt(first - 1) !== backslash) return first + (first === -1 ? 0 : 1);
  // Where a quote may be escaped, letter by letter: a search for each of millions of quotes takes ten times as long.
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at + 1;
  }
  return -1;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}
