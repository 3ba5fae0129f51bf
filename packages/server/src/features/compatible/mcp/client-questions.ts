import { isJsonObject, type JsonObject } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Counters } from '../../../ports/counters.ts';

const channel = 'mcp-answers';
/** People think, and look something up. */
const patienceMs = 10 * 60_000;
const longestAnswer = 1_000_000;

interface ClientAnswer {
  result?: unknown;
  error?: unknown;
}

/** One question to the client, such as `elicitation/create`, as the protocol has it before revision 2026-07-28. */
export interface ClientQuestion {
  session: string;
  /** Sends the question, under this id, to the client that waits for the answer of its own call. */
  send(id: string): Promise<void>;
  /** Ends the waiting: the client left, or cancelled its call. */
  signal: AbortSignal;
}

/**
 * Questions to clients that are in a session. The client answers by a message of its own, which may reach another process than the
 * one that asked: every process gets the answer.
 */
export class ClientQuestions {
  readonly #counters: Pick<Counters, 'publish' | 'subscribe'>;
  readonly #open = new Map<string, (answer: ClientAnswer) => void>();

  constructor(counters: Pick<Counters, 'publish' | 'subscribe'>) {
    this.#counters = counters;
  }

  async start(): Promise<void> {
    await this.#counters.subscribe(channel, (text) => {
      const { name, answer } = JSON.parse(text);
      this.#open.get(name)?.(answer);
    });
  }

  /** The client's result. Throws `request_timeout` when none comes, `invalid_request` when the client refuses. */
  async ask({ session, send, signal }: ClientQuestion): Promise<JsonObject> {
    const id = newId('ask');
    const name = nameOf(session, id);
    const until = AbortSignal.timeout(patienceMs);
    const ended = AbortSignal.any([signal, until]);
    const given = Promise.withResolvers<ClientAnswer>();
    const giveUp = () => given.reject(signal.aborted ? signal.reason : noAnswer());
    ended.addEventListener('abort', giveUp, { once: true });
    this.#open.set(name, given.resolve);
    try {
      ended.throwIfAborted();
      await send(id);
      const { result, error } = await given.promise;
      if (isJsonObject(result)) return result;
      const said = isJsonObject(error) && typeof error.message === 'string' ? error.message : 'no result';
      throw new AppError('invalid_request', `The client did not answer the question: ${said.slice(0, 500)}`);
    } finally {
      this.#open.delete(name);
      ended.removeEventListener('abort', giveUp);
    }
  }

  /** Hands a client's answer to the call that waits for it; one that nobody waits for is dropped. */
  async answer(session: string, id: unknown, answer: ClientAnswer): Promise<void> {
    const text = JSON.stringify({ name: nameOf(session, id), answer });
    if (text.length > longestAnswer) {
      throw new AppError('payload_too_large', `An answer to a question has at most ${longestAnswer} characters.`);
    }
    await this.#counters.publish(channel, text);
  }
}

const nameOf = (session: string, id: unknown): string => `${session} ${JSON.stringify(id)}`;
const noAnswer = () => new AppError('request_timeout', 'The client did not answer the question in time.');
