import { isJsonObject, type JsonValue } from '@parley/contract';
import type { ResponseFormatMode } from '../../../../ports/language-model.ts';
import type { EngineLessons } from '../../../models/engine-lessons.ts';

/** The ways of asking for an object, best first. */
const modes: readonly ResponseFormatMode[] = ['strict', 'tool', 'json', 'prompt'];

const rememberedSchemas = 3;

/** Which modes work, per engine, so that the next request starts where the last one ended. */
export class ModeMemory {
  readonly #lessons: Pick<EngineLessons, 'get' | 'put'>;

  constructor(lessons: Pick<EngineLessons, 'get' | 'put'>) {
    this.#lessons = lessons;
  }

  /** The modes worth trying for this schema, best first; the last one always stays. `engine` is `provider/model`. */
  order(engine: string, schemaHash: string): ResponseFormatMode[] {
    const { refused, worked } = this.#known(engine);
    return modes.filter((mode) => {
      const refusals = refused[mode] ?? [];
      if (refusals.length === 0 || mode === 'prompt') return true;
      if (refusals.includes(schemaHash)) return false;
      // One refusal may be about one schema; more of them without a success are about the mode.
      return worked.includes(mode) || refusals.length < 2;
    });
  }

  worked(engine: string, mode: ResponseFormatMode): void {
    const { refused, worked } = this.#known(engine);
    if (!worked.includes(mode)) this.#lessons.put('format', engine, { refused, worked: [...worked, mode] });
  }

  refused(engine: string, schemaHash: string, mode: ResponseFormatMode): void {
    const { refused, worked } = this.#known(engine);
    const others = (refused[mode] ?? []).filter((hash) => hash !== schemaHash);
    const refusals = [...others, schemaHash].slice(-rememberedSchemas);
    this.#lessons.put('format', engine, { refused: { ...refused, [mode]: refusals }, worked });
  }

  #known(engine: string): { refused: Record<string, string[]>; worked: string[] } {
    const lesson = this.#lessons.get('format', engine);
    const refused = isJsonObject(lesson?.refused) ? Object.entries(lesson.refused) : [];
    return {
      refused: Object.fromEntries(refused.map(([mode, hashes]) => [mode, texts(hashes)])),
      worked: texts(lesson?.worked),
    };
  }
}

const texts = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
