import type { SealingReport, SealingRun } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Run, RunKind, RunTypes } from '../../runs/background/run-types.ts';
import type { Runs } from '../../runs/background/runs.ts';

/** What is sealed, as the job sees it. */
export interface Sealing {
  keys: { readonly currentId: string };
  blobs: Pick<BlobStore, 'list'> & {
    /** False when there was nothing to do. */
    reseal(key: string): Promise<boolean>;
  };
  countRows(): Promise<number>;
  resealRows(): AsyncIterable<{ looked: number; sealed: number }>;
  /** Resolves when no other process seals with an older key any more. */
  whenAllKnow(signal: AbortSignal): Promise<void>;
  /** Makes a key that seals from now on. */
  addKey(): Promise<void>;
}

interface SealingProgress {
  looked: number;
  total: number;
  sealed: number;
  failed: number;
}

export interface SealingTypes extends RunTypes {
  request: { requestId: string };
  progress: SealingProgress;
  result: null;
}

const nothingYet: SealingProgress = { looked: 0, total: 0, sealed: 0, failed: 0 };
/** The first pass seals; the second finds what was copied or written by others meanwhile. */
const mostPasses = 3;
/** So many blobs that cannot be sealed one after the other are no matter of one blob. */
const mostFailures = 50;
const keptMs = 365 * 24 * 60 * 60_000;
/** Where what belongs to the installation is stored. */
const owner = { workspaceId: '', keyId: '' };

/** Sealing everything anew as a kind of run. Done again it passes over what the key has sealed already. */
export function turnOverKind(sealing: Sealing): RunKind<SealingTypes> {
  return {
    name: 'sealing',
    job: 'seal-anew',
    endpoint: null,
    concurrency: 1,
    maxAttempts: 20,
    backoffMs: 10_000,
    deadlineMs: 7 * 24 * 60 * 60_000,
    keptMs,
    failure: { code: 'internal_error', message: 'It failed inside the service; see its log.' },
    missing: (id) => new AppError('internal_error', `The run ${id} was not stored`),
    async work({ progress: before }, { call: { signal }, tell }) {
      await sealing.whenAllKnow(signal);
      let { sealed } = before;
      for (let pass = 0; pass < mostPasses; pass++) {
        const found = await sealPass(sealing, { sealed, signal, tell });
        if (found === sealed) return null;
        sealed = found;
      }
      return null;
    },
  };
}

/** Looks at every row and blob once. Returns how many are sealed in all. */
async function sealPass(
  { blobs, countRows, resealRows }: Sealing,
  given: { sealed: number; signal: AbortSignal; tell(progress: SealingProgress): Promise<void> },
): Promise<number> {
  const { signal, tell } = given;
  const progress = { ...nothingYet, sealed: given.sealed, total: await countRows() };
  for await (const _ of blobs.list()) progress.total++;
  for await (const { looked, sealed } of resealRows()) {
    signal.throwIfAborted();
    progress.looked += looked;
    progress.sealed += sealed;
    await tell({ ...progress });
  }
  let failuresInARow = 0;
  for await (const { key } of blobs.list()) {
    signal.throwIfAborted();
    try {
      if (await blobs.reseal(key)) progress.sealed++;
      failuresInARow = 0;
    } catch (error) {
      progress.failed++;
      if (++failuresInARow > mostFailures) throw error;
    }
    progress.looked++;
    await tell({ ...progress });
  }
  return progress.sealed;
}

/** Which key seals, and the job that seals what is stored with a new one. */
export class SealingService {
  readonly #parts: { sealing: Sealing; runs: Runs<SealingTypes> } | null;

  /** Null where the operator set no key. */
  constructor(parts: { sealing: Sealing; runs: Runs<SealingTypes> } | null) {
    this.#parts = parts;
  }

  async report(): Promise<SealingReport> {
    if (!this.#parts) return { on: false, key_id: null, run: null };
    const { currentId } = this.#parts.sealing.keys;
    const run = await this.#parts.runs.find(owner.workspaceId, runIdOf(currentId));
    return { on: true, key_id: currentId, run: run && toSealingRun(run) };
  }

  /** Throws `conflict` where the operator set no key. */
  async turnOver(): Promise<SealingReport> {
    if (!this.#parts) {
      throw new AppError('conflict', 'Nothing is sealed here; set SEALING_KEY or SEALING_KEY_COMMAND', {
        title: 'No key is set',
      });
    }
    const { run } = await this.report();
    if (run && (run.status === 'queued' || run.status === 'running')) return this.report();
    await this.#parts.sealing.addKey();
    await this.seal();
    return this.report();
  }

  /** Seals with the key of now what is stored. Begun once for each key. */
  async seal(): Promise<void> {
    if (!this.#parts) return;
    const { runs, sealing } = this.#parts;
    const id = runIdOf(sealing.keys.currentId);
    if (await runs.find(owner.workspaceId, id)) return;
    await runs.start({ id, request: { requestId: '' }, progress: nothingYet }, owner);
  }
}

const runIdOf = (keyId: string): string => `seal_${keyId}`;

function toSealingRun({ status, progress, error, createdAt }: Run<SealingTypes>): SealingRun {
  return {
    status,
    ...progress,
    error: error === null ? null : String(error.message),
    created_at: new Date(createdAt).toISOString(),
  };
}
