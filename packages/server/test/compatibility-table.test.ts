import { readFileSync } from 'node:fs';
import {
  createCompletion,
  createEmbedding,
  createMessage,
  createOpenAIChatCompletion,
  createOpenAIFile,
  createOpenAIImage,
  type Endpoint,
  responseEndpoints,
} from '@parley/contract';
import { describe, expect, it } from 'vitest';

const guide = readFileSync(new URL('../../../docs/guides/compatibility.md', import.meta.url), 'utf8');
const shapes: [heading: string, endpoint: Endpoint][] = [
  ['Chat completions', createOpenAIChatCompletion],
  ['Responses', responseEndpoints.createResponse],
  ['Completions', createCompletion],
  ['Embeddings', createEmbedding],
  ['Images', createOpenAIImage],
  ['Files', createOpenAIFile],
  ['Messages', createMessage],
];

/** Rows of the section's tables: the names in the first column, and what becomes of them. */
function rowsOf(heading: string): { names: string[]; fate: string }[] {
  const section = guide.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(?: Parameter|-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, first = '', fate = '']) => ({
      names: [...first.matchAll(/`([a-z_]+)[^`]*`/g)].map((match) => match[1] ?? ''),
      fate,
    }));
}

function bodyOf({ body, otherBodies }: Endpoint): { properties: Record<string, { description?: string }> } {
  return JSON.parse(JSON.stringify(body ?? Object.values(otherBodies ?? {})[0]));
}

describe.each(shapes)('the table of %s', (heading, endpoint) => {
  const rows = rowsOf(heading);
  const schema = bodyOf(endpoint);
  const parameters = Object.keys(schema.properties).map((name) => name.replace(/\[.*/, ''));

  it('names every parameter that the contract has', () => {
    const named = new Set(rows.flatMap(({ names }) => names));
    expect(parameters.filter((name) => !named.has(name))).toEqual([]);
  });

  it('names none that the contract does not know', () => {
    const words = JSON.stringify(schema);
    const unknown = rows.flatMap(({ names }) => names).filter((name) => !words.includes(name));
    expect(unknown).toEqual([]);
  });

  it('says of each that is refused or ignored that it is', () => {
    const fateOf = (name: string) => rows.filter(({ names }) => names.includes(name)).map(({ fate }) => fate);
    for (const [name, { description = '' }] of Object.entries(schema.properties)) {
      const says = JSON.stringify(schema.properties[name]);
      if (/Refused by name|Not supported: refused/.test(says)) {
        expect(fateOf(name).join(), name).toContain('refused');
      }
      if (/^(?:Accepted and ignored|Ignored)/.test(description)) expect(fateOf(name).join(), name).toContain('ignored');
    }
  });
});
