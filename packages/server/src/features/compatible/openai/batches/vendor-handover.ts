import { errorCatalogue, isJsonObject } from '@parley/contract';
import { isAppError } from '../../../../lib/app-error.ts';
import { newId } from '../../../../lib/ids.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { VendorBatches } from '../../../../ports/vendor-batches.ts';
import type { BatchLineRepository } from './batch-line-repository.ts';
import type { BatchLine, BatchRun } from './batch-types.ts';
import { HandoverFiles, HandoverReplies } from './handover-files.ts';
import type { HandedBatch, VendorBatchRepository } from './vendor-batch-repository.ts';

export interface VendorHandoverParts {
  handed: VendorBatchRepository;
  lines: BatchLineRepository;
  clock: Clock;
  /** How often a vendor is asked. */
  lookMs: number;
  /** Whether calls of a model may end at a vendor with batches of its own. */
  mayGo(model: string | undefined): boolean;
  /** A vendor's batches for an engine; null where it has none. */
  vendorOf(engine: string, keyName: string | null): { batches: VendorBatches; keyName: string | null } | null;
  onError(error: unknown): void;
}

/** Vendors take a day. */
const vendorWindow = '24h';
/** For a batch that was cancelled at its vendor to end there. */
const cancelGraceMs = 10 * 60_000;
const forgetMs = 60_000;
/** Other files may be there when the answer comes, and what is to be kept nowhere is not kept at the vendor. */
const notHanded = ['file_ids', 'include_files', 'collection_ids', 'collection_id', 'integrations', 'tools'];

/** Hands lines of a batch to vendors as batches of their own, waits for them, and has their replies. */
export class VendorHandover {
  readonly #parts: VendorHandoverParts;

  constructor(parts: VendorHandoverParts) {
    this.#parts = parts;
  }

  /** Where requests are gathered; null where the batch is in more of a hurry than vendors are. */
  gather({ request: { body } }: BatchRun): HandoverFiles | null {
    return body.completion_window === vendorWindow ? new HandoverFiles((engine) => this.#limits(engine)) : null;
  }

  mayGo({ body }: BatchLine): boolean {
    if (body.store === false || notHanded.some((name) => body[name] !== undefined)) return false;
    const { provider, model } = body;
    if (isJsonObject(provider) && provider.zdr === true) return false;
    return this.#parts.mayGo(typeof model === 'string' ? model : undefined);
  }

  /** The lines that were handed over. */
  async takeUp(batch: BatchRun): Promise<Set<number>> {
    return new Set((await this.#parts.handed.of(batch)).flatMap(({ lines }) => lines));
  }

  /** One batch for each engine. What a vendor does not take is left to the queue. */
  async handIn(batch: BatchRun, files: HandoverFiles, signal: AbortSignal): Promise<void> {
    const { handed, clock, vendorOf } = this.#parts;
    const wants = batch.request.body.endpoint === '/v1/embeddings' ? 'vectors' : 'words';
    for (const { engine, path, lines } of await files.finish()) {
      const vendor = vendorOf(engine, null);
      if (vendor === null) continue;
      const { keyName } = vendor;
      const mark = newId('vendorbatch');
      // Before it goes out: when its answer is lost, also by a kill, it is looked for under its mark.
      await handed.insert(batch, { mark, engine, keyName, vendorId: null, lines, createdAt: clock.now() });
      try {
        await handed.accept(batch, mark, await vendor.batches.submit({ path, mark, wants }, signal));
      } catch (error) {
        signal.throwIfAborted();
        this.#parts.onError(error);
        if (isRefusal(error)) await handed.delete(batch, mark);
      }
    }
  }

  /** Waits until all have ended, been given up, or the batch is to stop. */
  async replies(batch: BatchRun, signal: AbortSignal): Promise<HandoverReplies> {
    const { handed, clock, lookMs } = this.#parts;
    const replies = await HandoverReplies.open(batch.id);
    try {
      const open = new Set(await handed.of(batch));
      let stoppedAt: number | null = null;
      while (open.size > 0) {
        if (stoppedAt === null && (await this.#isToStop(batch))) {
          stoppedAt = clock.now();
          for (const one of open) await this.#cancel(one, signal);
        }
        for (const one of open) if (await this.#hasEnded(batch, one, { replies, signal })) open.delete(one);
        if (open.size === 0 || (stoppedAt !== null && clock.now() > stoppedAt + cancelGraceMs)) break;
        await clock.sleep(lookMs, signal);
      }
      return replies;
    } catch (error) {
      await replies.close();
      throw error;
    }
  }

  /** Takes the files away at the vendors, which keep them for weeks otherwise. */
  async clear(batch: BatchRun): Promise<void> {
    for (const { engine, keyName, vendorId } of await this.#parts.handed.of(batch)) {
      const vendor = this.#parts.vendorOf(engine, keyName);
      if (vendorId === null) continue;
      await vendor?.batches.forget(vendorId, AbortSignal.timeout(forgetMs)).catch(this.#parts.onError);
    }
  }

  forget(batch: { id: string; workspaceId: string }): Promise<void> {
    return this.#parts.handed.forget(batch);
  }

  #limits(engine: string): { mostRequests: number; mostBytes: number } | null {
    return this.#parts.vendorOf(engine, null)?.batches ?? null;
  }

  async #find(batch: BatchRun, one: HandedBatch, signal: AbortSignal): Promise<string | null> {
    const { handed, vendorOf } = this.#parts;
    const vendor = vendorOf(one.engine, one.keyName);
    if (vendor === null) return null;
    const known = new Set(await handed.vendorIds());
    const lost = { mark: one.mark, since: one.createdAt, requests: one.lines.length };
    const id = await vendor.batches.find({ ...lost, isKnown: (other) => known.has(other) }, signal);
    if (id !== null) await handed.accept(batch, one.mark, id);
    return id;
  }

  async #isToStop(batch: BatchRun): Promise<boolean> {
    const { lines, clock } = this.#parts;
    if (clock.now() >= batch.request.expiresAt) return true;
    return (await lines.stops(batch.workspaceId, [batch.id])).has(batch.id);
  }

  async #cancel({ engine, keyName, vendorId }: HandedBatch, signal: AbortSignal): Promise<void> {
    const vendor = this.#parts.vendorOf(engine, keyName);
    if (vendorId !== null) await vendor?.batches.cancel(vendorId, signal).catch(this.#parts.onError);
    signal.throwIfAborted();
  }

  /** True once nothing more is to be had of it. A vendor that is away for a time is asked again. */
  async #hasEnded(
    batch: BatchRun,
    one: HandedBatch,
    { replies, signal }: { replies: HandoverReplies; signal: AbortSignal },
  ): Promise<boolean> {
    const { engine, keyName } = one;
    const vendor = this.#parts.vendorOf(engine, keyName);
    if (vendor === null) return true;
    try {
      one.vendorId ??= await this.#find(batch, one, signal);
      if (one.vendorId === null) return true;
      const state = await vendor.batches.look(one.vendorId, signal);
      if (state === 'open') return false;
      if (state === 'ended')
        for await (const { id, status, body } of vendor.batches.results(one.vendorId, signal))
          await replies.add(id, { engine, status, body });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      this.#parts.onError(error);
      return isRefusal(error);
    }
  }
}

/** The vendor knows nothing of it, or does not want it: not what passes by itself. */
const isRefusal = (error: unknown): boolean => isAppError(error) && !errorCatalogue[error.code].retryable;
