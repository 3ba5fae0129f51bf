import { createHash } from 'node:crypto';
import type { KeptReplies } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import type { ModelEvent, Prompt } from '../../ports/language-model.ts';
import { askedWords, leastLikeness } from './asked-alike.ts';

/** A whole reply, to be given once more. */
export interface KeptReply {
  events: readonly ModelEvent[];
  /** Who wrote it, as `provider/model`. */
  engine: string;
  /** What it cost the workspace then, in US dollars: what giving it again saves. */
  costUsd: number;
}

/** A reply that is being written for whoever asks the same meanwhile. */
export interface Flight {
  /** Ends it: with the reply, or null where there is none to give again. */
  land(kept: KeptReply | null): void;
}

/** A prompt whose last question may be put in other words. */
export interface AlikePrompt {
  /** All of the prompt but that question, and who may be given its reply. */
  frame: string;
  question: string;
  /** Of the question, as `askedWords` says. */
  words: string;
}

/** How likely two texts mean the same, from 0 to 1; null where nobody can say. */
export type Likeness = (one: string, other: string) => Promise<number | null>;

interface Asked {
  question: string;
  words: string;
  key: string;
}

/** Whose replies: those that meet all that is named. */
export interface RepliesOf {
  workspaceId?: string | undefined;
  keyId?: string | undefined;
  model?: string | undefined;
}

/** Who asked for a reply, of which model. */
export type ReplyOwner = { readonly [Name in keyof Required<RepliesOf>]: string };

interface Counts {
  owner: ReplyOwner;
  hits: number;
  misses: number;
  savedUsd: number;
}

interface Stored {
  owner: ReplyOwner;
  kept: KeptReply;
  writtenAt: number;
  size: number;
}

/** The longest that a reply is kept, whatever a call asks for. */
export const longestCacheMs = 7 * 24 * 60 * 60_000;
/** Characters of a prompt beyond which nothing is looked for: reading it through would cost more than it may save. */
const longestPrompt = 2_000_000;
const longestReply = 1_000_000;
/** What an entry takes besides its text. */
const entrySize = 500;
/** Prompts that differ in their last question alone, and questions that are known of one. */
const mostFrames = 5000;
const questionsOfFrame = 100;
/** Workspaces, keys and models that are counted apart, and those that are shown. */
const mostCounted = 5000;
const mostShown = 1000;

/**
 * Replies of connected models by workspace and by all that the model would be told, in the memory of this process. A file that changed or that a
 * caller may not see makes another prompt, and so another entry. Where a key asks for it, the last question may be put in other words.
 */
export class ReplyCache {
  readonly #replies: LRUCache<string, Stored>;
  readonly #asked = new LRUCache<string, Asked[]>({ max: mostFrames });
  readonly #flights = new Map<string, { owner: ReplyOwner; reply: Promise<KeptReply | null> }>();
  readonly #counts = new LRUCache<string, Counts>({ max: mostCounted });
  /** Of all owners, since the start. */
  readonly counted = { hits: 0, misses: 0, savedUsd: 0 };
  readonly #now: () => number;
  readonly #since: number;
  readonly #maxBytes: number;

