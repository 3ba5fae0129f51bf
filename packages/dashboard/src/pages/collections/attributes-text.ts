import type { Collection } from '@parley/sdk';

export type Attributes = Collection['attributes'];

const number = /^-?\d+(?:\.\d+)?$/;

/** Attributes of lines such as `year: 2026`; the first line that is none instead. */
export function readAttributes(text: string): { attributes: Attributes } | { wrong: string } {
  const attributes: Attributes = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, name, value] = /^(\S[^\s:=]*)\s*[:=](.+)$/.exec(line.trim()) ?? [];
    if (name === undefined || value === undefined) return { wrong: line.trim() };
    attributes[name] = scalarOf(value.trim());
  }
  return { attributes };
}

/** The lines that give the same attributes again. A text that looks like a number stands in quotes. */
export const showAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'string' && scalarOf(value) !== value ? JSON.stringify(value) : value}`,
    )
    .join('\n');

function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (number.test(text)) return Number(text);
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}
