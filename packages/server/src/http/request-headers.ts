import type { FastifyRequest } from 'fastify';

export function oneHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The address under which a request reached the service. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/** Whether a key was sent; other credentials (`Basic`) are those of a proxy before us. */
export function hasKey(request: FastifyRequest): boolean {
  return oneHeader(request, 'x-api-key') !== undefined || /^bearer\s/i.test(request.headers.authorization ?? '');
}
