import { isJsonObject, type JsonObject } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { EngineLesson, EngineLessonRepository } from './engine-lesson-repository.ts';

/** What is remembered of each engine: `format`: which ways of asking for an object it takes · `limits`: how much it reads. */
export type LessonKind = 'format' | 'limits';

export interface EngineLessonsParts {
  /** Null to remember in this process only. */
  repository: Pick<EngineLessonRepository, 'load' | 'save'> | null;
  clock: Pick<Clock, 'now'>;
  /** Gets a lesson that could not be stored; this process still knows it. */
  onError?: (error: unknown) => void;
}

const maxLessons = 1_000;
/** Vendors learn new things, so what is known about them grows old. */
const lifeMs = 24 * 3_600_000;

/** What was learned of engines from their answers and refusals, also over restarts. */
export class EngineLessons {
  readonly #parts: EngineLessonsParts;
  readonly #known = new LRUCache<string, EngineLesson>({ max: maxLessons });
  /** Lessons that are being written, the last of each. */
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: EngineLessonsParts) {
    this.#parts = parts;
  }

  /** Brings back what earlier processes learned. */
  async load(): Promise<void> {
    const lessons = (await this.#parts.repository?.load(this.#parts.clock.now(), maxLessons)) ?? [];
    for (const lesson of lessons.reverse()) this.#known.set(`${lesson.kind} ${lesson.engine}`, lesson);
  }

  get(kind: LessonKind, engine: string): JsonObject | undefined {
    const lesson = this.#known.get(`${kind} ${engine}`);
    if (lesson === undefined || lesson.expires_at <= this.#parts.clock.now()) return undefined;
    const value: unknown = JSON.parse(lesson.value);
    return isJsonObject(value) ? value : undefined;
  }

  /** What is known already costs nothing. */
  put(kind: LessonKind, engine: string, value: JsonObject): void {
    const text = JSON.stringify(value);
    const key = `${kind} ${engine}`;
    const now = this.#parts.clock.now();
    const known = this.#known.get(key);
    if (known?.value === text && known.expires_at > now + lifeMs / 2) return;
    const lesson = { engine, kind, value: text, expires_at: now + lifeMs };
    this.#known.set(key, lesson);
    const { repository, onError } = this.#parts;
    if (repository === null) return;
    this.#writing = this.#writing.then(() => repository.save(lesson)).catch((error: unknown) => onError?.(error));
  }

  /** Resolves when all is stored. */
  async close(): Promise<void> {
    await this.#writing;
  }
}
