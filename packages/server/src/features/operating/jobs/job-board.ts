import type { JobInfo, JobsQuery } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import { jobEndings } from '../../../lib/stored-error.ts';
import type { JobRecord, JobRecords } from '../../../ports/job-queue.ts';

/** What people call things, by their ids. */
type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The queue as those see it who look after it. */
export class JobBoard {
  readonly #jobs: JobRecords;
  readonly #namesOf: NamesOf;

  constructor(parts: { jobs: JobRecords; namesOf: NamesOf }) {
    this.#jobs = parts.jobs;
    this.#namesOf = parts.namesOf;
  }

  /** Of one workspace, or all with undefined. */
  async list({ limit = 20, after, state, kind }: JobsQuery, workspaceId: string | undefined) {
    const filter = { state, kind, workspaceId, limit: limit + 1, after: parseCursor(after) };
    const [rows, counts] = await Promise.all([this.#jobs.list(filter), this.#jobs.counts(workspaceId)]);
    const names = await this.#namesOf(rows.map(({ id }) => subjectOf(id) ?? ''));
    const page: Page<JobInfo> = toPage(
      rows,
      limit,
      (row) => toInfo(row, names),
      ({ cursor }) => cursorOf(cursor.createdAt, cursor.id),
    );
    return { ...page, counts, kinds: this.#jobs.kinds() };
  }

  async find(id: string): Promise<JobInfo> {
    const job = await this.#jobs.find(id);
    if (job === null) throw new AppError('not_found', `There is no job ${id}`);
    return toInfo(job, await this.#namesOf([subjectOf(id) ?? '']));
  }

  /** Throws `conflict` for one that does not wait. */
  async retry(id: string): Promise<JobInfo> {
    const { kind } = await this.find(id);
    if (await this.#jobs.hurry(id)) return this.find(id);
    const { state } = await this.find(id);
    throw new AppError(
      'conflict',
      state === 'running'
        ? `The job ${id} is running; wait for its end, or cancel it`
        : `The job ${id} (${kind}) has ended, and what it worked on is gone with its end; start that again where it came from`,
      { title: 'The job cannot be run again' },
    );
  }

  /** Throws `conflict` for one that has ended. */
  async cancel(id: string): Promise<JobInfo> {
    await this.find(id);
    const reason = new AppError('conflict', jobEndings.cancelled, { title: 'Cancelled' });
    if (await this.#jobs.end(id, reason)) return this.find(id);
    throw new AppError('conflict', `The job ${id} has ended already; there is nothing to cancel`);
  }
}

/** The name of a job holds the id of what it works on: `file-0198…`, `col_0Ut3…-4`. */
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]{2,12}_[A-Za-z0-9]{24}/;

const subjectOf = (jobId: string): string | null => ids.exec(jobId)?.[0] ?? null;

function toInfo({ cursor: _, ...info }: JobRecord, names: ReadonlyMap<string, string>): JobInfo {
  const subject = subjectOf(info.id);
  return { ...info, subject_id: subject, subject_name: names.get(subject ?? '') ?? null };
}
