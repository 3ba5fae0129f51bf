import { expect, it } from 'vitest';
import { growthOf } from '../../../../test/growth.ts';
import { readManifest } from './read-manifest.ts';

function manifestOf(features: object[]) {
  const about = { id: 'wide', name: 'Wide', description: 'Wide.', base_url: 'https://wide.example' };
  return { ...about, auth: { method: 'NONE' }, features };
}

function feature(name: string, inputs: string[]) {
  const properties = Object.fromEntries(inputs.map((input) => [input, { type: 'string' }]));
  const body = Object.fromEntries(inputs.map((input) => [input, `{{input.${input}}}`]));
  const input_schema = { type: 'object', properties };
  return { name, description: 'Send it.', input_schema, request: { method: 'POST', path: '/', body } };
}

it('reads a feature of many inputs in time by their number', async () => {
  const readInputs = (size: number) => {
    const inputs = Array.from({ length: size }, (_, index) => `input${index}`);
    expect(readManifest(manifestOf([feature('SEND', inputs)]), 'wide').features).toHaveLength(1);
  };
  expect(await growthOf(readInputs, 3000)).toBeLessThan(16);
});

it('names each feature that is there twice, and each input that is not declared, once', () => {
  const undeclared = { ...feature('USES', ['a', 'b']), input_schema: { type: 'object', properties: { a: {} } } };
  const manifest = manifestOf([feature('SEND', []), feature('SEND', []), feature('SEND', []), undeclared]);
  expect(() => readManifest(manifest, 'wide')).toThrow(
    'wide: the feature SEND is there twice; USES uses the input b, which its schema does not have',
  );
});
