import { type CallLabels, isJsonObject } from '@parley/contract';
import type { ReadDocument } from '@parley/documents';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { Consumption, Meter } from '../../../ports/meter.ts';
import type { FileContent } from './file-content.ts';
import type { FileRow } from './file-repository.ts';
import { type HeardSpeech, toTranscript } from './transcript-text.ts';

/** What hears speech, as the operator has connected it. */
export interface SpeechHearing {
  /** Whether bytes that begin so are sound or a film. */
  isSound(head: Uint8Array): boolean;
  /** Throws `model_not_configured` where nothing is connected, what the vendor throws, and what the meter refuses. */
  hear(
    request: { path: string; filename: string },
    paying: Pick<Call, 'meter' | 'signal' | 'models'>,
  ): Promise<HeardSpeech>;
}

export interface FileHearingParts {
  speech: SpeechHearing;
  content: FileContent;
  /** The models that a key may use; null for all, and for a key that is gone. */
  modelsOf(keyId: string): Promise<readonly string[] | null>;
  /** A meter whose record is stored once, however often it is opened. */
  openMeter(
    run: {
      id: string;
      keyId: string;
      workspaceId: string;
      request: { requestId: string; labels?: CallLabels | undefined };
    },
    endpoint: string,
  ): Promise<Meter>;
}

interface Kept {
  speech: HeardSpeech;
  used: Consumption[];
}

const headBytes = 4096;

/** Reads files of sound: what is said in them becomes their text, paid by the key that brought them. */
export class FileHearing {
  readonly #parts: FileHearingParts;
  readonly #mostBytes: number;

  constructor(parts: FileHearingParts, { mostBytes }: { mostBytes: number }) {
    this.#parts = parts;
    this.#mostBytes = mostBytes;
  }

  /** Reads no more than the beginning. */
  async isSound(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
    const head: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of bytes) {
      head.push(chunk);
      length += chunk.length;
      if (length >= headBytes) break;
    }
    return this.#parts.speech.isSound(Buffer.concat(head).subarray(0, headBytes));
  }

  /** What a vendor has heard is kept before it is charged, so that a reading which broke off asks and charges nobody twice. */
  async read(row: FileRow, path: string, signal: AbortSignal): Promise<ReadDocument> {
    const { content, openMeter } = this.#parts;
    const file = { workspaceId: row.workspace_id, id: row.id };
    const run = {
      id: `file_${row.id}`,
      keyId: row.key_id ?? '',
      workspaceId: row.workspace_id,
      request: requestOf(row),
    };
    const meter = await openMeter(run, 'createTranscription');
    try {
      const kept = keptOf(await content.heard(file)) ?? (await this.#hear(row, path, { meter, signal }));
      meter.trace.asks(kept.speech.model, 'else');
      for (const one of kept.used) meter.add(one);
      await meter.settle({ status: 200, isStreamed: false });
      return toTranscript(kept.speech);
    } catch (error) {
      // Nothing was used: what was held is given back, without a record, which the next attempt will need.
      meter.handOver();
      await meter.settle({ status: 200, isStreamed: false });
      throw error;
    }
  }

  async #hear(row: FileRow, path: string, { meter, signal }: Pick<Call, 'meter' | 'signal'>): Promise<Kept> {
    const { speech, content, modelsOf } = this.#parts;
    const size = row.size_bytes ?? 0;
    if (size > this.#mostBytes) {
      const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
      throw new AppError(
        'file_too_large',
        `The sound has ${megabytes(size)} MB; at most ${megabytes(this.#mostBytes)} MB are heard (AUDIO_MAX_MB). Send it in pieces, or compressed.`,
      );
    }
    const used: Consumption[] = [];
    const noting: Meter = {
      trace: meter.trace,
      reserve: (estimate) => meter.reserve(estimate),
      add: (one) => void used.push(one),
      handOver: () => {},
      settle: async () => {},
    };
    const models = row.key_id === null ? null : await modelsOf(row.key_id);
    const heard = await speech.hear({ path, filename: row.filename }, { meter: noting, signal, models });
    const { model, text, language, seconds, segments, format } = heard;
    const kept: Kept = { speech: { model, text, language, seconds, segments, format }, used };
    await content.keepHeard({ workspaceId: row.workspace_id, id: row.id }, kept);
    return kept;
  }
}

function requestOf(row: FileRow): { requestId: string; labels?: CallLabels } {
  const brought: unknown = JSON.parse(row.brought_by ?? 'null');
  if (!isJsonObject(brought)) return { requestId: row.id };
  // Written by `FileRepository` from a call's own labels.
  const labels = brought.labels as CallLabels | undefined;
  return { requestId: String(brought.request_id ?? row.id), ...(labels && { labels }) };
}

/** What was kept; null for what is damaged, which is heard again. */
function keptOf(kept: object | null): Kept | null {
  const isWhole = isJsonObject(kept) && isJsonObject(kept.speech) && Array.isArray(kept.used);
  // Written by `#hear` alone.
  return isWhole ? (kept as unknown as Kept) : null;
}
