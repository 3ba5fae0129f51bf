import Type from 'typebox';
import { endpoint } from './endpoint.ts';

const tag = 'Operating';
const open = { auth: 'none', tag } as const;

const Health = Type.Object({ status: Type.Literal('ok') });
const Readiness = Type.Object({
  status: Type.Enum(['ready', 'not_ready']),
  parts: Type.Record(Type.String(), Type.Object({ ok: Type.Boolean(), message: Type.Optional(Type.String()) })),
});

export const operatingEndpoints = {
  getHealth: endpoint({
    ...open,
    id: 'getHealth',
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process is up',
    responses: { 200: Health },
  }),
  getReadiness: endpoint({
    ...open,
    id: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    summary: 'Whether database, storage and queue can be reached',
    responses: { 200: Readiness, 503: Readiness },
  }),
  getMetrics: endpoint({
    ...open,
    id: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    summary: "Measurements in Prometheus' text format",
    description: 'Needs `Authorization: Bearer <METRICS_TOKEN>`; answers 404 while no METRICS_TOKEN is set.',
    contentType: 'text/plain',
    responses: { 200: Type.String() },
  }),
  getOpenApi: endpoint({
    ...open,
    id: 'getOpenApi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    responses: { 200: Type.Object({}, { additionalProperties: true }), 304: null },
  }),
  getReference: endpoint({
    ...open,
    id: 'getReference',
    method: 'GET',
    path: '/docs',
    summary: 'The reference, to read and to try out',
    contentType: 'text/html',
    responses: { 200: Type.String(), 304: null },
  }),
  getReferenceScript: endpoint({
    ...open,
    id: 'getReferenceScript',
    method: 'GET',
    path: '/docs/reference.js',
    summary: 'The script of the reference page',
    contentType: 'text/javascript',
    responses: { 200: Type.String(), 304: null },
  }),
  getReferenceStyle: endpoint({
    ...open,
    id: 'getReferenceStyle',
    method: 'GET',
    path: '/docs/reference.css',
    summary: 'The style of the reference page',
    contentType: 'text/css',
    responses: { 200: Type.String(), 304: null },
  }),
  getLlmsText: endpoint({
    ...open,
    id: 'getLlmsText',
    method: 'GET',
    path: '/llms.txt',
    summary: 'The service described for language models',
    contentType: 'text/plain',
    responses: { 200: Type.String(), 304: null },
  }),
};
