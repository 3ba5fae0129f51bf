import Type, { type Static } from 'typebox';
import { collectionFields } from './collections.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, page } from './page.ts';

export const researchDepths = ['quick', 'standard', 'thorough'] as const;
export type ResearchDepth = (typeof researchDepths)[number];

const Schema = Type.Record(Type.String(), Type.Unknown(), {
  description: 'JSON Schema of the report; `output` is then an object that satisfies it.',
});

export const DeepResearchRequest = Type.Object(
  {
    instructions: Type.Optional(Type.String({ pattern: '\\S', maxLength: 20_000 })),
    query: Type.Optional(
      Type.String({ pattern: '\\S', maxLength: 20_000, description: 'Another name of `instructions`.' }),
    ),
    depth: Type.Optional(
      Type.Enum(researchDepths, {
        default: 'standard',
        description: 'Sources: quick 10 to 15, standard 20 to 30, thorough 40 or more.',
      }),
    ),
    max_sources: Type.Optional(Type.Integer({ minimum: 5, maximum: 100 })),
    response_format: Type.Optional(Schema),
    output_schema: Type.Optional(Schema),
    stream: Type.Optional(Type.Boolean()),
    background: Type.Optional(
      Type.Boolean({ description: 'Answer 202 at once; poll, or be called at `webhook_url`.' }),
    ),
    webhook_url: Type.Optional(
      Type.String({ maxLength: 2000, description: 'Called at the end, signed as Standard Webhooks say.' }),
    ),
    file_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
    ...collectionFields,
    include_files: Type.Optional(Type.Boolean({ description: "Search the workspace's own files too." })),
    web: Type.Optional(
      Type.Boolean({
        description:
          'Ask search engines and read pages. Default: true, but false where `file_ids`, `collection_ids` or `include_files` ' +
          'are given: then nothing leaves unless this says so.',
      }),
    ),
    max_cost_usd: Type.Optional(Type.Number({ minimum: 0 })),
    use_cache: Type.Optional(
      Type.Boolean({ default: false, description: 'Reuse pages that were fetched within 24 hours.' }),
    ),
    model: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "A model id of `GET /v1/models`; another service's engine, such as `exa-research`, is ignored.",
      }),
    ),
  },
  { $id: 'DeepResearchRequest' },
);
export type DeepResearchRequest = Static<typeof DeepResearchRequest>;

export const Citation = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    title: Type.String(),
    quote: Type.String({ description: 'The exact passage: the stored text from `start` to `end`.' }),
    start: Type.Integer({ minimum: 0, description: 'UTF-16 position in the stored text.' }),
    end: Type.Integer({ minimum: 0 }),
    content_hash: Type.String({ description: 'SHA-256 of the bytes that were fetched, hexadecimal.' }),
    fetched_at: Type.String({ format: 'date-time' }),
    verified: Type.Union([Type.Literal('quoted'), Type.Literal('entailed')], {
      description:
        '`quoted`: code proved the statement by the quote; `entailed`: a connected model confirmed it besides.',
    }),
    file_id: Type.Optional(Type.String()),
  },
  { $id: 'ResearchCitation', description: 'Stands behind the mark `[n]`: the nth of the list.' },
);
export type Citation = Static<typeof Citation>;

export const Shortfall = Type.Object(
  {
    wanted: Type.Integer(),
    cited: Type.Integer(),
    read: Type.Integer(),
    found: Type.Integer(),
    reason: Type.String(),
    thin: Type.Optional(
      Type.Array(Type.Object({ question: Type.String(), claims: Type.Integer(), sources: Type.Integer() }), {
        description: 'Questions of the plan on which next to nothing was proven.',
      }),
    ),
  },
  {
    $id: 'ResearchShortfall',
    description: 'Why there are fewer sources, or less on a question, than the depth promises.',
  },
);
export type Shortfall = Static<typeof Shortfall>;

export const ResearchProgress = Type.Object(
  {
    step: Type.String(),
    message: Type.String(),
    sources_found: Type.Integer({ minimum: 0 }),
    pages_read: Type.Integer({ minimum: 0 }),
  },
  { $id: 'ResearchProgress' },
);
export type ResearchProgress = Static<typeof ResearchProgress>;

