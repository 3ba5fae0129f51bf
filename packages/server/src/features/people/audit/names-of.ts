import type { Db } from '../../../db/open-database.ts';

/** What people call the things that entries name by their ids. What is gone, or never had a name, is left out. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const named = await Promise.all([
    db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute(),
    db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute(),
    db.selectFrom('workspaces').select(['id', 'name']).where('id', 'in', ids).execute(),
    db.selectFrom('invitations').select(['id', 'email as name']).where('id', 'in', ids).execute(),
    db.selectFrom('collections').select(['id', 'name']).where('id', 'in', ids).execute(),
    db.selectFrom('files').select(['id', 'filename as name']).where('id', 'in', ids).execute(),
    db.selectFrom('alerts').select(['id', 'name']).where('id', 'in', ids).execute(),
    db.selectFrom('budgets').select(['id', 'name']).where('id', 'in', ids).execute(),
  ]);
  return new Map(named.flat().flatMap(({ id, name }) => (name === '' ? [] : [[id, name]])));
}
