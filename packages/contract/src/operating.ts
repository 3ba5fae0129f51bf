import Type from 'typebox';
import { endpoint } from './endpoint.ts';

const tag = 'Operating';
const open = { auth: 'none', tag } as const;

const Health = Type.Object({ status: Type.Literal('ok') });
const Readiness = Type.Object({
  status: Type.Enum(['ready', 'not_ready']),
  parts: Type.Record(Type.String(), Type.Object({ ok: Type.Boolean(), message: Type.Optional(Type.String()) })),
});

const Index = Type.Object({
  name: Type.Literal('Parley'),
  version: Type.String(),
  docs: Type.String({ description: 'The reference.' }),
  openapi: Type.String(),
  llms: Type.String({ description: 'The service described for language models.' }),
  health: Type.String(),
  dashboard: Type.Union([Type.String(), Type.Null()], { description: 'For browsers; null where it is not built.' }),
});

export const operatingEndpoints = {
  getIndex: endpoint({
    ...open,
    id: 'getIndex',
    method: 'GET',
    path: '/',
    summary: 'Where everything is',
    description: 'Browsers get the dashboard here, and at every address that is none of the service.',
    responses: { 200: Index },
  }),
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
    summary: 'Whether calls can be answered, and what is degraded',
    description:
      '503 while the database is away, the disk is full or a stop has begun; storage, counters and the queue are named in `parts` without it.',
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
  getManual: endpoint({
    ...open,
    id: 'getManual',
    method: 'GET',
    path: '/docs',
    summary: 'The documentation: its first page',
    description: 'As HTML, or as Markdown with `Accept: text/markdown`, like every page of the documentation.',
    contentType: 'text/html',
    responses: { 200: Type.String(), 304: null },
  }),
  getManualPage: endpoint({
    ...open,
    id: 'getManualPage',
    method: 'GET',
    path: '/docs/{page}',
    summary: 'A page of the documentation; `<page>.md` is its Markdown',
    params: Type.Object({ page: Type.String({ maxLength: 200 }) }),
    contentType: 'text/html',
    responses: { 200: Type.String(), 304: null, 404: Type.String() },
  }),
  getReferencePage: endpoint({
    ...open,
    id: 'getReferencePage',
    method: 'GET',
    path: '/docs/reference/{group}',
    summary: 'A page of the reference; `<group>.md` is its Markdown',
    params: Type.Object({ group: Type.String({ maxLength: 200 }) }),
    contentType: 'text/html',
    responses: { 200: Type.String(), 304: null, 404: Type.String() },
  }),
  getManualAsset: endpoint({
    ...open,
    id: 'getManualAsset',
    method: 'GET',
    path: '/docs/assets/{name}',
    summary: 'A script or the style of the documentation',
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    contentType: 'text/plain',
    responses: { 200: Type.String(), 304: null },
  }),
  getManualImage: endpoint({
    ...open,
    id: 'getManualImage',
    method: 'GET',
    path: '/docs/images/{name}',
    summary: 'A picture of the documentation',
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    contentType: 'image/png',
    responses: { 200: Type.String({ format: 'binary' }) },
  }),
  getSearchIndex: endpoint({
    ...open,
    id: 'getSearchIndex',
    method: 'GET',
    path: '/docs/search.json',
    summary: 'What the search of the documentation looks through',
    contentType: 'application/json',
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
  getLlmsFullText: endpoint({
    ...open,
    id: 'getLlmsFullText',
    method: 'GET',
    path: '/llms-full.txt',
    summary: 'The whole documentation in one text for language models',
    contentType: 'text/plain',
    responses: { 200: Type.String(), 304: null },
  }),
};
