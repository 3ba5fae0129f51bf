import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { moveTable, runColumns } from './move-table.ts';

const atOnce = 200;

/** Responses that are kept join the other runs. */
export const responseRunsMigration: Migration = {
  async up(db) {
    const isOpen = sql`status in ('queued', 'in_progress')`;
    const whenEnded = (time: string) => sql`case when ${isOpen} then null else ${sql.ref(time)} end`;
    await moveTable(db, {
      from: 'responses',
      to: 'runs',
      columns: runColumns,
      values: sql`
        id, 'response', workspace_id, key_id, request,
        case status when 'in_progress' then 'running' when 'incomplete' then 'completed' else status end,
        'null', response, null, created_at, case when status = 'queued' then null else created_at end,
        ${whenEnded('created_at')}, ${whenEnded('created_at')}, ${whenEnded('expires_at')}`,
    });
    // What every kind needs of the call stood inside; neither database takes JSON apart that has U+0000 in it.
    for (let last = ''; ; ) {
      const rows = await db
        .selectFrom('runs')
        .select(['id', 'request'])
        .where('kind', '=', 'response')
        .where('id', '>', last)
        .orderBy('id')
        .limit(atOnce)
        .execute();
      for (const { id, request } of rows) {
        const { request: body, call } = JSON.parse(request);
        if (call === undefined) continue;
        const flat = JSON.stringify({ body, ...call });
        await db.updateTable('runs').set({ request: flat }).where('id', '=', id).execute();
      }
      last = rows.at(-1)?.id ?? '';
      if (rows.length < atOnce) return;
    }
  },
};
