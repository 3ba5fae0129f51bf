import { expect, it } from 'vitest';
import { changesOf } from './definition-changes.ts';
import { connectionFieldsOf, inputFieldsOf, problemsByInput, toInputs } from './input-fields.ts';
import { sortedForCatalogue } from './sort-catalogue.ts';

const feature = {
  input_schema: {
    type: 'object',
    properties: {
      note: { anyOf: [{ type: 'string' }, { type: 'object' }], description: 'What to say.' },
      id: { type: 'integer' },
      open: { type: 'boolean' },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
      labels: { type: 'array', items: { type: 'string' } },
      fields: { type: 'object' },
    },
    required: ['id'],
  },
};

it('makes a form of what a feature takes, required inputs first', () => {
  expect(inputFieldsOf(feature).map(({ name, kind, isRequired }) => `${name} ${kind} ${isRequired}`)).toEqual([
    'id number true',
    'note text false',
    'open boolean false',
    'order choice false',
    'labels lines false',
    'fields json false',
  ]);
  expect(inputFieldsOf({})).toEqual([]);
});

it('sends what was filled in, in its type, and names JSON that cannot be read', () => {
  const fields = inputFieldsOf(feature);
  const values = { id: '7', note: 'Hello', open: 'false', order: '', labels: 'a\n\nb', fields: '{"x":1}' };
  expect(toInputs(fields, values)).toEqual({
    inputs: { id: 7, note: 'Hello', open: false, labels: ['a', 'b'], fields: { x: 1 } },
    broken: [],
  });
  expect(toInputs(fields, { fields: '{"x":' })).toEqual({ inputs: {}, broken: ['fields'] });
});

it('puts what the service found wrong beside the input', () => {
  const problems = [
    { path: '/id', message: 'must be integer' },
    { path: '/', message: 'must be an object' },
  ];
  expect(problemsByInput({ problems })).toEqual({ id: 'must be integer' });
});

it('asks for the fields of the chosen way to connect, and with OAuth for none that the third party tells', () => {
  const connection_fields = {
    cloud_id: { description: 'Site', required: false, required_for: ['OAUTH2' as const], pattern: '[a-z]+' },
    subdomain: { description: 'Name', required: false, required_for: ['BASIC_AUTH' as const], pattern: '[a-z-]{1,9}' },
    region: { description: 'Where', required: true, pattern: 'eu|us' },
  };
  const names = (method: 'OAUTH2' | 'BASIC_AUTH') =>
    connectionFieldsOf({ connection_fields }, method).map(({ name, isRequired }) => `${name} ${isRequired}`);
  expect(names('OAUTH2')).toEqual(['region true']);
  expect(names('BASIC_AUTH')).toEqual(['subdomain true', 'region true']);
  const region = connectionFieldsOf({ connection_fields }, 'OAUTH2')[0];
  expect([region?.fits('eu'), region?.fits('eu2')]).toEqual([true, false]);
});

it('shows what an approval would add, change and remove', () => {
  const manifest = { features: [{ name: 'A', description: 'a' }, { name: 'B' }, { name: 'C' }] };
  const pending_manifest = { features: [{ name: 'A', description: 'other' }, { name: 'C' }, { name: 'D' }] };
  expect(changesOf({ manifest, pending_manifest }).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'A changed',
    'B removed',
    'D added',
  ]);
  expect(changesOf({ manifest, pending_manifest: null })).toEqual([]);
});

it('puts what is connected first, then what needs no connection, each by name, and finds words in features', () => {
  const integration = (id: string, method: 'NONE' | 'API_KEY', features: string[] = []) => ({
    id,
    name: id,
    description: '',
    auth_method: method,
    features: features.map((name) => ({ name, description: '', parameters: {} })),
  });
  const all = [
    integration('zebra', 'API_KEY'),
    integration('apple', 'API_KEY', ['SEND_MAIL']),
    integration('open', 'NONE'),
    integration('mail', 'API_KEY'),
  ];
  const counts = new Map([['zebra', { connected: 1, broken: 0 }]]);
  const ids = (query: string) => sortedForCatalogue(all, counts, query).map(({ id }) => id);
  expect(ids('')).toEqual(['zebra', 'open', 'apple', 'mail']);
  expect(ids('MAIL')).toEqual(['apple', 'mail']);
});
