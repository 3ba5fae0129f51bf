import { expect, it } from 'vitest';
import { operationAt, routeOf } from '../src/management.ts';

it('tells the address of an operation, and the operation at an address', () => {
  expect([routeOf('createAnswer'), routeOf('createKey'), routeOf('acceptOffer')]).toEqual([
    'POST /v1/answer',
    'POST /v1/admin/keys',
    'POST /v1/account/offers/{id}/accept',
  ]);
  // Kinds of jobs are no operations, nor is what every object has.
  expect([routeOf('research'), routeOf('constructor'), operationAt('/v1/nothing')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([operationAt('/v1/answer'), operationAt('GET /v1/files')]).toEqual(['createAnswer', 'listFiles']);
});
