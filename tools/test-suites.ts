/** Test files that do not belong where their folder says; `vitest.config.ts` makes its projects of them. */

/** They replace modules (`vi.mock`) for all that is loaded after: each has a process of its own. */
export const alone = [
  'packages/server/src/features/money/billing/usage-journal.test.ts',
  'packages/server/test/usage-ledger.test.ts',
];

/**
 * Processes that are started and killed, thousands of calls, whole runs, every shape of text: `npm run test:endurance`, which CI runs
 * and `npm test` leaves out.
 */
export const endurance = [
  'engines/documents/test/hostile-sizes.test.ts',
  'engines/reader/test/stays-linear.test.ts',
  'engines/text/src/hostile-texts.test.ts',
  'packages/server/test/accounts/powers-matrix.test.ts',
  'packages/server/test/http/erasure.test.ts',
  'packages/server/test/http/long-readings.test.ts',
  'packages/server/test/http/ocr-runs.test.ts',
  'packages/server/test/http/routing/live-changes.test.ts',
  'packages/server/test/http/ten-thousand-cached-calls.test.ts',
  'packages/server/test/integration-refresh.test.ts',
  'packages/server/test/integration-secrets.test.ts',
  'packages/server/test/process.test.ts',
  'packages/server/test/regular-expressions.test.ts',
  'packages/server/test/research/research.test.ts',
  'packages/server/test/restore-drill.test.ts',
  'packages/server/test/stalled-process.test.ts',
  'packages/server/test/unreachable-servers.test.ts',
  'packages/server/test/upstreams/thousand-calls.test.ts',
];

/** Requests made at random: a few for each endpoint in `npm test`, many in `npm run test:endurance`. */
export const fuzzed = ['packages/server/test/http/any-form.test.ts', 'packages/server/test/http/any-request.test.ts'];

/** Beside the code, but with processes, threads, models, scans, databases or stores: not in `npm run test:fast`. */
export const slow = [
  'engines/documents/src/ocr/find-orientation.test.ts',
  'engines/documents/src/ocr/pp-ocr/*.test.ts',
  'engines/documents/src/ocr/table-picture.test.ts',
  'engines/personal-data/src/find-personal-data.test.ts',
  'engines/sketch/src/render/draw-film.test.ts',
  'packages/server/src/adapters/{ai-sdk,documents,encoder,lexical,liteparse,local-queue,pg-boss,reader,redis,s3,sealed}/*.test.ts',
  'packages/server/src/db/**/*.test.ts',
  'packages/server/src/features/knowledge/collections/collection-stores.test.ts',
  'packages/server/src/features/knowledge/files/files.test.ts',
  'packages/server/src/features/knowledge/web-pages/read-pages.test.ts',
  'packages/server/src/features/research/research-repository.test.ts',
  'packages/server/src/features/text/generation/structured/reply-reader.test.ts',
  'tools/helm.test.ts',
];
