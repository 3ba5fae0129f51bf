import { createHash } from 'node:crypto';
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

interface Stored {
  workspaceId: string;
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

/**
 * Replies of connected models by workspace and by all that the model would be told, in the memory of this process. A file that changed or that a
 * caller may not see makes another prompt, and so another entry. Where a key asks for it, the last question may be put in other words.
 */
export class ReplyCache {
  readonly #replies: LRUCache<string, Stored>;
  readonly #asked = new LRUCache<string, Asked[]>({ max: mostFrames });
  readonly #flights = new Map<string, Promise<KeptReply | null>>();
  readonly #now: () => number;

  /** `maxBytes`: of all replies together; 0 keeps none. */
  constructor({ maxBytes, now }: { maxBytes: number; now: () => number }) {
    this.#now = now;
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
    for (const [key, stored] of this.#replies.entries())
      if (stored.workspaceId === workspaceId) this.#replies.delete(key);
  }

  /** A reply that is not older than `ttlMs`; of one that is being written, when it is there. Null where there is none. */
  async find(key: string, ttlMs: number, signal: AbortSignal): Promise<KeptReply | null> {
    const stored = this.#replies.get(key);
    if (stored && this.#now() - stored.writtenAt <= ttlMs) return stored.kept;
    const flight = this.#flights.get(key);
    return flight === undefined ? null : await orLeft(flight, signal);
  }

  /** Whoever asks the same from now on waits for this reply. Must land. */
  begin(key: string, workspaceId: string, alike: AlikePrompt | null = null): Flight {
    const { promise, resolve } = Promise.withResolvers<KeptReply | null>();
    const isFirst = !this.#flights.has(key);
    if (isFirst) this.#flights.set(key, promise);
    return {
      land: (kept) => {
        if (isFirst) this.#flights.delete(key);
        if (kept) {
          const size = entrySize + sizeOf(kept.events, longestReply);
          this.#replies.set(key, { workspaceId, kept, writtenAt: this.#now(), size });
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
