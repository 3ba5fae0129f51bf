import { readFileSync } from 'node:fs';
import { mcpEndpoints, mcpUserHeader } from '@parley/contract';
import { expect, it } from 'vitest';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'));

it('describes the MCP server that there is, within the limits of the registry', () => {
  const entry = read('server.json');
  expect(entry.version).toBe(read('package.json').version);
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  const [remote] = entry.remotes;
  expect(remote).toMatchObject({ type: 'streamable-http', url: `https://{host}${mcpEndpoints.callMcp.path}` });
  expect(remote.headers.map(({ name }: { name: string }) => name.toLowerCase())).toEqual([
    'authorization',
    mcpUserHeader,
  ]);
  expect(remote.headers[0]).toMatchObject({ isRequired: true, isSecret: true });
});
