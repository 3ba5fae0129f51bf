import type { JsonObject, SettingVersions } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LiveSettings } from './live-settings.ts';
import type { ModelSettingsRepository, SettingKind, SettingRow } from './model-settings-repository.ts';

/** A change that met another one is worked out anew so often. */
const mostTries = 5;
const mostNames = 500;

/** What a version says; null takes the thing out. */
type NewVersion = { action: SettingRow['action']; document: JsonObject; secret: string | null };

/** Versions of providers or of routes: adds them in order, and has every process learn of them. */
export class SettingHistory {
  readonly #kind: SettingKind;
  readonly #repository: ModelSettingsRepository;
  readonly #live: LiveSettings;
  readonly #clock: Clock;

  constructor(parts: { kind: SettingKind; repository: ModelSettingsRepository; live: LiveSettings; clock: Clock }) {
    this.#kind = parts.kind;
    this.#repository = parts.repository;
    this.#live = parts.live;
    this.#clock = parts.clock;
  }

  /**
   * Adds the version that `change` makes of the last one (undefined before the first). Throws `conflict` when `expected` is not the
   * last version of what is there, or changes keep coming between.
   */
  async add(
    { name, actor, expected }: { name: string; actor: string; expected?: number | undefined },
    change: (last: SettingRow | undefined, all: SettingRow[]) => NewVersion | Promise<NewVersion>,
  ): Promise<SettingRow> {
    for (let tries = 0; tries < mostTries; tries++) {
      const all = await this.#repository.versions(this.#kind, name);
      const [last] = all;
      const isThere = last !== undefined && last.action !== 'delete';
      if (isThere && expected !== undefined && last.version !== expected) {
        throw new AppError('conflict', `${name} has version ${last.version} by now, not ${expected}. Read it again.`);
      }
      if (last === undefined && this.#live.countOf(this.#kind) >= mostNames) {
        throw new AppError('conflict', `There are ${mostNames} ${this.#kind}s already; take one out first.`);
      }
      const made = await change(last, all);
      const row = {
        kind: this.#kind,
        name,
        version: (last?.version ?? 0) + 1,
        action: made.action,
        document: JSON.stringify(made.document),
        secret: made.secret,
        changed_by: actor,
        changed_at: this.#clock.now(),
      };
      if (!(await this.#repository.add(row))) continue;
      await this.#live.changed();
      return { ...row, sequence: 0 };
    }
    throw new AppError('conflict', `${name} is being changed by others. Read it again, then try once more.`);
  }

  /** The version to go back to: the one that is named, else the last that said something else than what holds. */
  before(all: SettingRow[], wanted: number | undefined): SettingRow {
    const found =
      wanted === undefined
        ? all.slice(1).find(({ action }) => action !== 'delete')
        : all.find(({ version, action }) => version === wanted && action !== 'delete');
    if (found) return found;
    throw new AppError(
      'not_found',
      wanted === undefined ? 'There is no version before it' : `There is no version ${wanted} to go back to`,
    );
  }

  async list(name: string): Promise<SettingVersions> {
    const rows = await this.#repository.versions(this.#kind, name);
    if (rows.length === 0) throw notFound(this.#kind, name);
    return {
      data: rows.map(({ version, action, changed_by, changed_at, document }) => ({
        version,
        action,
        changed_by,
        changed_at: new Date(changed_at).toISOString(),
        settings: JSON.parse(document),
      })),
    };
  }
}

export const notFound = (kind: SettingKind, name: string): AppError =>
  new AppError('not_found', `There is no ${kind} ${name.slice(0, 100)}`);
