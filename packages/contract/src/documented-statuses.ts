import type { Endpoint } from './endpoint.ts';

/** Statuses of errors that the capabilities of a heading can end in, beside those of every call. */
const byTag: Readonly<Record<string, readonly number[]>> = {
  Text: [402, 404, 409, 422, 502, 504],
  Compatibility: [402, 404, 409, 422, 502, 504],
  Files: [403, 404, 409, 422, 502, 504],
  Collections: [404, 409, 422, 502, 504],
  OCR: [403, 404, 422, 502, 504],
  'Search and research': [404, 409, 422, 502, 504],
  Integrations: [404, 409, 422, 502, 504],
  'Images and video': [403, 404, 409, 502, 504],
  Administration: [404, 409, 502, 504],
  Evaluation: [404, 409, 422],
  Guards: [404, 409, 422, 502],
  Prompts: [404, 409],
  'Resumable streams': [404, 410],
  Sessions: [401, 403, 404, 409, 429, 502],
  Members: [404, 409],
  Overview: [404],
  'Calls and usage': [404],
  Operation: [404, 409, 502],
  Playground: [404, 409],
  Models: [404],
  Gallery: [404],
  MCP: [404, 405],
  Operating: [401, 404],
};

/** Every status that an endpoint may answer, in order: those of its replies and those of its errors. */
export function documentedStatuses(endpoint: Endpoint): number[] {
  const statuses = new Set([...Object.keys(endpoint.responses).map(Number), ...(byTag[endpoint.tag] ?? []), 500, 503]);
  if (endpoint.params || endpoint.query || endpoint.body || endpoint.otherBodies) statuses.add(400);
  if (endpoint.body || endpoint.otherBodies) for (const status of [413, 415]) statuses.add(status);
  if (endpoint.auth !== 'none') for (const status of [401, 403, 429]) statuses.add(status);
  if (!['none', 'admin', 'session'].includes(endpoint.auth)) statuses.add(402);
  if (endpoint.idempotent) statuses.add(409);
  return [...statuses].sort((a, b) => a - b);
}
