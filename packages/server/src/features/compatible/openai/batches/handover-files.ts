import { type FileHandle, open, rm } from 'node:fs/promises';
import type { DeferrableRequest, DeferredReply } from '../../../../lib/deferral.ts';
import { jsonMembers } from '../../../../lib/json-members.ts';
import { temporaryFile } from '../../../../lib/temporary.ts';
import { type BatchLine, type BatchRun, lineIdOf } from './batch-types.ts';

/** The reply of a line that a vendor has worked off. */
export interface GivenReply {
  engine: string;
  reply: DeferredReply;
}

interface Gathered {
  engine: string;
  path: string;
  file: FileHandle;
  lines: number[];
}

/** Requests by engine, in files, as they were about to be sent. */
export class HandoverFiles {
  readonly #files = new Map<string, Promise<Gathered>>();
  readonly #limitsOf: (engine: string) => { mostRequests: number; mostBytes: number } | null;
  /** By engine, so that limits hold also for what is not written yet. */
  readonly #sums = new Map<string, { requests: number; bytes: number }>();

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  constructor(limitsOf: (engine: string) => { mostRequests: number; mostBytes: number } | null) {
    this.#limitsOf = limitsOf;
  }

  /** Whether a request can be handed over. Then it is to be added. */
  takes({ engine, headers, body }: DeferrableRequest): boolean {
    const limits = this.#limitsOf(engine);
    // What a vendor only does under a header of its own is not asked of its batches.
    if (limits === null || headers['anthropic-beta'] !== undefined) return false;
    const sum = this.#sums.get(engine) ?? { requests: 0, bytes: 0 };
    const next = { requests: sum.requests + 1, bytes: sum.bytes + Buffer.byteLength(body) + 300 };
    if (next.requests > limits.mostRequests || next.bytes > limits.mostBytes) return false;
    this.#sums.set(engine, next);
    return true;
  }

  async add(batch: BatchRun, { line }: BatchLine, { engine, body }: DeferrableRequest): Promise<void> {
    const made = this.#files.get(engine) ?? gathering(engine);
    this.#files.set(engine, made);
    const gathered = await made;
    gathered.lines.push(line);
    const members = (await jsonMembers(body)) ?? new Map<string, string>();
    const whole = [...members].filter(([name]) => name !== 'stream' && name !== 'stream_options');
    const text = whole.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join();
    await gathered.file.appendFile(`{"id":${JSON.stringify(lineIdOf(batch.id, line))},"body":{${text}}}\n`);
  }

  async finish(): Promise<Gathered[]> {
    return Promise.all(this.#files.values());
  }

  async close(): Promise<void> {
    for (const { file, path } of await this.finish()) {
      await file.close();
      await rm(path, { force: true });
    }
  }
}

async function gathering(engine: string): Promise<Gathered> {
  const path = temporaryFile('batch');
  return { engine, path, file: await open(path, 'wx', 0o600), lines: [] };
}

/** What vendors answered, on the disk. */
export class HandoverReplies {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #batchId: string;
  #end = 0;
  readonly #places = new Map<string, { at: number; length: number; engine: string; status: number }>();

  private constructor(batchId: string, path: string, file: FileHandle) {
    this.#batchId = batchId;
    this.#path = path;
    this.#file = file;
  }

  static async open(batchId: string): Promise<HandoverReplies> {
    const path = temporaryFile('batch');
    return new HandoverReplies(batchId, path, await open(path, 'wx+', 0o600));
  }

  async add(id: string, { engine, status, body }: { engine: string; status: number; body: string }): Promise<void> {
    const bytes = Buffer.from(body);
    await this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#places.set(id, { at: this.#end, length: bytes.length, engine, status });
    this.#end += bytes.length;
  }

  has(line: number): boolean {
    return this.#places.has(lineIdOf(this.#batchId, line));
  }

  async of(line: number): Promise<GivenReply | null> {
    const place = this.#places.get(lineIdOf(this.#batchId, line));
    if (place === undefined) return null;
    const bytes = Buffer.alloc(place.length);
    await this.#file.read(bytes, 0, place.length, place.at);
    return { engine: place.engine, reply: { status: place.status, body: bytes.toString('utf8') } };
  }

  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}
