import type { LoggingLevel } from '@modelcontextprotocol/server';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { UrlSigner } from '../../../lib/signed-url.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Counters } from '../../../ports/counters.ts';

/** A client begins a new session after that; the protocol has it do so by itself. */
const sessionMs = 24 * 60 * 60_000;
/** At the end of its name, which is signed. */
const askingMark = '-asks';

/** Those of RFC 5424, the least first. */
export const logLevels: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

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

  /** `asksUsers`: the client said that it asks its user what a server wants to know. */
  open(keyId: string, { asksUsers }: { asksUsers: boolean }): string {
    const name = `${newId('mcp')}${asksUsers ? askingMark : ''}`;
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

  /** From which level on its client wants log messages; null while it has asked for none. */
  async logLevel(session: string): Promise<LoggingLevel | null> {
    const level = await this.#counters.get(levelKey(split(session)[0]));
    return logLevels.find((known) => known === level) ?? null;
  }

  async setLogLevel(session: string, level: LoggingLevel): Promise<void> {
    await this.#counters.set(levelKey(split(session)[0]), level, sessionMs);
  }

  /** Throws as `require`. */
  async end(session: string, keyId: string): Promise<void> {
    await this.require(session, keyId);
    await this.#counters.set(endedKey(split(session)[0]), 'ended', sessionMs);
  }
}

/** Of a session that has been required, whether its client asks its user. */
export const asksUsers = (session: string): boolean => split(session)[0].endsWith(askingMark);

function split(session: string): [string, string] {
  const dot = session.indexOf('.');
  return dot === -1 ? [session, ''] : [session.slice(0, dot), session.slice(dot + 1)];
}

const subjectOf = (name: string, keyId: string): string => `${name}\n${keyId}`;
const levelKey = (name: string): string => `mcp-log:${name}`;
const endedKey = (name: string): string => `mcp-ended:${name}`;
