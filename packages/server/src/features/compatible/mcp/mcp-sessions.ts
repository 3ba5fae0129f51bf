import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { UrlSigner } from '../../../lib/signed-url.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Counters } from '../../../ports/counters.ts';

/** A client begins a new session after that; the protocol has it do so by itself. */
const sessionMs = 24 * 60 * 60_000;

/**
 * Sessions of clients from before revision 2026-07-28. A session is nothing but a signed name: every process knows it, none
 * keeps anything of it, and it works for the key alone that began it, until it expires or is ended.
 */
export class McpSessions {
  readonly #signer: UrlSigner;
  readonly #counters: Pick<Counters, 'get' | 'set'>;
  readonly #clock: Clock;

  constructor(parts: { secrets: readonly string[]; counters: Pick<Counters, 'get' | 'set'>; clock: Clock }) {
    this.#signer = new UrlSigner(parts.secrets, 'mcp-sessions');
    this.#counters = parts.counters;
    this.#clock = parts.clock;
  }

  open(keyId: string): string {
    const name = newId('mcp');
    return `${name}.${this.#signer.sign(subjectOf(name, keyId), this.#clock.now() + sessionMs)}`;
  }

  /** Throws `not_found` for a session that is unknown, expired, ended, or another key's. */
  async require(session: string, keyId: string): Promise<void> {
    const [name, token] = split(session);
    const isValid = this.#signer.verify(token, subjectOf(name, keyId), this.#clock.now()) === 'valid';
    if (isValid && (await this.#counters.get(endedKey(name))) === null) return;
    throw new AppError(
      'not_found',
      'This session is over or was never begun with this key. Begin a new one: initialize.',
      {
        title: 'Session not found',
      },
    );
  }

  /** Throws as `require`. */
  async end(session: string, keyId: string): Promise<void> {
    await this.require(session, keyId);
    await this.#counters.set(endedKey(split(session)[0]), 'ended', sessionMs);
  }
}

function split(session: string): [string, string] {
  const dot = session.indexOf('.');
  return dot === -1 ? [session, ''] : [session.slice(0, dot), session.slice(dot + 1)];
}

const subjectOf = (name: string, keyId: string): string => `${name}\n${keyId}`;
const endedKey = (name: string): string => `mcp-ended:${name}`;
