import type { Endpoint } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { adviceFor } from './vendor-addresses.ts';

/** A path so long is no typing error. */
const longestMistyped = 60;

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '';
}

/** What nothing answers, with what was most likely meant. */
export function notFound(request: FastifyRequest, methods: string[], endpoints: readonly Endpoint[]): AppError {
  const path = pathOf(request);
  if (methods.length === 0) {
    const advice = adviceFor(path) ?? nearestAddress(request.method, path, endpoints) ?? 'see /docs';
    return new AppError('not_found', `There is no ${request.method} ${path}; ${advice}`);
  }
  return new AppError('method_not_allowed', `${path} answers ${methods.join(', ')}, not ${request.method}`);
}

/** What was most likely meant: `/v1` was left out, or a letter is wrong. */
function nearestAddress(method: string, path: string, endpoints: readonly Endpoint[]): string | null {
  const known = endpoints
    .filter(
      (endpoint) => endpoint.method === method && endpoint.path.startsWith('/v1/') && !endpoint.path.includes('{'),
    )
    .map((endpoint) => endpoint.path);
  const full = path.startsWith('/v1/') ? path : `/v1${path}`;
  const nearest = path.length > longestMistyped ? null : nearestName(full, known);
  return nearest === null ? null : `did you mean ${nearest}? /docs lists all`;
}

/** The methods that a path answers; empty for an unknown path. */
export function methodsOf(path: string, endpoints: Endpoint[]): string[] {
  const given = path.replace(/\/$/, '').split('/');
  const isMeant = (pattern: string) => {
    const parts = pattern.split('/');
    return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index]);
  };
  const matches = endpoints.filter((endpoint) => [endpoint.path, ...(endpoint.aliases ?? [])].some(isMeant));
  // Fastify answers HEAD wherever it answers GET.
  const methods = matches.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)];
}
