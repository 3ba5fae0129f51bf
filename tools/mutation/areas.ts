/** Where a fault costs most: the files in which decisions are made, and the tests that answer for them. */
export interface MutationArea {
  mutate: string[];
  tests: string[];
}

const server = 'packages/server/src';

export const mutationAreas: Record<string, MutationArea> = {
  billing: {
    mutate: [
      `${server}/features/money/billing/{bill,call-meter,call-trace,cost,engine-prices,estimate-tokens,image-tokens}.ts`,
      `${server}/features/money/billing/{budget-book,budget-guard,budget-periods,budget-watch,run-meters}.ts`,
      `${server}/features/money/billing/{unpriced-engines,usage-journal,usage-row,usage-writer,vendor-prices}.ts`,
      `${server}/features/models/metered-model.ts`,
    ],
    tests: [`${server}/features/money/billing/*.test.ts`, `${server}/features/models/metered-*.test.ts`],
  },
  keys: {
    mutate: [`${server}/features/people/keys/{api-key,authenticator,key-record,key-service}.ts`],
    tests: [`${server}/features/people/keys/*.test.ts`],
  },
  idempotency: {
    mutate: [
      `${server}/features/runs/idempotency/idempotency-service.ts`,
      `${server}/http/{idempotent-reply,body-identity}.ts`,
    ],
    tests: [`${server}/features/runs/idempotency/*.test.ts`, `${server}/http/{idempotent-reply,body-identity}.test.ts`],
  },
  structured: {
    mutate: [
      `${server}/features/text/generation/structured/{value-fixes,read-object,read-tool-call}.ts`,
      `${server}/lib/strict-schema.ts`,
    ],
    tests: [`${server}/features/text/generation/structured/*.test.ts`, `${server}/lib/strict-schema.test.ts`],
  },
  verification: {
    mutate: [
      `${server}/features/research/verification/statement/{sentence-agreement,sentence-gap,read-words}.ts`,
      `${server}/features/research/verification/{verify-statement,verify-claims,sentence-problems}.ts`,
      `${server}/features/research/report/compose-report.ts`,
    ],
    tests: [
      `${server}/features/research/{verification/verify-*,report/compose-report}.test.ts`,
      `${server}/features/research/verification/statement/*.test.ts`,
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
    mutate: [`${server}/features/integrations/oauth/token-refresher.ts`],
    tests: [`${server}/features/integrations/oauth/token-*.test.ts`],
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
