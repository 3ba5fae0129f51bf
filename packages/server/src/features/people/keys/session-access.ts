import { strongestRole } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { AccountRepository } from '../accounts/account-repository.ts';
import type { SecondFactorRule } from '../accounts/second-factor-rule.ts';
import type { SessionKeeper } from '../accounts/session-keeper.ts';
import type { SessionWithUser } from '../accounts/session-repository.ts';
import type { Person, Principal } from './key-record.ts';
import type { KeyRepository } from './key-repository.ts';

/** What a request shows of a session. */
export interface SessionRequest {
  token: string;
  /** The workspace that the caller named. */
  workspaceId: string | undefined;
  /** What must be proven for a call that changes something; null for one that only reads. */
  proof: { csrfToken: string | undefined; isFromOwnPage: boolean } | null;
}

const maxWorkspaces = 200;

/** Turns a session into the same principal that a key becomes: that of the workspace's key for the dashboard. */
export class SessionAccess {
  readonly #sessions: Pick<SessionKeeper, 'find' | 'isCsrfToken'>;
  readonly #accounts: AccountRepository;
  readonly #keys: Pick<KeyRepository, 'ofDashboard' | 'withoutWorkspace'>;
  readonly #secondFactors: SecondFactorRule;

  constructor(parts: {
    sessions: Pick<SessionKeeper, 'find' | 'isCsrfToken'>;
    accounts: AccountRepository;
    keys: Pick<KeyRepository, 'ofDashboard' | 'withoutWorkspace'>;
    secondFactors: SecondFactorRule;
  }) {
    this.#secondFactors = parts.secondFactors;
    this.#sessions = parts.sessions;
    this.#accounts = parts.accounts;
    this.#keys = parts.keys;
  }

  /**
   * Null when the session is unknown or over. Throws `forbidden` for a change that was not asked for by a page of this
   * service, and for a workspace in which the person has no role.
   */
  async authenticate({ token, workspaceId, proof }: SessionRequest): Promise<Principal | null> {
    const session = await this.#sessions.find(token);
    if (session === null) return null;
    if (proof !== null) this.#requireProof(session, proof);
    const access = await this.#accounts.access(session.user_id, maxWorkspaces);
    const instanceRole = access.find((one) => one.workspace_id === null)?.role ?? null;
    const own = access.flatMap(({ workspace_id: id, role }) => (id === null ? [] : [{ id, role }]));
    const chosen = workspaceId ?? own[0]?.id ?? (instanceRole && (await this.#accounts.workspaces(1))[0]?.id);
    const role = strongestRole(own.find(({ id }) => id === chosen)?.role ?? null, instanceRole);
    const lacksSecondFactor = await this.#secondFactors.isMissing(session, {
      workspaceId: chosen ?? null,
      instanceRole,
    });
    const person: Person = { userId: session.user_id, sessionId: session.id, role, instanceRole, lacksSecondFactor };
    const noRole = new AppError('forbidden', `You have no role in the workspace ${workspaceId}; choose another one`, {
      title: 'x-parley-workspace is not valid',
    });
    if (!chosen || role === null) {
      if (workspaceId !== undefined) throw noRole;
      return { ...this.#keys.withoutWorkspace(session.user_id), person: { ...person, role: null } };
    }
    const key = await this.#keys.ofDashboard(chosen);
    if (key === null) throw noRole;
    return { ...key, person };
  }

  #requireProof(session: SessionWithUser, proof: NonNullable<SessionRequest['proof']>): void {
    if (!proof.isFromOwnPage) {
      throw new AppError(
        'forbidden',
        'This call came from a page of another origin; use the dashboard of this service',
        {
          title: 'Origin is not valid',
        },
      );
    }
    if (proof.csrfToken === undefined || !this.#sessions.isCsrfToken(session, proof.csrfToken)) {
      throw new AppError('forbidden', 'Send the csrf_token of GET /v1/session in x-parley-csrf', {
        title: 'x-parley-csrf is not valid',
      });
    }
  }
}
