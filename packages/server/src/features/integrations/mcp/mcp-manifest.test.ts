import { expect, it } from 'vitest';
import { toMcpManifest } from './mcp-manifest.ts';

it('shows a model no more of a tool than one sees who approves it', () => {
  const hidden = 'Adds\u202e two\u200b numbers\u{e0041}\u0007.\nNot more.';
  const seen = 'Adds two numbers.\nNot more.';
  const inputSchema = { properties: { a: { type: 'number', description: hidden, enum: [1] } }, title: hidden };
  const tool = { name: 'add', description: hidden, inputSchema, changes: false, definitionHash: 'h' };
  const server = { id: 'sums', name: 'Sums', description: 'Tools', url: 'https://sums.example/mcp', tools: [tool] };
  const { features } = toMcpManifest({ ...server, auth: { method: 'NONE' } });
  expect(features[0]).toMatchObject({
    description: seen,
    input_schema: { type: 'object', title: seen, properties: { a: { type: 'number', description: seen, enum: [1] } } },
  });
});
