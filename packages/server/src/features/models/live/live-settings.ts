import type { Counters } from '../../../ports/counters.ts';
import type { ModelSettingsRepository, SettingKind, SettingRow } from './model-settings-repository.ts';

const channel = 'model-settings-changed';
/** What another process changed is seen within this time, also where no Redis tells of it. */
const lookMs = 300;

export interface LiveSettingsParts {
  repository: ModelSettingsRepository;
  counters: Counters;
  /** Other processes may write to the same database. */
  isShared: boolean;
  /** Told of all that holds, at the start and after each change. */
  apply: (rows: SettingRow[]) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * The providers and routes that hold now, in every process: whoever changes them tells the others (through Redis, where there is one),
 * and on a database of several processes each looks by itself whether anything changed.
 */
export class LiveSettings {
  readonly #parts: LiveSettingsParts;
  #rows: SettingRow[] = [];
  #sequence = -1;
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #hasFailed = false;

  constructor(parts: LiveSettingsParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.#read();
    await this.#parts.counters.subscribe(channel, () => void this.#refresh().catch(() => {}));
    if (this.#parts.isShared) this.#lookLater();
  }

  /** After a change of this process: resolves once it is in force here, and the others are told. */
  async changed(): Promise<void> {
    await this.#refresh();
    await this.#parts.counters.publish(channel, '');
  }

  of(kind: SettingKind): SettingRow[] {
    return this.#rows.filter((row) => row.kind === kind);
  }

  find(kind: SettingKind, name: string): SettingRow | undefined {
    return this.#rows.find((row) => row.kind === kind && row.name === name);
  }

  countOf(kind: SettingKind): number {
    return this.of(kind).length;
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      this.#refresh()
        .catch(() => {})
        .finally(() => {
          if (this.#timer) this.#lookLater();
        });
    }, lookMs).unref();
  }

  /** One reading after the other. */
  #refresh(): Promise<void> {
    this.#reading = this.#reading
      .catch(() => {})
      .then(() => this.#read())
      .then(
        () => {
          this.#hasFailed = false;
        },
        (error) => {
          // What held before still holds. A database that is away says so elsewhere every time; here once.
          if (!this.#hasFailed) this.#parts.onError(error);
          this.#hasFailed = true;
          throw error;
        },
      );
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { repository, apply } = this.#parts;
    const sequence = await repository.sequence();
    if (sequence === this.#sequence) return;
    const rows = await repository.current();
    await apply(rows);
    this.#rows = rows;
    this.#sequence = sequence;
  }
}
