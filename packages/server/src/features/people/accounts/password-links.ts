import { hash, randomBytes } from 'node:crypto';
import { isAtLeast, type Role } from '@parley/contract';
import type { Insertable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Counters } from '../../../ports/counters.ts';
import type { Mailer } from '../../../ports/mailer.ts';
import type { AccountRepository, UserRow } from './account-repository.ts';
import { type AccountService, emailOf, type From } from './account-service.ts';
import { noSecondFactor, type SecondFactor } from './second-factor.ts';
import type { OpenedSession, SessionKeeper } from './session-keeper.ts';

export interface PasswordLinksParts {
  accounts: AccountRepository;
  service: AccountService;
  secondFactor: SecondFactor;
  sessions: SessionKeeper;
  clock: Clock;
  counters: Counters;
  /** Null where no mail is sent. */
  mail: { mailer: Mailer; publicUrl: string } | null;
  onError: (error: unknown) => void;
}

/** Who makes a link. */
export interface LinkMaker {
  /** The only workspace that they manage; null for all. */
  confinedTo: string | null;
  /** There, or in the whole installation; null for an admin key, which may do everything. */
  role: Role | null;
  origin: string;
}

const validMs = 24 * 60 * 60_000;
const tokenBytes = 32;
const hourMs = 60 * 60_000;
const perReceiver = { limit: 3, windowMs: hourMs };
const perAsker = { limit: 20, windowMs: hourMs };

/** Links that let somebody who has forgotten the password set another one. An admin makes and hands them over. */
export class PasswordLinks {
  readonly #parts: PasswordLinksParts;

  constructor(parts: PasswordLinksParts) {
    this.#parts = parts;
  }

  /** In place of an older one. Throws `forbidden` for somebody who may do more than the maker, or something elsewhere. */
  async create(
    userId: string,
    by: LinkMaker,
    dropsSecondFactor: boolean,
  ): Promise<{ link: string; expires_at: string }> {
    const { clock } = this.#parts;
    await this.#requireReach(userId, by);
    const expires_at = clock.now() + validMs;
    const kind = { drops_second_factor: dropsSecondFactor ? 1 : 0, proves_address: 0 };
    const link = await this.#store({ user_id: userId, expires_at, ...kind }, by.origin);
    return { link, expires_at: new Date(expires_at).toISOString() };
  }

  /**
   * Mails a link to the address of an account, which whoever uses it has proved to have. Says nothing about whether there is such an
   * account, in time neither: the mail goes on its way after the reply.
   */
  async mail(given: string, from: { address: string }): Promise<void> {
    const { accounts, clock, counters, mail, onError } = this.#parts;
    if (mail === null)
      throw new AppError('not_found', 'No mail is sent here; ask an admin for a link', { title: 'Mail is off' });
    const asked = await counters.take({ key: `mail-from:${from.address}`, cost: 1, ...perAsker });
    if (!asked.allowed) {
      throw new AppError('rate_limit_exceeded', 'Too many links were asked for from this address', asked);
    }
    const email = emailOf(given);
    const send = async () => {
      const user = await accounts.userByEmail(email);
      const { allowed } = await counters.take({ key: `mail-to:${hash('sha256', email)}`, cost: 1, ...perReceiver });
      if (!user || !allowed) return;
      const kind = { drops_second_factor: 0, proves_address: 1 };
      const link = await this.#store({ user_id: user.id, expires_at: clock.now() + validMs, ...kind }, mail.publicUrl);
      await mail.mailer.send({ to: email, subject: 'Your password', text: letter(link) });
    };
    void send().catch(onError);
  }

  async #store(row: Omit<Insertable<Tables['password_links']>, 'hash'>, origin: string): Promise<string> {
    const token = randomBytes(tokenBytes).toString('base64url');
    await this.#parts.accounts.replacePasswordLink({ ...row, hash: hash('sha256', token) });
    return `${origin}/reset-password#token=${token}`;
  }

  /** Every session ends. Of a link that an admin made the address counts as unproved from now on: whoever made it could have used it. */
  async use(request: { token: string; new_password: string; code?: string }, from: From): Promise<OpenedSession> {
    const { accounts, service, sessions, clock } = this.#parts;
    const link = await accounts.passwordLink(hash('sha256', request.token));
    const user = link && link.expires_at > clock.now() ? await accounts.user(link.user_id) : undefined;
    if (!link || !user) throw usedUp();
    const password_hash = await service.hashNew(request.new_password, user.email);
    const proves = link.proves_address === 1;
    // What an account had before its address was proved, anybody may have put there.
    const dropped = link.drops_second_factor === 1 || (proves && user.verified_at === null);
    const hasFactor = dropped ? false : await this.#checkCode(user, request.code, from);
    if (!(await accounts.takePasswordLink(link.hash))) throw usedUp();
    const changes = { password_hash, verified_at: proves ? clock.now() : null, ...(dropped && noSecondFactor) };
    await accounts.updateUser(user.id, changes, { endsSessions: true });
    return sessions.open(user.id, from, hasFactor);
  }

  async #checkCode(user: UserRow, code: string | undefined, from: From): Promise<boolean> {
    const { secondFactor, service } = this.#parts;
    if (code === undefined) return secondFactor.check(user, code);
    const forgive = await service.countAttempt(user.email, from);
    const hasFactor = await secondFactor.check(user, code);
    await forgive();
    return hasFactor;
  }

  /** Whoever has the link has the account: it must be able to do nothing that its maker cannot do. */
  async #requireReach(userId: string, { confinedTo, role }: LinkMaker): Promise<void> {
    if (confinedTo === null && role === null) return;
    const held = await this.#parts.accounts.membershipsOf(userId);
    const isWithin = held.every(
      (one) => (confinedTo === null || one.workspace_id === confinedTo) && isAtLeast(role, one.role),
    );
    if (isWithin) return;
    throw new AppError(
      'forbidden',
      'This person has a role that is stronger than yours, or one elsewhere; ask an owner',
      {
        title: 'This account is not yours to open',
      },
    );
  }
}

const letter = (link: string): string =>
  `Somebody has asked for a link with which the password of your account is set:

${link}

It works once, for a day, and ends every session. If it was not you, do nothing: without the link nothing changes.
`;

const usedUp = (): AppError =>
  new AppError('not_found', 'This link was used, replaced by another one or is over; ask for a new one', {
    title: 'token is not valid',
  });
