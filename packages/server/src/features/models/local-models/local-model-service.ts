import { createHash } from 'node:crypto';
import type { LocalModelName, LocalModelsReport, ModelDownload } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { DownloadProgress, LocalModelServer } from '../../../ports/local-model-server.ts';
import type { Run, RunKind, RunTypes } from '../../runs/background/run-types.ts';
import type { Runs } from '../../runs/background/runs.ts';

export interface LocalModelServiceParts {
  servers: readonly LocalModelServer[];
  runs: Runs<DownloadTypes>;
  jobs: Pick<JobQueue, 'find'>;
  clock: Clock;
}

/** What is stored of a download. It belongs to no workspace, and costs nothing. */
export interface DownloadTypes extends RunTypes {
  request: LocalModelName & { requestId: string };
  progress: DownloadProgress | null;
  result: null;
}

const keptMs = 7 * 24 * 60 * 60_000;
const maxListed = 50;
/** Where what belongs to the installation is stored. */
const owner = { workspaceId: '', keyId: '' };

/** Downloads as a kind of run. */
export function downloadKind(servers: readonly LocalModelServer[]): RunKind<DownloadTypes> {
  return {
    name: 'download',
    job: 'download-model',
    endpoint: null,
    concurrency: 2,
    maxAttempts: 5,
    backoffMs: 5_000,
    deadlineMs: 24 * 60 * 60_000,
    keptMs,
    failure: { code: 'internal_error', message: 'It failed inside the service; see its log.' },
    missing: (id) => new AppError('internal_error', `The download ${id} was not stored`),
    async work({ request }, { call, tell }) {
      const onProgress = (progress: DownloadProgress) => void tell(progress);
      await serverOf(servers, request.provider).pull(request.name, onProgress, call.signal);
      return null;
    },
  };
}

/** Models on servers of the operator's own: what is there, fetched by jobs, and deleted. */
export class LocalModelService {
  readonly #parts: LocalModelServiceParts;

  constructor(parts: LocalModelServiceParts) {
    this.#parts = parts;
  }

  async report(signal: AbortSignal): Promise<LocalModelsReport> {
    const { servers, runs, clock } = this.#parts;
    const [states, rows] = await Promise.all([
      Promise.all(servers.map((server) => stateOf(server, signal))),
      runs.list(owner.workspaceId, { limit: maxListed, since: clock.now() - keptMs }),
    ]);
    const downloads = await Promise.all(rows.map((row) => this.#toDownload(row)));
    return {
      servers: states.flatMap((state) => state ?? []),
      downloads: downloads.flatMap((download) => download ?? []),
    };
  }

  /** Begins a download, or answers with the one that is under way. Throws `not_found` for an unknown provider. */
  async download({ provider, name }: LocalModelName): Promise<ModelDownload> {
    const { servers, runs, jobs } = this.#parts;
    serverOf(servers, provider);
    const id = `model_${createHash('sha256').update(`${provider} ${name}`).digest('hex').slice(0, 24)}`;
    const state = (await jobs.find(id))?.state;
    if (state !== 'waiting' && state !== 'running') {
      if (await runs.find(owner.workspaceId, id)) await runs.delete(owner.workspaceId, id);
      await runs.start({ id, request: { provider, name, requestId: '' }, progress: null }, owner);
    }
    const download = await this.#toDownload(await runs.get(owner.workspaceId, id));
    if (!download) throw new AppError('internal_error', `The download ${id} was not stored`);
    return download;
  }

  async remove({ provider, name }: LocalModelName, signal: AbortSignal): Promise<void> {
    await serverOf(this.#parts.servers, provider).remove(name, signal);
  }

  /** Null when its job is forgotten. */
  async #toDownload({ id, request, progress, error, createdAt }: Run<DownloadTypes>): Promise<ModelDownload | null> {
    const job = await this.#parts.jobs.find(id);
    if (!job) return null;
    const { provider, name } = request;
    return {
      id,
      provider,
      name,
      state: job.state,
      step: progress?.step ?? null,
      completed_bytes: progress?.completedBytes ?? 0,
      total_bytes: progress?.totalBytes ?? null,
      error: job.state === 'failed' ? (error === null ? job.error : String(error.message)) : null,
      created_at: new Date(createdAt).toISOString(),
    };
  }
}

function serverOf(servers: readonly LocalModelServer[], provider: string): LocalModelServer {
  const server = servers.find((one) => one.provider === provider);
  if (server) return server;
  const known = servers.map((one) => one.provider).join(', ') || 'none';
  throw new AppError(
    'not_found',
    `provider: ${provider} is no server that models can be downloaded to; there are: ${known}`,
  );
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