const resultFields = {
  output: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
    description: 'Markdown with `[n]` marks, or the object that was asked for.',
  }),
  citations: Type.Array(Citation),
  unverified: Type.Optional(
    Type.Array(Type.String(), {
      description: 'JSON pointers into a structured `output`: values that no passage carries.',
    }),
  ),
  searches_performed: Type.Integer({ minimum: 0 }),
  queries: Type.Optional(
    Type.Array(Type.Object({ query: Type.String(), engines: Type.Array(Type.String()) }), {
      description: 'What was sent to which search engines, in its order. Empty where nothing left.',
    }),
  ),
  pages_read: Type.Integer({ minimum: 0 }),
  shortfall: Type.Optional(Shortfall),
  degraded: Type.Optional(
    Type.Object(
      {
        calls: Type.Integer({ description: 'Questions put to the model.' }),
        failed: Type.Integer({ description: 'Those without a usable answer.' }),
        reason: Type.String(),
      },
      { description: 'The connected model refused or failed; the report is in the words of the sources.' },
    ),
  ),
  failed_sources: Type.Array(Type.Object({ url: Type.String(), reason: Type.String() })),
  model: Type.String(),
  cost_usd: Type.Number({ minimum: 0 }),
};

export const ResearchResult = Type.Object(
  {
    success: Type.Literal(true),
    research_id: Type.String(),
    status: Type.Literal('completed'),
    ...resultFields,
  },
  { $id: 'ResearchResult' },
);
export type ResearchResult = Static<typeof ResearchResult>;

export const researchStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

export const ResearchRun = Type.Object(
  {
    success: Type.Boolean(),
    research_id: Type.String(),
    status: Type.Enum(researchStatuses),
    instructions: Type.String({ description: 'What was asked for, its first 500 characters.' }),
    progress: ResearchProgress,
    created_at: Type.String({ format: 'date-time' }),
    finished_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    webhook_secret: Type.Optional(Type.String({ description: 'Checks the signature of the webhook (`whsec_…`).' })),
    ...Type.Partial(Type.Object(resultFields)).properties,
    error: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
  },
  { $id: 'ResearchRun' },
);
export type ResearchRun = Static<typeof ResearchRun>;

export const ResearchEvent = Type.Union(
  [
    Type.Object({ progress: ResearchProgress }),
    Type.Object({ content: Type.String(), done: Type.Literal(false) }),
    Type.Object({ done: Type.Literal(true), ...ResearchResult.properties }),
    Type.Object({ error: Type.String(), code: Type.String(), done: Type.Literal(true) }),
  ],
  { $id: 'ResearchEvent' },
);
export type ResearchEvent = Static<typeof ResearchEvent>;

const ResearchParams = Type.Object({ id: Type.String() });
const tag = 'Search and research';

export const researchEndpoints = {
  createDeepResearch: endpoint({
    id: 'createDeepResearch',
    method: 'POST',
    path: '/v1/deep-research',
    auth: 'research',
    tag,
    summary: 'Research a question and report with citations',
    description:
      'Searches, reads pages, and writes a report in which every mark `[n]` stands for a passage that was found in the ' +
      'page by code. The call can take minutes: use `background` or `stream` where connections are cut.',
    body: DeepResearchRequest,
    responses: { 200: ResearchResult, 202: ResearchRun },
    event: ResearchEvent,
    idempotent: true,
    problems: { '/instructions': 'instructions are required', '/query': 'instructions are required' },
    example: { instructions: 'How do tidal power stations store energy?', depth: 'quick' },
  }),
  listDeepResearch: endpoint({
    id: 'listDeepResearch',
    method: 'GET',
    path: '/v1/deep-research',
    auth: 'research',
    tag,
    summary: 'List research runs, newest first',
    query: PageQuery,
    responses: { 200: page(ResearchRun) },
  }),
  getDeepResearch: endpoint({
    id: 'getDeepResearch',
    method: 'GET',
    path: '/v1/deep-research/{id}',
    auth: 'research',
    tag,
    summary: 'Look at a research run',
    params: ResearchParams,
    responses: { 200: ResearchRun },
  }),
  cancelDeepResearch: endpoint({
    id: 'cancelDeepResearch',
    method: 'POST',
    path: '/v1/deep-research/{id}/cancel',
    auth: 'research',
    tag,
    summary: 'Cancel a research run',
    params: ResearchParams,
    responses: { 200: ResearchRun },
  }),
  getResearchSource: endpoint({
    id: 'getResearchSource',
    method: 'GET',
    path: '/v1/deep-research/{id}/sources/{n}',
    auth: 'research',
    tag,
    summary: 'Read the stored text behind a citation',
    description: 'The text as it was when the page was fetched: its part from `start` to `end` is the quote.',
    params: Type.Object({ id: Type.String(), n: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
    responses: { 200: Type.Object({ success: Type.Literal(true), citation: Citation, text: Type.String() }) },
  }),
};
