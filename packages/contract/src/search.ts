import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';

const Domains = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 100 });
const ContentOption = Type.Union([
  Type.Boolean(),
  Type.Object({ max_characters: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) }),
]);

export const WebSearchRequest = Type.Object(
  {
    query: Type.String({ pattern: '\\S', maxLength: 4000 }),
    num_results: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 10.' })),
    max_results: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Another name of `num_results`.' }),
    ),
    include_domains: Type.Optional(Domains),
    exclude_domains: Type.Optional(Domains),
    start_published_date: Type.Optional(Type.String({ maxLength: 64, description: 'ISO 8601 date or time.' })),
    end_published_date: Type.Optional(Type.String({ maxLength: 64, description: 'ISO 8601 date or time.' })),
    category: Type.Optional(
      Type.String({ maxLength: 100, description: 'Such as `general`, `news`, `science`; for back ends that know it.' }),
    ),
    type: Type.Optional(
      Type.Enum(['neural', 'keyword', 'auto', 'fast'], {
        description: 'What the back ends cannot tell apart is the same here.',
      }),
    ),
    model: Type.Optional(Type.String({ maxLength: 200, description: 'Ignored: a name of another service.' })),
    use_autoprompt: Type.Optional(Type.Boolean({ description: 'Turn a question into search words first.' })),
    contents: Type.Optional(
      Type.Object(
        {
          text: Type.Optional(ContentOption),
          highlights: Type.Optional(ContentOption),
          summary: Type.Optional(ContentOption),
        },
        { description: 'Fetch the pages and add what is asked for.' },
      ),
    ),
    include_files: Type.Optional(Type.Boolean({ description: "Search the workspace's own files too." })),
  },
  { $id: 'WebSearchRequest' },
);
export type WebSearchRequest = Static<typeof WebSearchRequest>;

export const WebSearchResult = Type.Object(
  {
    title: Type.String(),
    url: Type.String(),
    snippet: Type.String(),
    score: Type.Number({ description: 'From 0 to 1: agreement of the back ends and rank.' }),
    published_date: Type.Union([Type.String(), Type.Null()]),
    author: Type.Union([Type.String(), Type.Null()]),
    text: Type.Optional(Type.String()),
    highlights: Type.Optional(Type.Array(Type.String())),
    summary: Type.Optional(Type.String()),
    content_error: Type.Optional(Type.String({ description: 'Why the contents of this page could not be had.' })),
  },
  { $id: 'WebSearchResult' },
);
export type WebSearchResult = Static<typeof WebSearchResult>;

export const BackendReport = Type.Object(
  {
    name: Type.String(),
    outcome: Type.Enum(['found', 'nothing_found', 'refused', 'unreachable', 'timed_out']),
    results: Type.Integer({ minimum: 0 }),
    duration_ms: Type.Integer({ minimum: 0 }),
    message: Type.Optional(Type.String()),
  },
  { $id: 'SearchBackendReport', description: 'How one back end answered.' },
);
export type BackendReport = Static<typeof BackendReport>;

export const WebSearchResponse = Type.Object(
  {
    success: Type.Literal(true),
    results: Type.Array(WebSearchResult),
    autoprompt_string: Type.String({ description: 'The words that were searched for.' }),
    backends: Type.Array(BackendReport),
  },
  { $id: 'WebSearchResponse' },
);
export type WebSearchResponse = Static<typeof WebSearchResponse>;

export const webSearch = endpoint({
  id: 'webSearch',
  method: 'POST',
  path: '/v1/web-search',
  auth: 'research',
  tag: 'Search and research',
  summary: 'Search the web',
  description:
    'Asks every configured back end at once and merges their results. Nothing found is an empty list; a back end that ' +
    'refused or timed out is named in `backends`, and is an error when no other answered.',
  body: WebSearchRequest,
  responses: { 200: WebSearchResponse },
  idempotent: true,
  problems: { '/query': 'query is required' },
  example: { query: 'tidal power stations', num_results: 5 },
});
