import { hash } from 'node:crypto';
import { AppError } from '../../../../lib/app-error.ts';
import type { Meter } from '../../../../ports/meter.ts';
import type { EmbeddingService } from '../../embeddings/embedding-service.ts';
import type { FileContent } from '../../files/file-content.ts';
import { buildVectors, decodeVectors, encodeVectors, type VectorSegment } from './vector-segment.ts';

export interface FileVectorsParts {
  content: FileContent;
  embeddings: EmbeddingService;
}

/** A passage of a file's text (UTF-16, end exclusive). */
export interface Stretch {
  start: number;
  end: number;
}

export interface MakeOptions {
  model: string;
  meter: Meter;
  /** How long the model's vectors are; null when none were made yet. */
  dimensions: number | null;
  signal: AbortSignal;
}

/** Models read a few thousand tokens; a passage is hardly ever that long. */
const longestText = 8000;
/** Texts between two writes of what they cost. */
const textsAtOnce = 256;

/** Vectors of a file's passages: made once for each model, and kept with the file, so that they go with it. */
export class FileVectors {
  readonly #parts: FileVectorsParts;

  constructor(parts: FileVectorsParts) {
    this.#parts = parts;
  }

  /** Those that were made before; null when there are none for exactly so many passages. */
  async stored(file: { workspaceId: string; id: string }, model: string, count: number): Promise<VectorSegment | null> {
    const bytes = await this.#parts.content.part(file, partOf(model));
    const vectors = bytes && decodeVectors(bytes);
    return vectors?.count === count ? vectors : null;
  }

  /** Makes them. Null when the file is gone. Throws what the engine throws, and `upstream_invalid` for another length. */
  async make(
    file: { workspaceId: string; id: string },
    passages: readonly Stretch[],
    { model, meter, dimensions, signal }: MakeOptions,
  ): Promise<VectorSegment | null> {
    const { content, embeddings } = this.#parts;
    const text = await content.text(file);
    if (text === null) return null;
    const vectors: Float32Array[] = [];
    for (let from = 0; from < passages.length; from += textsAtOnce) {
      const texts = passages.slice(from, from + textsAtOnce).map(({ start, end }) => passageText(text, start, end));
      const made = await embeddings.embed({ model, texts, purpose: 'document', meter, signal, remembers: false });
      vectors.push(...made.vectors);
    }
    const wrong = vectors.find(({ length }) => length !== (dimensions ?? vectors[0]?.length));
    if (wrong) {
      const expected = dimensions ?? vectors[0]?.length;
      throw new AppError(
        'upstream_invalid',
        `${model} gave vectors of ${wrong.length} numbers instead of ${expected}.`,
      );
    }
    const segment = buildVectors(vectors);
    await content.putPart(file, partOf(model), encodeVectors(segment), signal);
    return segment;
  }
}

/** Engines refuse an empty text; a passage always holds something, but its beginning may be white space. */
function passageText(text: string, start: number, end: number): string {
  return (
    text
      .slice(start, Math.min(end, start + longestText))
      .toWellFormed()
      .trim() || '-'
  );
}

const partOf = (model: string): string => `vectors-${modelKey(model)}`;

/** A model's name as part of a key of blobs. */
export const modelKey = (model: string): string => hash('sha256', model, 'hex').slice(0, 16);
