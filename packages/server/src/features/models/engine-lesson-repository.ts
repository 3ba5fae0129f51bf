import type { Db } from '../../db/open-database.ts';

export interface EngineLesson {
  /** `provider/model`. */
  engine: string;
  kind: string;
  /** JSON. */
  value: string;
  expires_at: number;
}

/** What was learned of engines, so that a restart does not forget it. */
export class EngineLessonRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  /** The newest that still hold; the others go. */
  async load(now: number, limit: number): Promise<EngineLesson[]> {
    await this.#db.deleteFrom('engine_lessons').where('expires_at', '<=', now).execute();
    return this.#db.selectFrom('engine_lessons').selectAll().orderBy('expires_at', 'desc').limit(limit).execute();
  }

  async save(lesson: EngineLesson): Promise<void> {
    const { value, expires_at } = lesson;
    await this.#db
      .insertInto('engine_lessons')
      .values(lesson)
      .onConflict((conflict) => conflict.columns(['engine', 'kind']).doUpdateSet({ value, expires_at }))
      .execute();
  }
}
