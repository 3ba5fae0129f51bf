import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { NullableText, NullableTime, ofWorkspace } from './account-fields.ts';
import { SeriesTotal } from './calls.ts';
import { dashboardTags } from './dashboard-tags.ts';

const reader = { auth: 'admin', workspaceRole: 'viewer', tag: dashboardTags.overview } as const;

const WordsLanguage = Type.Enum(['en', 'de'], {
  default: 'en',
  description: 'Of the sentences: reasons, messages and advice.',
});
export type WordsLanguage = Static<typeof WordsLanguage>;

export const ServedCapability = Type.Object(
  {
    capability: Type.Enum(['text', 'embeddings', 'images', 'videos', 'search', 'ocr', 'storage', 'database', 'queue']),
    served_by: Type.String({ description: '`reader`, `openai/gpt-5-mini`, `wikipedia`, `SQLite`, …' }),
    embedded: Type.Boolean({ description: 'Part of the service itself.' }),
    state: Type.Enum(['untried', 'ok', 'degraded', 'off'], {
      description:
        'As it was seen last. `untried`: not asked yet since the start, nor among the newest calls before it.',
    }),
    seen_at: NullableTime('When it was seen so. Null where nothing was seen of it.'),
    reason: NullableText('Why this and no other, or what is wrong.'),
  },
  { $id: 'ServedCapability' },
);
export type ServedCapability = Static<typeof ServedCapability>;

export const Misconfiguration = Type.Object(
  {
    id: Type.String({ description: 'Stays the same, such as `embedded-model`.' }),
    severity: Type.Enum(['info', 'warning', 'error']),
    message: Type.String({ description: 'What is wrong or missing.' }),
    advice: Type.String({ description: 'What to do.' }),
    setting: NullableText('The variable that changes it.'),
  },
  { $id: 'Misconfiguration' },
);
export type Misconfiguration = Static<typeof Misconfiguration>;

export const Overview = Type.Object(
  {
    version: Type.String(),
    base_url: Type.String({ description: 'Where callers reach the service, for snippets.' }),
    default_model: Type.String(),
    capabilities: Type.Array(ServedCapability),
    today: SeriesTotal,
    yesterday: Type.Object(
      { ...SeriesTotal.properties },
      { description: 'The same part of yesterday (UTC), to compare with.' },
    ),
    counts: Type.Object({
      keys: Type.Integer({ description: 'That work.' }),
      members: Type.Integer(),
      files: Type.Integer(),
      collections: Type.Integer(),
      waiting_jobs: Type.Integer(),
      firing_alerts: Type.Integer(),
    }),
    last_call_at: NullableTime('Null before the first call.'),
    misconfigurations: Type.Array(Misconfiguration, { description: 'Worst first.' }),
  },
  { $id: 'Overview' },
);
export type Overview = Static<typeof Overview>;

const Prices = Type.Object({
  input_usd: Type.Number({ description: 'Per million tokens.' }),
  output_usd: Type.Number({ description: 'Per million tokens.' }),
});

const dollars = (description: string) => Type.Number({ minimum: 0, maximum: 100_000, description });
const EnginePrice = Type.Object({
  input_usd: dollars('Per million tokens.'),
  output_usd: dollars('Per million tokens.'),
  cached_input_usd: Type.Optional(
    dollars('Per million tokens that the vendor reads from its cache. Default: as `input_usd`.'),
  ),
});
export type EnginePrice = Static<typeof EnginePrice>;
const SetEnginePrice = Type.Object(
  {
    engine: Type.String({ minLength: 3, maxLength: 300, pattern: '^[^/]+/.+$', description: '`provider/model`.' }),
    prices: Type.Union([EnginePrice, Type.Null()], {
      description: 'What its vendor asks; null takes back what was set.',
    }),
  },
  { $id: 'SetEnginePrice' },
);

export const EngineState = Type.Object(
  {
    engine: Type.String({ description: '`provider/model`, `reader`, `sketch`, …' }),
    kind: Type.Enum(['text', 'embeddings', 'images', 'videos']),
    embedded: Type.Boolean(),
    models: Type.Array(Type.String(), { description: 'The listed names that it serves.' }),
    breaker: Type.Union([Type.Enum(['closed', 'open', 'half-open']), Type.Null()], {
      description:
        '`open`: it failed too often and is left alone for a while. Null before its first call in this process.',
    }),
    context_length: Type.Union([Type.Integer(), Type.Null()]),
    upstream_prices: Type.Union([Prices, Type.Null()], { description: 'What its vendor asks; null where unknown.' }),
    price: Type.Enum(['known', 'set', 'unknown'], {
      description:
        "`set`: by `PUT /v1/admin/models/price` · `unknown`: it runs at somebody else's and nobody told what it costs, so that budgets and alerts do not see it.",
    }),
    state: Type.Enum(['untried', 'working', 'failing'], { description: 'As it was seen last.' }),
    seen_at: NullableTime('When it was seen so. Null where nothing was seen of it.'),
    last_day: Type.Object({
      requests: Type.Integer(),
      errors: Type.Integer({ description: 'Statuses from 500 on, and 429.' }),
      p50_ms: Type.Union([Type.Number(), Type.Null()]),
      p95_ms: Type.Union([Type.Number(), Type.Null()]),
      first_token_p50_ms: Type.Union([Type.Number(), Type.Null()]),
      last_used_at: NullableTime('Null when it was not used on the last day.'),
    }),
  },
  { $id: 'EngineState' },
);
export type EngineState = Static<typeof EngineState>;

export const SearchBackendState = Type.Object(
  {
    name: Type.String(),
    state: Type.Enum(['untried', 'working', 'refusing', 'timing_out']),
    seen_at: NullableTime('When it was asked last.'),
    message: NullableText('What it said last.'),
    rests_until: NullableTime('Left alone until then.'),
  },
  { $id: 'SearchBackendState' },
);
export type SearchBackendState = Static<typeof SearchBackendState>;

export const ModelsReport = Type.Object(
  {
    default_model: Type.String(),
    engines: Type.Array(EngineState),
    search: Type.Array(SearchBackendState),
  },
  { $id: 'ModelsReport' },
);
export type ModelsReport = Static<typeof ModelsReport>;

export const overviewEndpoints = {
  getOverview: endpoint({
    ...reader,
    id: 'getOverview',
    method: 'GET',
    path: '/v1/admin/overview',
    summary: 'What serves what, what happened today, and what to do',
    query: Type.Object({
      ...ofWorkspace,
      language: Type.Optional(WordsLanguage),
    }),
    responses: { 200: Overview },
  }),
  getModelsReport: endpoint({
    ...reader,
    id: 'getModelsReport',
    method: 'GET',
    path: '/v1/admin/models',
    summary: 'Engines and search back ends with their health',
    responses: { 200: ModelsReport },
  }),
  setEnginePrice: endpoint({
    auth: 'admin',
    tag: dashboardTags.overview,
    id: 'setEnginePrice',
    method: 'PUT',
    path: '/v1/admin/models/price',
    summary: 'Set what the vendor of a model asks',
    description:
      'For models whose price is not known, or another one. In force at once for calls that begin then, on every process within five seconds; what was called before stays as it was counted. A price in parley.config.json comes first.',
    body: SetEnginePrice,
    responses: { 200: SetEnginePrice },
    example: { engine: 'acme/large', prices: { input_usd: 0.5, output_usd: 1.5 } },
  }),
};
