/** Where a fault costs most: the files in which decisions are made, and the tests that answer for them. */
export interface MutationArea {
  mutate: string[];
  tests: string[];
}

const server = 'packages/server/src';

export const mutationAreas: Record<string, MutationArea> = {
  billing: {
    mutate: [
      `${server}/features/billing/*.ts`,
      `!${server}/features/billing/{*.test,usage-repository,usage-service}.ts`,
    ],
    tests: [`${server}/features/billing/*.test.ts`],
  },
  keys: {
    mutate: [`${server}/features/keys/{api-key,authenticator,key-record,key-service}.ts`],
    tests: [`${server}/features/keys/*.test.ts`],
  },
  idempotency: {
    mutate: [
      `${server}/features/idempotency/idempotency-service.ts`,
      `${server}/http/{idempotent-reply,body-identity}.ts`,
    ],
    tests: [`${server}/features/idempotency/*.test.ts`, `${server}/http/{idempotent-reply,body-identity}.test.ts`],
  },
  structured: {
    mutate: [
      `${server}/features/generation/structured/{value-fixes,repair-value,strict-schema,read-object,read-tool-call}.ts`,
    ],
    tests: [`${server}/features/generation/structured/*.test.ts`],
  },
  verification: {
    mutate: [
      `${server}/features/research/statement/{sentence-agreement,sentence-gap,read-words}.ts`,
      `${server}/features/research/{verify-statement,verify-claims,sentence-problems,compose-report}.ts`,
    ],
    tests: [
      `${server}/features/research/{verify-*,compose-report}.test.ts`,
      `${server}/features/research/statement/*.test.ts`,
    ],
  },
  'outbound-guard': {
    mutate: [
      `${server}/outbound/guard/{public-address,redirected-request,bounded-body,host-limiter}.ts`,
      `${server}/outbound/guard/guarded-{connector,fetcher}.ts`,
    ],
    tests: [`${server}/outbound/guard/*.test.ts`],
  },
  'token-refresh': {
    mutate: [`${server}/features/integrations/token-refresher.ts`],
    tests: [`${server}/features/integrations/token-*.test.ts`],
  },
  'job-queue': {
    mutate: [`${server}/jobs/work-loop.ts`, `${server}/adapters/local-queue/job-repository.ts`],
    tests: [`${server}/jobs/*.test.ts`, `${server}/adapters/local-queue/job-repository.test.ts`],
  },
  streams: {
    mutate: [
      `${server}/http/{send-events,event-writer,late-reply}.ts`,
      `${server}/http/routes/text/{text,message}-streams.ts`,
    ],
    tests: [`${server}/http/{send-events,event-writer,late-reply}.test.ts`, `${server}/http/routes/text/*.test.ts`],
  },
};
