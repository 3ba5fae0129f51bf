import type { Retention, WorkspaceRetention } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { notHeld } from '../../../db/not-held.ts';
import type { Database, Db } from '../../../db/open-database.ts';
import type { Clock } from '../../../ports/clock.ts';
import { dropMonths } from './ledger-months.ts';
import { type AgingTable, agingTables, defaultRetention } from './retention-rules.ts';

const name = 'retention';
const dayMs = 24 * 60 * 60_000;
const batch = 1000;
/** Another process changed it: it is known here within so long. */
const rereadMs = 5_000;

/** Of whose calls contents are kept, and how. */
export interface ContentsPolicy {
  isOn: boolean;
  isMasked: boolean;
  keeps(keyId: string): boolean;
}

/** Rows that one sweep goes through in a table and a workspace; the next one goes on. */
const mostBatches = 1000;
/** Contents of calls beyond so many go before their time, the oldest first. */
const maxContents = 100_000;

/** Something that is more than its row. */
interface AgedThing {
  id: string;
  workspaceId: string;
}

/** Removes what is too old, with all that is kept beside its row. */
export type AgedThingRemover = (thing: AgedThing) => Promise<unknown>;

export interface RetentionParts {
  db: Db;
  clock: Clock;
  /** Days that the operator has set; the defaults fill in, and what is chosen in the dashboard goes before them. */
  configured?: Partial<Retention>;
  /** On PostgreSQL months of the ledger that are over are dropped whole. */
  dialect?: Database['dialect'];
  /** Until when calls are summed and exported; what is not stays. */
  summedUntil: () => Promise<number>;
  /** Whether contents of calls are kept where nobody has chosen. */
  keepsContents: boolean;
  /** By table; each feature whose things are more than rows adds its own. */
  removers?: Map<string, AgedThingRemover>;
}

/** One rule: where it holds, and what is too old there. */
interface Rule {
  where: RawBuilder<boolean>;
  before: number;
}

/**
 * How long things are kept: chosen in the dashboard, the same for every process, otherwise for a workspace where it says so, and heeded at the next
 * sweep. What a legal hold is on stays.
 */
