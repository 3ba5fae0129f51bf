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
  /** Sentences about engines of which no price is known. */
  unpriced: readonly string[];
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
      problem(
        'error',
        `broken-${name}`,
        message,
        `Look at the service behind it and at the log; calls that need ${name} fail.`,
      ),
    ),
    ...outside(facts),
    ...shared(facts),
    ...facts.unpriced.map((sentence, index) =>
      problem('warning', `unpriced-${index}`, sentence, 'Set its price in parley.config.json, so that budgets hold.'),
    ),
    ...facts.notices.map((notice, index) =>
      problem('warning', `notice-${index}`, notice, 'Correct the name of the variable, or remove it.'),
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
          problem(
            'warning',
            'no-public-url',
            `The service listens at ${host} and does not know under which address others reach it.`,
            'Set PUBLIC_URL to the https address of the proxy in front; links in answers and sign-ins use it.',
            'PUBLIC_URL',
          ),
        ]
      : []),
    ...(publicUrl?.startsWith('http:') && !/^http:\/\/(127\.|localhost|\[::1\])/.test(publicUrl)
      ? [
          problem(
            'warning',
            'public-without-https',
            `${publicUrl} is plain http: keys and sessions can be read on the way.`,
            'Put a proxy with https in front and name its address.',
            'PUBLIC_URL',
          ),
        ]
      : []),
    ...(sessionsOverHttp
      ? [
          problem(
            'warning',
            'sessions-over-http',
            'People may sign in over plain http, where sessions can be read on the way.',
            'Put a proxy with https in front, then remove the setting.',
            'SESSIONS_OVER_HTTP',
          ),
        ]
      : []),
    ...(corsOrigins.includes('*')
      ? [
          problem(
            'warning',
            'cors-any',
            'Pages of every origin may call the service from a browser.',
            'Name the origins of your own pages.',
            'CORS_ORIGINS',
          ),
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
          problem(
            'info',
            'no-redis',
            'Each process counts limits for itself.',
            'With more than one process, set REDIS_URL: limits and revocations then hold for all of them at once.',
            'REDIS_URL',
          ),
        ]),
    ...(hasObjectStore
      ? []
      : [
          problem(
            'info',
            'no-object-store',
            'Files lie in the directory of this process.',
            'With more than one process, set BLOB_URL to a store that all of them reach.',
            'BLOB_URL',
          ),
        ]),
  ];
}

function engines({ engine, embedding, searchBackends }: SetupFacts): Misconfiguration[] {
  return [
    ...(engine === 'reader'
      ? [
          problem(
            'warning',
            'embedded-model',
            'small-1 and small-2 are served by the embedded reader, which finds answers in texts but writes none of its own.',
            'Set OPENAI_API_KEY, ANTHROPIC_API_KEY or OLLAMA_HOST, or name a model.',
            'PARLEY_MODEL',
          ),
        ]
      : []),
    ...(embedding === 'lexical'
      ? [
          problem(
            'info',
            'lexical-embeddings',
            'Embeddings are hashed words: texts of the same meaning in other words are not found alike.',
            'Name a model that embeds.',
            'EMBEDDING_MODEL',
          ),
        ]
      : []),
    ...(searchBackends.length <= 1
      ? [
          problem(
            'info',
            'few-search-backends',
            searchBackends.length === 0
              ? 'No search back end is set up, so web search and research find nothing.'
              : `Web search asks ${searchBackends[0]} alone.`,
            'Add a back end, such as a SearXNG of your own.',
            'SEARXNG_URL',
          ),
        ]
      : []),
  ];
}

const problem = (
  severity: Misconfiguration['severity'],
  id: string,
  message: string,
  advice: string,
  setting: string | null = null,
): Misconfiguration => ({ id, severity, message, advice, setting });
