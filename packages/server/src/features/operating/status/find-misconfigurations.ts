import type { Misconfiguration } from '@parley/contract';

/** What is known of how the service is set up, as far as something can be wrong with it. */
export interface SetupFacts {
  /** What serves `small-1` and `small-2`. */
  engine: string;
  engineReason: string;
  embedding: string;
  host: string;
  publicUrl: string | undefined;
  hasPostgres: boolean;
  hasRedis: boolean;
  hasObjectStore: boolean;
  corsOrigins: readonly string[];
  sessionsOverHttp: boolean;
  searchBackends: readonly string[];
  /** Sentences about engines without a known price. */
  unpriced: readonly string[];
  /** Calls of today that asked such an engine. */
  unpricedCalls: number;
  /** Sentences of the start about variables that nothing reads. */
  notices: readonly string[];
  /** Parts that do not answer, with what they said. */
  brokenParts: readonly { name: string; message: string }[];
}

const order = ['error', 'warning', 'info'] as const;

/** What is wrong or worth knowing, the worst first, each with what to do. */
export function findMisconfigurations(facts: SetupFacts): Misconfiguration[] {
  const found = [
    ...facts.brokenParts.map(({ name, message }) =>
      problem({
        severity: 'error',
        id: `broken-${name}`,
        message,
        advice: `Look at the service behind it and at the log; calls that need ${name} fail.`,
      }),
    ),
    ...outside(facts),
    ...shared(facts),
    ...(facts.unpricedCalls > 0
      ? [
          problem({
            severity: 'warning',
            id: 'unpriced-calls',
            message: `${facts.unpricedCalls === 1 ? 'One call' : `${facts.unpricedCalls} calls`} of today asked an engine whose price is not known. Budgets and alerts do not see what ${facts.unpricedCalls === 1 ? 'it' : 'they'} cost.`,
            advice: 'Set its price under Settings, Models, or "upstream_prices" of its provider in parley.config.json.',
          }),
        ]
      : []),
    ...facts.unpriced.map((sentence, index) =>
      problem({
        severity: 'warning',
        id: `unpriced-${index}`,
        message: sentence,
        advice: 'Set its price in parley.config.json, so that budgets hold.',
      }),
    ),
    ...facts.notices.map((notice, index) =>
      problem({
        severity: 'warning',
        id: `notice-${index}`,
        message: notice,
        advice: 'Correct the name of the variable, or remove it.',
      }),
    ),
    ...engines(facts),
  ];
  return found.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

function outside({ host, publicUrl, corsOrigins, sessionsOverHttp }: SetupFacts): Misconfiguration[] {
  const isOpen = !/^(127\.|localhost$|::1$)/.test(host);
  return [
    ...(isOpen && publicUrl === undefined
      ? [
          problem({
            severity: 'warning',
            id: 'no-public-url',
            message: `The service listens at ${host} and does not know under which address others reach it.`,
            advice: 'Set PUBLIC_URL to the https address of the proxy in front; links in answers and sign-ins use it.',
            setting: 'PUBLIC_URL',
          }),
        ]
      : []),
    ...(publicUrl?.startsWith('http:') && !/^http:\/\/(127\.|localhost|\[::1\])/.test(publicUrl)
      ? [
          problem({
            severity: 'warning',
            id: 'public-without-https',
            message: `${publicUrl} is plain http: keys and sessions can be read on the way.`,
            advice: 'Put a proxy with https in front and name its address.',
            setting: 'PUBLIC_URL',
          }),
        ]
      : []),
    ...(sessionsOverHttp
      ? [
          problem({
            severity: 'warning',
            id: 'sessions-over-http',
            message: 'People may sign in over plain http, where sessions can be read on the way.',
            advice: 'Put a proxy with https in front, then remove the setting.',
            setting: 'SESSIONS_OVER_HTTP',
          }),
        ]
      : []),
    ...(corsOrigins.includes('*')
      ? [
          problem({
            severity: 'warning',
            id: 'cors-any',
            message: 'Pages of every origin may call the service from a browser.',
            advice: 'Name the origins of your own pages.',
            setting: 'CORS_ORIGINS',
          }),
        ]
      : []),
  ];
}

/** With PostgreSQL there may be several processes, which must share the rest as well. */
function shared({ hasPostgres, hasRedis, hasObjectStore }: SetupFacts): Misconfiguration[] {
  if (!hasPostgres) return [];
  return [
    ...(hasRedis
      ? []
      : [
          problem({
            severity: 'info',
            id: 'no-redis',
            message: 'Each process counts limits for itself.',
            advice:
              'With more than one process, set REDIS_URL: limits and revocations then hold for all of them at once.',
            setting: 'REDIS_URL',
          }),
        ]),
    ...(hasObjectStore
      ? []
      : [
          problem({
            severity: 'info',
            id: 'no-object-store',
            message: 'Files lie in the directory of this process.',
            advice: 'With more than one process, set BLOB_URL to a store that all of them reach.',
            setting: 'BLOB_URL',
          }),
        ]),
  ];
}

function engines({ engine, embedding, searchBackends }: SetupFacts): Misconfiguration[] {
  return [
    ...(engine === 'reader'
      ? [
          problem({
            severity: 'warning',
            id: 'embedded-model',
            message:
              'small-1 and small-2 are served by the embedded reader, which finds answers in texts but writes none of its own.',
            advice: 'Set OPENAI_API_KEY, ANTHROPIC_API_KEY or OLLAMA_HOST, or name a model.',
            setting: 'PARLEY_MODEL',
          }),
        ]
      : []),
    ...(embedding === 'lexical'
      ? [
          problem({
            severity: 'info',
            id: 'lexical-embeddings',
            message: 'Embeddings are hashed words: texts of the same meaning in other words are not found alike.',
            advice: 'Leave it unset for the embedded sentence encoder, or name a model that embeds.',
            setting: 'EMBEDDING_MODEL',
          }),
        ]
      : []),
    ...(searchBackends.length <= 1
      ? [
          problem({
            severity: 'info',
            id: 'few-search-backends',
            message:
              searchBackends.length === 0
                ? 'No search back end is set up, so web search and research find nothing.'
                : `Web search asks ${searchBackends[0]} alone.`,
            advice: 'Add a back end, such as a SearXNG of your own.',
            setting: 'SEARXNG_URL',
          }),
        ]
      : []),
  ];
}

/** Most are mended by one setting. */
const problem = (found: Omit<Misconfiguration, 'setting'> & { setting?: string }): Misconfiguration => ({
  setting: null,
  ...found,
});
