import { type RawBuilder, sql } from 'kysely';

interface HeldBy {
  /** Whether its rows say in `user_id` of which end user they are. */
  user?: boolean;
  /** Whether it is the table of files. */
  file?: boolean;
}

/** That no legal hold keeps a row of this table from being deleted. A held file is held with all that it was taken out of or that was taken out of it. */
export function notHeld(table: string, { user = false, file = false }: HeldBy = {}): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const reasons = [sql`legal_holds.kind = 'workspace'`];
  if (user) reasons.push(sql`(legal_holds.kind = 'user' and legal_holds.target = ${column('user_id')})`);
  if (file) {
    const root = sql`coalesce(${column('root_file_id')}, ${column('id')})`;
    reasons.push(sql`(legal_holds.kind = 'file' and exists (select 1 from files as held_files
      where held_files.id = legal_holds.target and coalesce(held_files.root_file_id, held_files.id) = ${root}))`);
  }
  return sql<boolean>`not exists (select 1 from legal_holds where legal_holds.released_at is null
    and legal_holds.workspace_id = ${column('workspace_id')} and (${sql.join(reasons, sql` or `)}))`;
}
