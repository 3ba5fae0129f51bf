import { createHash } from 'node:crypto';
import type { JsonObject, LocalModelName, LocalModelsReport, ModelDownload } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../ports/job-queue.ts';
import type { DownloadProgress, LocalModelServer } from '../../ports/local-model-server.ts';
import type { DownloadRepository, DownloadRow } from './download-repository.ts';

export interface LocalModelServiceParts {
  servers: readonly LocalModelServer[];
  repository: DownloadRepository;
  jobs: Pick<JobQueue, 'enqueue' | 'find'>;
  clock: Clock;
}

interface DownloadPayload extends JsonObject {
  provider: string;
  name: string;
}

const kindName = 'download-model';
const keptMs = 7 * 24 * 60 * 60_000;
const maxListed = 50;
/** Between two looks of a reader there is no need to store more. */
const storeEveryMs = 500;

/** Models on servers of the operator's own: what is there, fetched by jobs, and deleted. */
export class LocalModelService {
  readonly #parts: LocalModelServiceParts;

  constructor(parts: LocalModelServiceParts) {
    this.#parts = parts;
  }

  get kind(): JobKind<DownloadPayload> {
    return {
      name: kindName,
      concurrency: 2,
      maxAttempts: 5,
      backoffMs: 5_000,
      deadlineMs: 24 * 60 * 60_000,
      run: (job) => this.#download(job),
      onFailed: async ({ id }, error) => {
        const message = error instanceof AppError ? error.message : 'It failed inside the service; see its log.';
        await this.#parts.repository.update(id, { error: message });
      },
    };
  }

  async report(signal: AbortSignal): Promise<LocalModelsReport> {
    const { servers, repository } = this.#parts;
    const [states, rows] = await Promise.all([
      Promise.all(servers.map((server) => stateOf(server, signal))),
      repository.list(maxListed),
    ]);
    const downloads = await Promise.all(rows.map((row) => this.#toDownload(row)));
    return {
      servers: states.flatMap((state) => state ?? []),
      downloads: downloads.flatMap((download) => download ?? []),
    };
  }

  /** Begins a download, or answers with the one that is under way. Throws `not_found` for an unknown provider. */
  async download({ provider, name }: LocalModelName): Promise<ModelDownload> {
    const { repository, jobs, clock } = this.#parts;
    this.#serverOf(provider);
    const id = `model_${createHash('sha256').update(`${provider} ${name}`).digest('hex').slice(0, 24)}`;
    const state = (await jobs.find(id))?.state;
    if (state !== 'waiting' && state !== 'running') {
      await repository.deleteOlderThan(clock.now() - keptMs);
      await repository.begin({ id, provider, name, created_at: clock.now() });
      await jobs.enqueue(kindName, { provider, name }, { id });
    }
    const row = await repository.find(id);
    const download = row && (await this.#toDownload(row));
    if (!download) throw new AppError('internal_error', `The download ${id} was not stored`);
    return download;
  }

  async remove({ provider, name }: LocalModelName, signal: AbortSignal): Promise<void> {
    await this.#serverOf(provider).remove(name, signal);
  }

  #serverOf(provider: string): LocalModelServer {
    const server = this.#parts.servers.find((one) => one.provider === provider);
    if (server) return server;
    const known = this.#parts.servers.map((one) => one.provider).join(', ') || 'none';
    throw new AppError(
      'not_found',
      `provider: ${provider} is no server that models can be downloaded to; there are: ${known}`,
    );
  }

  async #download({ id, payload, signal }: Job<DownloadPayload>): Promise<void> {
    const { repository, clock } = this.#parts;
    let storedAt = Number.NEGATIVE_INFINITY;
    let last: DownloadProgress | null = null;
    let storing: Promise<void> = Promise.resolve();
    const store = ({ step, completedBytes, totalBytes }: DownloadProgress) =>
      repository.update(id, { step, completed_bytes: completedBytes, total_bytes: totalBytes });
    const onProgress = (progress: DownloadProgress) => {
      last = progress;
      if (clock.now() - storedAt < storeEveryMs) return;
      storedAt = clock.now();
      storing = storing.then(() => store(progress)).catch(() => {});
    };
    try {
      await this.#serverOf(payload.provider).pull(payload.name, onProgress, signal);
    } finally {
      await storing;
      if (last) await store(last);
    }
  }

  /** Null when its job is forgotten. */
  async #toDownload(row: DownloadRow): Promise<ModelDownload | null> {
    const job = await this.#parts.jobs.find(row.id);
    if (!job) return null;
    const { id, provider, name, step, completed_bytes, total_bytes, error, created_at } = row;
    return {
      id,
      provider,
      name,
      state: job.state,
      step,
      completed_bytes,
      total_bytes,
      error: job.state === 'failed' ? (error ?? job.error) : null,
      created_at: new Date(created_at).toISOString(),
    };
  }
}

async function stateOf(
  server: LocalModelServer,
  signal: AbortSignal,
): Promise<LocalModelsReport['servers'][number] | null> {
  const { provider } = server;
  try {
    const models = await server.list(signal);
    return models && { provider, error: null, models };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { provider, error: error.message, models: [] };
  }
}
