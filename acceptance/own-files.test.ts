import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { whichTakeFiles } from './own-files.ts';

it('knows of every call of the OpenAPI document whether it takes files of one’s own', () => {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/openapi.json'), 'utf8'));
  const { operations, unknown } = whichTakeFiles(document);
  expect(operations).toContain('createAnswer');
  expect(unknown).toEqual([]);
});