export class RetentionStore {
  readonly #parts: RetentionParts;
  #contents: ContentsPolicy;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
    this.#contents = policyOf({ ...this.#usual, contents_keys: [] });
  }

  /** Known without asking: every call looks. */
  get contents(): ContentsPolicy {
    return this.#contents;
  }

  /** Reads what was chosen, and goes on looking for changes of other processes. */
  async start(onError: (error: unknown) => void): Promise<void> {
    await this.get();
    this.#timer = setInterval(() => void this.get().catch(onError), rereadMs).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  get #usual(): Retention {
    return { ...defaultRetention, ...this.#parts.configured, contents: this.#parts.keepsContents ? 'all' : 'none' };
  }

  async get(): Promise<Retention> {
    return this.#with(await this.#chosen());
  }

  async change(changes: Partial<Retention>): Promise<Retention> {
    // What nobody chose goes on following the variables and the defaults.
    const chosen = { ...(await this.#chosen()), ...changes };
    const value = JSON.stringify(chosen);
    await this.#parts.db
      .insertInto('installation')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return this.#with(chosen);
  }

  #with(chosen: Partial<Retention>): Retention {
    const retention = { ...this.#usual, ...chosen };
    this.#contents = policyOf(retention);
    return retention;
  }

  async #chosen(): Promise<Partial<Retention>> {
    const row = await this.#parts.db
      .selectFrom('installation')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row ? JSON.parse(row.value) : {};
  }

  /** Removes what is older than it may be, in steps that let others write in between. */
  async sweep(): Promise<void> {
    const general = await this.get();
    const own = await this.#ownRules();
    const summed = await this.#parts.summedUntil();
    for (const aging of agingTables) {
      const isLedger = aging.table === 'usage_records';
      const rules = this.#rulesOf(aging, general, own).map((rule) =>
        isLedger ? { ...rule, before: Math.min(rule.before, summed) } : rule,
      );
      if (isLedger && rules.length > 0 && this.#parts.dialect === 'postgres') {
        const before = Math.max(...rules.map((rule) => rule.before));
        await dropMonths(this.#parts.db, { before, due: rules.map((rule) => dueOf(aging, rule)) });
      }
      for (const rule of rules) {
        if (aging.isRemovedByFeature) await this.#removeThings(aging, rule);
        else await this.#removeRows(aging, rule);
      }
    }
    const [contents] = agingTables.filter(({ table }) => table === 'call_contents');
    if (contents) await this.#removeRows(contents, { where: sql`true`, before: await this.#olderContents() });
  }

  /** Contents of a call go with its record at the latest. */
  async contentsDays(workspaceId: string): Promise<number> {
    const { db } = this.#parts;
    const row = await db.selectFrom('workspaces').select('retention').where('id', '=', workspaceId).executeTakeFirst();
    const own: WorkspaceRetention = row?.retention ? JSON.parse(row.retention) : null;
    return contentsDaysOf({ ...(await this.get()), ...own });
  }

  async #ownRules(): Promise<Map<string, Partial<Retention>>> {
    const rows = await this.#parts.db
      .selectFrom('workspaces')
      .select(['id', 'retention'])
      .where('retention', 'is not', null)
      .execute();
    return new Map(rows.map(({ id, retention }) => [id, JSON.parse(retention ?? '{}')]));
  }

  /** That of the installation where no workspace has one of its own, and those. */
  #rulesOf({ setting, table }: AgingTable, general: Retention, own: Map<string, Partial<Retention>>): Rule[] {
    const now = this.#parts.clock.now();
    const daysIn = (retention: Retention): number | null => {
      if (setting !== 'contents_days') return retention[setting];
      return retention.contents === 'none' ? -3650 : contentsDaysOf(retention);
    };
    const workspaceIs = sql.ref(`${table}.workspace_id`);
    // What says otherwise of records says otherwise of their contents.
    const differs = [...own].filter(
      ([, rules]) => rules[setting] !== undefined || (setting === 'contents_days' && rules.usage_days !== undefined),
    );
    const others = sql.join(differs.map(([id]) => sql.val(id)));
    const everywhereElse =
      differs.length === 0
        ? sql<boolean>`true`
        : sql<boolean>`(${workspaceIs} is null or ${workspaceIs} not in (${others}))`;
    const rules: { where: RawBuilder<boolean>; days: number | null }[] = [
      { where: everywhereElse, days: daysIn(general) },
      ...differs.map(([id, rule]) => ({
        where: sql<boolean>`${workspaceIs} = ${id}`,
        days: daysIn({ ...general, ...rule }),
      })),
    ];
    return rules.flatMap(({ where, days }) => (days === null ? [] : [{ where, before: now - days * dayMs }]));
  }

  /** The time of the oldest contents that may stay. */
  async #olderContents(): Promise<number> {
    const row = await this.#parts.db
      .selectFrom('call_contents')
      .select('created_at')
      .orderBy('created_at', 'desc')
      .offset(maxContents - 1)
      .limit(1)
      .executeTakeFirst();
    return row?.created_at ?? 0;
  }

  async #removeRows(aging: AgingTable, rule: Rule): Promise<void> {
    const { db } = this.#parts;
    for (let round = 0; round < mostBatches; round++) {
      const due = sql`select id from ${sql.table(aging.table)} where ${dueOf(aging, rule)} limit ${sql.lit(batch)}`;
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(aging.table)} where id in (${due})`.execute(
        db,
      );
      if (numAffectedRows < batch) return;
    }
  }

  /** One after the other, each whole; what cannot be removed now is met again at the next sweep. */
  async #removeThings(aging: AgingTable, rule: Rule): Promise<void> {
    const { db, removers } = this.#parts;
    const remove = removers?.get(aging.table);
    if (!remove) return;
    let after = '';
    for (let round = 0; round < mostBatches; round++) {
      const { rows } = await sql<{ id: string; workspace_id: string }>`
        select id, workspace_id from ${sql.table(aging.table)}
        where ${dueOf(aging, rule)} and id > ${after} order by id limit ${sql.lit(batch)}`.execute(db);
      for (const { id, workspace_id: workspaceId } of rows) await remove({ id, workspaceId });
      after = rows.at(-1)?.id ?? after;
      if (rows.length < batch) return;
    }
  }
}

const contentsDaysOf = ({ usage_days: usage, contents_days: contents }: Retention): number =>
  Math.min(contents, usage ?? contents);

/** Which rows of a table are too old; of what has not ended the time is null, so that it is not. */
function dueOf({ table, time, hasUser, only }: AgingTable, { where, before }: Rule): RawBuilder<boolean> {
  const kept =
    only === undefined
      ? sql`true`
      : sql`${sql.ref(`${table}.${only.column}`)} ${only.is === null ? sql`is null` : sql`= ${sql.lit(only.is)}`}`;
  const free = notHeld(table, { user: hasUser, file: table === 'files' });
  return sql<boolean>`${sql.ref(`${table}.${time}`)} < ${before} and ${where} and ${kept} and ${free}`;
}

function policyOf({ contents, contents_keys, contents_masked }: Retention): ContentsPolicy {
  const keys = new Set(contents_keys);
  return {
    isOn: contents !== 'none',
    isMasked: contents_masked,
    keeps: (keyId) => contents === 'all' || (contents === 'keys' && keys.has(keyId)),
  };
}
