import type { FastifyRequest } from 'fastify';

const longestWarnings = 2_000;

/** Adds to what the head of the answer tells of fields that were ignored. */
export function warnInHead(request: FastifyRequest, warnings: readonly string[]): void {
  const before = request.ownHeaders['x-parley-warnings'];
  request.ownHeaders['x-parley-warnings'] = [...(before === undefined ? [] : [before]), ...warnings]
    .join('; ')
    .slice(0, longestWarnings)
    .replaceAll(/[^ -~]/gu, '?');
}
