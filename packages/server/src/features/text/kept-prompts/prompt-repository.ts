import { type Selectable, sql } from 'kysely';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';

export type PromptRow = Selectable<Tables['prompts']>;
export type PromptVersionRow = Selectable<Tables['prompt_versions']>;

/** What calls that began with a version came to. */
export interface VersionFigures {
  calls: number;
  score: number | null;
  scored: number;
  meanCostUsd: number | null;
  meanDurationMs: number | null;
}

export class PromptRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** False where the workspace has a prompt of this name already. */
  async insert(row: PromptRow, version: PromptVersionRow): Promise<boolean> {
    return await this.#db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('prompts')
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doNothing())
        .executeTakeFirst();
      if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
      await tx.insertInto('prompt_versions').values(version).execute();
      return true;
    });
  }

  find(id: string): Promise<PromptRow | undefined> {
    return this.#db.selectFrom('prompts').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** By id or name. */
  named(workspaceId: string, name: string): Promise<PromptRow | undefined> {
    return this.#db
      .selectFrom('prompts')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where(({ or, eb }) => or([eb('id', '=', name), eb('name', '=', name)]))
      .executeTakeFirst();
  }

  /** Newest first. */
  list(options: { workspaceId?: string | undefined; limit: number; after?: Cursor | undefined }): Promise<PromptRow[]> {
    let query = this.#db.selectFrom('prompts').selectAll();
    if (options.workspaceId !== undefined) query = query.where('workspace_id', '=', options.workspaceId);
    if (options.after) query = query.where(olderThan(options.after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
  }

  version(promptId: string, version: number): Promise<PromptVersionRow | undefined> {
    return this.#db
      .selectFrom('prompt_versions')
      .selectAll()
      .where('prompt_id', '=', promptId)
      .where('version', '=', version)
      .executeTakeFirst();
  }

  /** Newest first. */
  versions(
    promptId: string,
    { before, limit }: { before?: number | undefined; limit: number },
  ): Promise<PromptVersionRow[]> {
    let query = this.#db.selectFrom('prompt_versions').selectAll().where('prompt_id', '=', promptId);
    if (before !== undefined) query = query.where('version', '<', before);
    return query.orderBy('version', 'desc').limit(limit).execute();
  }

  /** Adds a version after the latest; with it what its labels mean. Gives its number. */
  async add(promptId: string, version: Omit<PromptVersionRow, 'version'>, labels: readonly string[]): Promise<number> {
    return await this.#db.transaction().execute(async (tx) => {
      // The update comes first: it makes others wait who add to the same prompt.
      const { latest_version: number } = await tx
        .updateTable('prompts')
        .set({ latest_version: sql<number>`latest_version + 1`, updated_at: version.created_at })
        .where('id', '=', promptId)
        .returning('latest_version')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('prompt_versions')
        .values({ ...version, version: number })
        .execute();
      if (labels.length > 0) {
        const row = await tx
          .selectFrom('prompts')
          .select('labels')
          .where('id', '=', promptId)
          .executeTakeFirstOrThrow();
        const now = {
          ...JSON.parse(row.labels),
          ...Object.fromEntries(labels.map((label) => [label, [{ version: number, share: 1 }]])),
        };
        await tx
          .updateTable('prompts')
          .set({ labels: JSON.stringify(now) })
          .where('id', '=', promptId)
          .execute();
      }
      return number;
    });
  }

  async update(id: string, change: Partial<PromptRow>): Promise<void> {
    await this.#db.updateTable('prompts').set(change).where('id', '=', id).execute();
  }

  async setLabels(
    id: string,
    change: (labels: Record<string, unknown>) => Record<string, unknown>,
    at: number,
  ): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await tx.updateTable('prompts').set({ updated_at: at }).where('id', '=', id).execute();
      const row = await tx.selectFrom('prompts').select('labels').where('id', '=', id).executeTakeFirstOrThrow();
      const labels = JSON.stringify(change(JSON.parse(row.labels)));
      await tx.updateTable('prompts').set({ labels }).where('id', '=', id).execute();
    });
  }

  async delete(id: string): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await tx.deleteFrom('prompt_versions').where('prompt_id', '=', id).execute();
      await tx.deleteFrom('prompts').where('id', '=', id).execute();
    });
  }

  /** By version. */
  async figures(promptId: string, versions: readonly number[]): Promise<Map<number, VersionFigures>> {
    if (versions.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('usage_records')
      .leftJoin('call_feedback', (join) =>
        join
          .onRef('call_feedback.request_id', '=', 'usage_records.request_id')
          .onRef('call_feedback.workspace_id', '=', 'usage_records.workspace_id'),
      )
      .where(
        'usage_records.prompt',
        'in',
        versions.map((version) => promptMark(promptId, version)),
      )
      .where('usage_records.endpoint', '!=', 'evaluation')
      .groupBy('usage_records.prompt')
      .select(({ fn, ref }) => [
        ref('usage_records.prompt').as('prompt'),
        fn.countAll<number>().as('calls'),
        fn.count<number>('call_feedback.score').as('scored'),
        fn.avg<number | null>('call_feedback.score').as('score'),
        fn.avg<number | null>('usage_records.cost_nanos').as('cost'),
        fn.avg<number | null>('usage_records.duration_ms').as('duration'),
      ])
      .execute();
    return new Map(
      rows.map(({ prompt, calls, scored, score, cost, duration }) => [
        Number(prompt?.split('@')[1]),
        {
          calls: Number(calls),
          scored: Number(scored),
          score: score === null ? null : Number(score),
          meanCostUsd: cost === null ? null : Number(cost) / 1e9,
          meanDurationMs: duration === null ? null : Number(duration),
        },
      ]),
    );
  }
}

/** As the record of a call names a version. */
export const promptMark = (promptId: string, version: number): string => `${promptId}@${version}`;
