import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../../test/database.ts';
import { storedRows } from '../../test/stored-rows.ts';
import { type DataKey, DataKeys } from '../lib/data-keys.ts';
import type { Db } from './open-database.ts';
import { countSealedRows, resealRows } from './reseal-rows.ts';
import { SealingPlugin } from './sealing-plugin.ts';

const canary = 'quexalonta';
const newKey = (): DataKey => ({ id: randomBytes(8).toString('hex'), key: randomBytes(32) });

const contents = (id: string) => ({
  id,
  workspace_id: 'ws_1',
  request_id: id,
  user_id: null,
  request: `{"query":"${canary}"}`,
  reply: null,
  is_truncated: 0,
  created_at: 1,
});
const page = (hash: string, text: string) => ({
  workspace_id: 'ws_1',
  content_hash: hash,
  title: canary,
  text,
  metadata: '{}',
  stored_at: 1,
});

async function everyRow(db: Db): Promise<string> {
  const tables = [db.selectFrom('call_contents').selectAll(), db.selectFrom('page_contents').selectAll()] as const;
  return JSON.stringify(await Promise.all(tables.map((query) => query.execute())));
}

onBothDatabases('sealed columns', (open) => {
  it('hold nothing to be read, and give what was written, also by an update and where a row was there', async () => {
    const { db: plain, close } = await open();
    const stored = [newKey()];
    const db = plain.withPlugin(new SealingPlugin(new DataKeys(stored, async () => stored)));
    await storedRows.workspaces(db, 'ws_1');
    await db
      .insertInto('call_contents')
      .values([contents('one'), contents('two')])
      .execute();
    await db
      .updateTable('call_contents')
      .set({ reply: `so ${canary}` })
      .where('id', '=', 'two')
      .execute();
    for (const text of ['before', `after ${canary}`]) {
      await db
        .insertInto('page_contents')
        .values(page('h', text))
        .onConflict((conflict) => conflict.columns(['workspace_id', 'content_hash']).doUpdateSet({ text }))
        .execute();
    }
    expect(await everyRow(plain)).not.toContain(canary);
    const read = await db.selectFrom('call_contents').selectAll().orderBy('id').execute();
    expect(read).toEqual([contents('one'), { ...contents('two'), reply: `so ${canary}` }]);
    const { text } = await db.selectFrom('page_contents').select('text').executeTakeFirstOrThrow();
    expect(text).toBe(`after ${canary}`);
    // Of two equal texts nobody sees that they are.
    const [one, two] = await plain.selectFrom('call_contents').select('request').execute();
    expect(one?.request).not.toBe(two?.request);
    await close();
  });

  it('are sealed anew, those from before as well, in any number, and what looks sealed and is not stays as it is', async () => {
    const { db: plain, close } = await open();
    const stored = [newKey()];
    const keys = new DataKeys(stored, async () => stored);
    const db = plain.withPlugin(new SealingPlugin(keys));
    await storedRows.workspaces(plain, 'ws_1');
    const names = Array.from({ length: 45 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    await plain.insertInto('call_contents').values(names.map(contents)).execute();
    await db
      .insertInto('page_contents')
      .values([page('a', canary), page('b', canary)])
      .execute();
    const forged = `~sealed1~${'0'.repeat(16)}~AAAA`;
    await plain.insertInto('page_contents').values(page('c', forged)).execute();
    expect(await countSealedRows(plain)).toBe(48);
    stored.push(newKey());
    await keys.renew();
    const sums = async () => {
      const sum = { looked: 0, sealed: 0 };
      for await (const { looked, sealed } of resealRows(plain, keys)) {
        sum.looked += looked;
        sum.sealed += sealed;
      }
      return sum;
    };
    let turns = 0;
    const count = () => {
      turns++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    expect(await sums()).toEqual({ looked: 48, sealed: 48 });
    clearImmediate(counting);
    // Others are served between any two rows.
    expect(turns).toBeGreaterThan(40);
    expect(await sums()).toEqual({ looked: 48, sealed: 0 });
    expect(await everyRow(plain)).not.toContain(canary);
    const [, newest] = stored;
    const opened = plain.withPlugin(new SealingPlugin(new DataKeys([newest!], async () => [newest!])));
    expect(
      (await opened.selectFrom('call_contents').select('request').execute()).map(({ request }) => request),
    ).toEqual(names.map(() => contents('').request));
    const pages = await opened.selectFrom('page_contents').select('text').orderBy('content_hash').execute();
    expect(pages.map(({ text }) => text)).toEqual([canary, canary, forged]);
    await close();
  });
});