  /** `maxBytes`: of all replies together; 0 keeps none. */
  constructor({ maxBytes, now }: { maxBytes: number; now: () => number }) {
    this.#now = now;
    this.#since = now();
    this.#maxBytes = maxBytes;
    this.#replies = new LRUCache<string, Stored>({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.min(maxBytes, longestReply + entrySize)),
      sizeCalculation: ({ size }) => size,
    });
  }

  /** Under what the reply to a prompt is kept; null for one that is too long to be looked for. */
  keyOf(workspaceId: string, model: string, prompt: Prompt): string | null {
    // A model sees of the documents what stands in the material.
    const { documents: _, workspaceId: __, isStreamed: ___, ...told } = prompt;
    if (
      sizeOf(told.messages, longestPrompt) + sizeOf([told.material, told.lateMaterial], longestPrompt) >
      longestPrompt
    )
      return null;
    return digest(JSON.stringify([workspaceId, model, told]));
  }

  /** The same prompt with its last question apart; null where that is none that can be put in other words. */
  alikeOf(
    policy: string,
    { workspaceId, model, prompt }: { workspaceId: string; model: string; prompt: Prompt },
  ): AlikePrompt | null {
    const last = prompt.messages.at(-1);
    if (last?.role !== 'user') return null;
    const question = last.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    const words = askedWords(question);
    if (words === null || words === '') return null;
    const parts = last.parts.map((part) => (part.type === 'text' ? { ...part, text: '' } : part));
    const apart = { ...prompt, messages: [...prompt.messages.slice(0, -1), { ...last, parts }] };
    const frame = this.keyOf(workspaceId, model, apart);
    return frame === null ? null : { frame: `${workspaceId} ${digest(policy)} ${frame}`, question, words };
  }

  /** The reply to a question that asks the same in other words. A question with another figure, name, negation or word of weight asks something else. */
  async findAlike(
    { frame, question, words }: AlikePrompt,
    { ttlMs, likeness }: { ttlMs: number; likeness: Likeness },
  ): Promise<KeptReply | null> {
    for (const asked of this.#asked.get(frame) ?? []) {
      if (asked.words !== words) continue;
      const stored = this.#replies.get(asked.key);
      if (!stored || this.#now() - stored.writtenAt > ttlMs) continue;
      const likely = await likeness(asked.question, question);
      if (likely !== null && likely >= leastLikeness) return stored.kept;
    }
    return null;
  }

  /** Forgets what a workspace was told. */
  forget(workspaceId: string): void {
    for (const frame of this.#asked.keys()) if (frame.startsWith(`${workspaceId} `)) this.#asked.delete(frame);
    this.clear({ workspaceId });
    for (const [key, { owner }] of this.#counts.entries())
      if (owner.workspaceId === workspaceId) this.#counts.delete(key);
  }

  /** Forgets replies; how many there were. Those that are being written are given to nobody else who asks from now on. */
  clear(of: RepliesOf): number {
    let removed = 0;
    for (const [key, { owner }] of this.#replies.entries()) {
      if (!isOf(owner, of)) continue;
      this.#replies.delete(key);
      removed++;
    }
    for (const [key, { owner }] of this.#flights) if (isOf(owner, of)) this.#flights.delete(key);
    return removed;
  }

  /** What is kept and what it saved, by workspace, key and model. */
  figures(of: RepliesOf): KeptReplies {
    const groups = new Map<string, KeptReplies['data'][number]>();
    const groupOf = (owner: ReplyOwner) => {
      const known = groups.get(nameOf(owner));
      const place = { workspace_id: owner.workspaceId, key_id: owner.keyId, model: owner.model };
      const group = known ?? { ...place, ...nothing };
      groups.set(nameOf(owner), group);
      return group;
    };
    for (const { owner, hits, misses, savedUsd } of this.#counts.values())
      if (isOf(owner, of)) Object.assign(groupOf(owner), { hits, misses, saved_usd: savedUsd });
    for (const { owner, size } of this.#replies.values()) {
      if (!isOf(owner, of)) continue;
      const group = groupOf(owner);
      group.entries++;
      group.bytes += size;
    }
    const data = [...groups.values()].sort((one, other) => other.entries - one.entries || other.hits - one.hits);
    const total = data.reduce(
      (sum, one) => ({
        entries: sum.entries + one.entries,
        bytes: sum.bytes + one.bytes,
        hits: sum.hits + one.hits,
        misses: sum.misses + one.misses,
        saved_usd: sum.saved_usd + one.saved_usd,
      }),
      nothing,
    );
    const since = new Date(this.#since).toISOString();
    return { ...total, limit_bytes: this.#maxBytes, since, data: data.slice(0, mostShown) };
  }

  /** A reply was looked for: given again, at what it had cost, or not there. */
  looked(owner: ReplyOwner, savedUsd: number | null): void {
    const name = nameOf(owner);
    const counts = this.#counts.get(name) ?? { owner, hits: 0, misses: 0, savedUsd: 0 };
    for (const one of [counts, this.counted]) {
      if (savedUsd === null) one.misses++;
      else one.hits++;
      one.savedUsd += savedUsd ?? 0;
    }
    this.#counts.set(name, counts);
  }

  /** A reply that is not older than `ttlMs`; of one that is being written, when it is there. Null where there is none. */
  async find(key: string, ttlMs: number, signal: AbortSignal): Promise<KeptReply | null> {
    const stored = this.#replies.get(key);
    if (stored && this.#now() - stored.writtenAt <= ttlMs) return stored.kept;
    const flight = this.#flights.get(key);
    return flight === undefined ? null : await orLeft(flight.reply, signal);
  }

  /** Whoever asks the same from now on waits for this reply. Must land. */
  begin(key: string, owner: ReplyOwner, alike: AlikePrompt | null = null): Flight {
    const { promise, resolve } = Promise.withResolvers<KeptReply | null>();
    const flight = { owner, reply: promise };
    const isFirst = !this.#flights.has(key);
    if (isFirst) this.#flights.set(key, flight);
    return {
      land: (kept) => {
        // What was cleared while it was written is not kept.
        const isCleared = isFirst && this.#flights.get(key) !== flight;
        if (isFirst && !isCleared) this.#flights.delete(key);
        if (kept && !isCleared) {
          const size = entrySize + sizeOf(kept.events, longestReply);
          this.#replies.set(key, { owner, kept, writtenAt: this.#now(), size });
          if (alike) this.#note(alike, key);
        }
        resolve(kept);
      },
    };
  }

  #note({ frame, question, words }: AlikePrompt, key: string): void {
    const known = (this.#asked.get(frame) ?? []).filter((one) => one.key !== key && this.#replies.has(one.key));
    this.#asked.set(frame, [{ question, words, key }, ...known].slice(0, questionsOfFrame));
  }
}

const nothing = { entries: 0, bytes: 0, hits: 0, misses: 0, saved_usd: 0 };

const nameOf = ({ workspaceId, keyId, model }: ReplyOwner): string => JSON.stringify([workspaceId, keyId, model]);

const isOf = (owner: ReplyOwner, { workspaceId, keyId, model }: RepliesOf): boolean =>
  (workspaceId === undefined || owner.workspaceId === workspaceId) &&
  (keyId === undefined || owner.keyId === keyId) &&
  (model === undefined || owner.model === model);

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** About how many characters a value has as JSON, counted no further than `limit`. */
function sizeOf(value: unknown, limit: number): number {
  let size = 0;
  const count = (one: unknown): void => {
    if (size > limit) return;
    if (typeof one === 'string') size += one.length + 2;
    else if (typeof one === 'object' && one !== null)
      for (const [name, own] of Object.entries(one)) {
        size += name.length + 4;
        count(own);
      }
    else size += 6;
  };
  count(value);
  return size;
}

/** The caller may leave while somebody else's reply is waited for. */
async function orLeft<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let leave: (() => void) | undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    if (leave) signal.removeEventListener('abort', leave);
  }
}
