import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { diskCheck } from './check-disk.ts';
import { programCheck } from './check-program.ts';
import { type Check, HealthChecks } from './health-checks.ts';

const fails: Check = () => Promise.reject(new Error('postgres://user:secret@10.0.0.1 refused'));
const works: Check = async () => undefined;
const disk = (megabytes: number) =>
  diskCheck({ space: async () => ({ freeBytes: megabytes * 1024 * 1024, sizeBytes: 1e12 }) });

function checksOf(checks: Record<string, Check>): HealthChecks {
  const clock = new FakeClock();
  return new HealthChecks({ checks, upstreams: () => [], queueDepth: async () => 3, clock });
}

describe('readiness', () => {
  it.each(['storage', 'counters', 'queue'])('stays while %s is away, and names it', async (name) => {
    const { ok, isWhole, parts } = await checksOf({ database: works, [name]: fails }).check();
    expect([ok, isWhole, parts[name]]).toEqual([true, false, { ok: false, message: `${name} cannot be reached` }]);
  });

  it('ends while the database is away', async () => {
    expect((await checksOf({ database: fails, storage: works }).check()).ok).toBe(false);
  });

  it('ends with the first word of a stop, also within the second for which an answer is kept', async () => {
    const checks = checksOf({ database: works });
    expect((await checks.check()).ok).toBe(true);
    checks.stop();
    expect(await checks.check()).toMatchObject({ ok: false, parts: { process: { ok: false } } });
  });

  it.each([
    [2048, true, undefined],
    [300, true, '300 MB are free under DATA_DIR, which is little'],
    [20, false, '20 MB are free under DATA_DIR, too little to go on'],
  ])('with %i MB free is %s', async (megabytes, ok, message) => {
    const state = await checksOf({ disk: disk(megabytes) }).check();
    expect([state.ok, state.parts.disk?.message]).toEqual([ok, message]);
  });

  it('ends when the program is replaced while it runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-program-'));
    const file = join(folder, 'main.js');
    writeFileSync(file, 'old');
    const program = programCheck([file, join(folder, 'never-there.js')]);
    expect((await checksOf({ program }).check()).ok).toBe(true);
    // As packages are installed: beside it, then in its place.
    writeFileSync(`${file}.new`, 'new');
    renameSync(`${file}.new`, file);
    const { ok, parts } = await checksOf({ program }).check();
    expect([ok, parts.program?.message]).toEqual([
      false,
      'The files of the program were replaced while it runs; start it anew',
    ]);
    rmSync(folder, { recursive: true });
  });

  it('reports what it can while the queue is away', async () => {
    const report = await checksOf({ database: works, queue: fails }).report();
    expect(report).toMatchObject({ status: 'degraded', queue_depth: 0, parts: { queue: { ok: false } } });
  });
});
