import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { oneHeader } from './request-headers.ts';

const nameForm = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const mostNames = 20;

/** The guards that a call names in the header `x-parley-guards`. Throws for a header that cannot be read. */
export function guardNames(request: FastifyRequest): { guards?: readonly string[] } {
  const given = oneHeader(request, 'x-parley-guards');
  if (given === undefined) return {};
  const names = given.split(',').map((name) => name.trim());
  if (names.length <= mostNames && names.every((name) => nameForm.test(name))) return { guards: names };
  throw new AppError(
    'invalid_request',
    `x-parley-guards must be up to ${mostNames} names of guards with commas between them`,
    { title: 'x-parley-guards is not valid', param: 'x-parley-guards' },
  );
}
