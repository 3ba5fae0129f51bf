import { hash, randomBytes } from 'node:crypto';
import { isAtLeast, type Role } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AccountRepository, UserRow } from './account-repository.ts';
import type { AccountService, From } from './account-service.ts';
import { noSecondFactor, type SecondFactor } from './second-factor.ts';
import type { OpenedSession, SessionKeeper } from './session-keeper.ts';

export interface PasswordLinksParts {
  accounts: AccountRepository;
  service: AccountService;
  secondFactor: SecondFactor;
  sessions: SessionKeeper;
  clock: Clock;
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
    const { accounts, clock } = this.#parts;
    await this.#requireReach(userId, by);
    const token = randomBytes(tokenBytes).toString('base64url');
    const expiresAt = clock.now() + validMs;
    await accounts.replacePasswordLink({
      user_id: userId,
      hash: hash('sha256', token),
      drops_second_factor: dropsSecondFactor ? 1 : 0,
      expires_at: expiresAt,
    });
    return { link: `${by.origin}/reset-password#token=${token}`, expires_at: new Date(expiresAt).toISOString() };
  }

  /** Every session ends. The address counts as unproved from now on: whoever made the link could have used it. */
  async use(request: { token: string; new_password: string; code?: string }, from: From): Promise<OpenedSession> {
    const { accounts, service, sessions, clock } = this.#parts;
    const link = await accounts.passwordLink(hash('sha256', request.token));
    const user = link && link.expires_at > clock.now() ? await accounts.user(link.user_id) : undefined;
    if (!link || !user) throw usedUp();
    const password_hash = await service.hashNew(request.new_password, user.email);
    const dropped = link.drops_second_factor === 1;
    const hasFactor = dropped ? false : await this.#checkCode(user, request.code, from);
    if (!(await accounts.takePasswordLink(link.hash))) throw usedUp();
    const changes = { password_hash, verified_at: null, ...(dropped && noSecondFactor) };
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

const usedUp = (): AppError =>
  new AppError('not_found', 'This link was used, replaced by another one or is over; ask for a new one', {
    title: 'token is not valid',
  });
