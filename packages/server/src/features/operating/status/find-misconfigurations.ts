import type { Misconfiguration } from '@parley/contract';
import type { StatusWords } from './words/status-words.ts';

/** What is known of how the service is set up, as far as something can be wrong with it. */
export interface SetupFacts {
  /** What serves `small-1` and `small-2`. */
  engine: string;
  embedding: string;
  host: string;
  publicUrl: string | undefined;
  hasPostgres: boolean;
  hasRedis: boolean;
  hasObjectStore: boolean;
  corsOrigins: readonly string[];
  sessionsOverHttp: boolean;
  searchBackends: readonly string[];
  /** Engines without a known price. */
  unpriced: readonly string[];
  /** Of pictures and videos. */
  unpricedMedia: readonly string[];
  /** Calls of today that asked such an engine. */
  unpricedCalls: number;
  /** Sentences of the start about variables that nothing reads. */
  notices: readonly string[];
  /** Parts that do not answer, with what they said. */
  brokenParts: readonly { name: string; message: string | undefined }[];
}

const order = ['error', 'warning', 'info'] as const;

/** What is wrong or worth knowing, the worst first, each with what to do. */
export function findMisconfigurations(facts: SetupFacts, words: StatusWords): Misconfiguration[] {
  const unpriced = [...facts.unpriced.map(words.unpriced), ...facts.unpricedMedia.map(words.unpricedMedia)];
  const found = [
    ...facts.brokenParts.map(({ name, message }) =>
      problem({
        severity: 'error',
        id: `broken-${name}`,
        ...words.broken(name, message === `${name} cannot be reached` ? undefined : message),
      }),
    ),
    ...outside(facts, words),
    ...shared(facts, words),
    ...when(facts.unpricedCalls > 0, {
      severity: 'warning',
      id: 'unpriced-calls',
      ...words.unpricedCalls(facts.unpricedCalls),
    }),
    ...unpriced.map((said, index) => problem({ severity: 'warning', id: `unpriced-${index}`, ...said })),
    ...facts.notices.map((notice, index) =>
      problem({ severity: 'warning', id: `notice-${index}`, ...words.notice(notice) }),
    ),
    ...engines(facts, words),
  ];
  return found.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

function outside(
  { host, publicUrl, corsOrigins, sessionsOverHttp }: SetupFacts,
  words: StatusWords,
): Misconfiguration[] {
  const isOpen = !/^(127\.|localhost$|::1$)/.test(host);
  const isPlain = publicUrl?.startsWith('http:') && !/^http:\/\/(127\.|localhost|\[::1\])/.test(publicUrl);
  return [
    ...when(isOpen && publicUrl === undefined, {
      severity: 'warning',
      id: 'no-public-url',
      setting: 'PUBLIC_URL',
      ...words.noPublicUrl(host),
    }),
    ...when(isPlain === true, {
      severity: 'warning',
      id: 'public-without-https',
      setting: 'PUBLIC_URL',
      ...words.publicWithoutHttps(publicUrl ?? ''),
    }),
    ...when(sessionsOverHttp, {
      severity: 'warning',
      id: 'sessions-over-http',
      setting: 'SESSIONS_OVER_HTTP',
      ...words.sessionsOverHttp,
    }),
    ...when(corsOrigins.includes('*'), {
      severity: 'warning',
      id: 'cors-any',
      setting: 'CORS_ORIGINS',
      ...words.corsAny,
    }),
  ];
}

/** With PostgreSQL there may be several processes, which must share the rest as well. */
function shared({ hasPostgres, hasRedis, hasObjectStore }: SetupFacts, words: StatusWords): Misconfiguration[] {
  return [
    ...when(hasPostgres && !hasRedis, { severity: 'info', id: 'no-redis', setting: 'REDIS_URL', ...words.noRedis }),
    ...when(hasPostgres && !hasObjectStore, {
      severity: 'info',
      id: 'no-object-store',
      setting: 'BLOB_URL',
      ...words.noObjectStore,
    }),
  ];
}

function engines({ engine, embedding, searchBackends }: SetupFacts, words: StatusWords): Misconfiguration[] {
  return [
    ...when(engine === 'reader', {
      severity: 'warning',
      id: 'embedded-model',
      setting: 'PARLEY_MODEL',
      ...words.embeddedModel,
    }),
    ...when(embedding === 'lexical', {
      severity: 'info',
      id: 'lexical-embeddings',
      setting: 'EMBEDDING_MODEL',
      ...words.lexicalEmbeddings,
    }),
    ...when(searchBackends.length <= 1, {
      severity: 'info',
      id: 'few-search-backends',
      setting: 'SEARXNG_URL',
      ...words.fewBackends(searchBackends[0]),
    }),
  ];
}

/** Most are mended by one setting. */
type Found = Omit<Misconfiguration, 'setting'> & { setting?: string };

const problem = (found: Found): Misconfiguration => ({ setting: null, ...found });

const when = (isSo: boolean, found: Found): Misconfiguration[] => (isSo ? [problem(found)] : []);
