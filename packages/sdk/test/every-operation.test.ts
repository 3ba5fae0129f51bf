import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operations } from '../src/generated/operations.ts';

const openai = 'Has the shape of OpenAI, whose own library calls it at our address.';
const address = 'Its whole address stands in the reply of another call.';

/** Operations that have no method of their own; all are reached by `parley.api.<id>`. Those of dashboards are in `@parley/sdk/management`. */
const withoutMethod: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'createOpenAIChatCompletion',
      'createOpenAIImage',
      'createImageEdit',
      'createImageVariation',
      'createResponse',
      'getResponse',
      'deleteResponse',
      'cancelResponse',
      'listResponseInput',
      'createVectorStore',
      'listVectorStores',
      'getVectorStore',
      'updateVectorStore',
      'deleteVectorStore',
      'searchVectorStore',
      'addVectorStoreFile',
      'listVectorStoreFiles',
      'getVectorStoreFile',
      'getVectorStoreFileContent',
      'updateVectorStoreFile',
      'deleteVectorStoreFile',
      'createVectorStoreBatch',
      'getVectorStoreBatch',
      'cancelVectorStoreBatch',
      'listVectorStoreBatchFiles',
    ].map((id) => [id, openai]),
  ),
  getMedia: address,
  getOcrPageImage: address,
  putUpload: '`files.upload` puts bytes to the signed address.',
  uploadFile: '`files.upload` sends bytes to a signed address, with progress and without a limit of a form.',
  streamMessage: '`messages.stream` streams in the shape that all know; this one sends plain text.',
  getMetrics: 'Prometheus reads it.',
  getWidget: 'Pages load it as a script.',
};

const src = join(import.meta.dirname, '../src');
const files = [...readdirSync(join(src, 'resources')).map((name) => join('resources', name)), 'upload.ts'];
const code = files.map((name) => readFileSync(join(src, name), 'utf8')).join('\n');
const hasMethod = (id: string) => new RegExp(`(?:request|stream)\\(\\s*'${id}'`).test(code);

it('has a method for every operation, or says why not', () => {
  const ids = Object.keys(operations);
  expect(ids.length).toBeGreaterThan(150);
  const forgotten = ids.filter((id) => !hasMethod(id) && !Object.hasOwn(withoutMethod, id));
  expect(forgotten, 'give it a method in src/resources, or a reason here').toEqual([]);
});

it('gives reasons only for what is there and has no method', () => {
  const stale = Object.keys(withoutMethod).filter((id) => hasMethod(id) || !Object.hasOwn(operations, id));
  expect(stale).toEqual([]);
});

it('names only operations that there are', () => {
  const named = [...code.matchAll(/#client\.(?:request|stream)\(\s*'(\w+)'/g)].flatMap(([, id]) => id ?? []);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((id) => !Object.hasOwn(operations, id))).toEqual([]);
});
