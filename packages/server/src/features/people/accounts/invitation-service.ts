import { hash, randomBytes } from 'node:crypto';
import {
  type AcceptInvitationRequest,
  type CreatedInvitation,
  type Invitation,
  type InvitationPreview,
  isAtLeast,
  type Offer,
  type Role,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AccountRepository, UserRow } from './account-repository.ts';
import type { AccountService, From } from './account-service.ts';
import { emailOf } from './account-service.ts';
import type { InvitationRepository, InvitationRow } from './invitation-repository.ts';
import { refuseWeak } from './password-rule.ts';
import type { OpenedSession, SessionKeeper } from './session-keeper.ts';

export interface InvitationServiceParts {
  invitations: InvitationRepository;
  accounts: AccountRepository;
  service: AccountService;
  sessions: SessionKeeper;
  clock: Clock;
}

const validMs = 7 * 24 * 60 * 60_000;
const tokenBytes = 32;

/** Invites people by links that work once, for one address. */
export class InvitationService {
  readonly #parts: InvitationServiceParts;

  constructor(parts: InvitationServiceParts) {
    this.#parts = parts;
  }

  /** `userId` is null when a key invites: the invitation ends with whoever made that. */
  async create(
    request: { email: string; role: Role; workspaceId: string | null },
    by: { userId: string | null; keyId: string; origin: string },
  ): Promise<CreatedInvitation> {
    const { accounts, invitations, clock } = this.#parts;
    const email = emailOf(request.email);
    const { workspaceId, role } = request;
    if (workspaceId !== null && !(await accounts.workspace(workspaceId))) {
      throw new AppError('not_found', `There is no workspace ${workspaceId}`, { title: 'workspace_id is not valid' });
    }
    const user = await accounts.userByEmail(email);
    if (user && (await accounts.membership(user.id, workspaceId))) {
      throw new AppError('conflict', `${email} is a member there already; change the role instead`, {
        title: 'Already a member',
      });
    }
    const token = randomBytes(tokenBytes).toString('base64url');
    const now = clock.now();
    const id = newId('inv');
    await invitations.replace({
      id,
      email,
      role,
      workspace_id: workspaceId,
      hash: hash('sha256', token),
      invited_by: by.userId,
      invited_with: by.userId === null ? by.keyId : null,
      expires_at: now + validMs,
      created_at: now,
    });
    const row = await invitations.find(id);
    if (!row) throw new AppError('conflict', `${email} was invited by somebody else just now`);
    return { ...toInvitation(row), link: `${by.origin}/accept-invitation#token=${token}` };
  }

  async list(query: { workspaceId?: string | undefined; limit?: number; after?: string }): Promise<Page<Invitation>> {
    const limit = query.limit ?? 20;
    const rows = await this.#parts.invitations.list({
      workspaceId: query.workspaceId,
      now: this.#parts.clock.now(),
      limit: limit + 1,
      after: parseCursor(query.after),
    });
    return toPage(rows, limit, toInvitation, (row) => cursorOf(row.created_at, row.id));
  }

  async find(id: string): Promise<InvitationRow> {
    const row = await this.#parts.invitations.find(id);
    if (!row) throw new AppError('not_found', `There is no open invitation ${id}`);
    return row;
  }

  async delete(id: string): Promise<void> {
    await this.#parts.invitations.take(id);
  }

  async preview(token: string): Promise<InvitationPreview> {
    const { accounts } = this.#parts;
    const row = await this.#open(token);
    const workspace = row.workspace_id === null ? undefined : await accounts.workspace(row.workspace_id);
    return {
      email: row.email,
      role: row.role,
      workspace_name: workspace?.name ?? null,
      invited_by: row.inviter_name,
      expires_at: new Date(row.expires_at).toISOString(),
    };
  }

  /**
   * An account that exists shows its password, and is proved no more by a link than a new one is. Whoever invited has the link, too, so what
   * is refused is refused alike whether there is an account or not. Returns the invitation, too, for the audit log.
   */
  async accept(
    request: AcceptInvitationRequest,
    from: From,
  ): Promise<{ opened: OpenedSession; invitation: InvitationRow }> {
    const { accounts, service, sessions } = this.#parts;
    const invitation = await this.#open(request.token);
    const { name, password, code } = request;
    if (password === undefined) {
      throw new AppError('invalid_request', 'password is needed: a new one, or that of the account', {
        title: 'password is required',
        param: 'password',
      });
    }
    if (name !== undefined) refuseWeak(password, invitation.email, 'password');
    if (name === undefined || (await accounts.userByEmail(invitation.email))) {
      const { user, hasSecondFactor } = await service.checkPassword(invitation.email, { password, code }, from);
      await this.#take(invitation);
      await this.join(user, invitation);
      return { opened: await sessions.open(user.id, from, hasSecondFactor), invitation };
    }
    const user = await service.newUser({ email: invitation.email, name, password });
    await this.#take(invitation);
    await accounts.insertUser(user, service.newMember(user.id, invitation.workspace_id, invitation.role));
    return { opened: await sessions.open(user.id, from, false), invitation };
  }

  /** The roles that wait for a person; none for somebody whose address was never proved. */
  async offersOf(userId: string): Promise<Offer[]> {
    const { accounts } = this.#parts;
    const user = await accounts.user(userId);
    if (!user || user.verified_at === null) return [];
    const open = await this.ofEmail(user.email);
    return Promise.all(
      open.map(async (row) => ({
        id: row.id,
        role: row.role,
        workspace_id: row.workspace_id,
        workspace_name: row.workspace_id === null ? null : ((await accounts.workspace(row.workspace_id))?.name ?? null),
        invited_by: row.inviter_name,
        created_at: new Date(row.created_at).toISOString(),
        expires_at: new Date(row.expires_at).toISOString(),
      })),
    );
  }

  async acceptOffer(userId: string, id: string): Promise<InvitationRow> {
    const { user, invitation } = await this.#offer(userId, id);
    await this.#take(invitation);
    await this.join(user, invitation);
    return invitation;
  }

  async declineOffer(userId: string, id: string): Promise<InvitationRow> {
    const { invitation } = await this.#offer(userId, id);
    await this.#take(invitation);
    return invitation;
  }

  async #offer(userId: string, id: string): Promise<{ user: UserRow; invitation: InvitationRow }> {
    const { accounts, invitations, clock } = this.#parts;
    const user = await accounts.user(userId);
    const invitation = await invitations.find(id);
    if (!user || invitation?.email !== user.email || invitation.expires_at <= clock.now()) {
      throw new AppError('not_found', `No role ${id} is offered to you; GET /v1/account/offers lists them`);
    }
    if (user.verified_at !== null) return { user, invitation };
    throw new AppError(
      'forbidden',
      'A role that was given to an address waits until somebody proves to have it: sign in with the identity provider, or by a link that is mailed',
      { title: 'Your address is not proved' },
    );
  }

  ofEmail(email: string): Promise<InvitationRow[]> {
    return this.#parts.invitations.ofEmail(email, this.#parts.clock.now());
  }

  /** Never takes a stronger role away. */
  async join(user: UserRow, { workspace_id: workspaceId, role }: InvitationRow): Promise<void> {
    const { accounts, service } = this.#parts;
    const known = await accounts.membership(user.id, workspaceId);
    if (!known) await accounts.insertMember(service.newMember(user.id, workspaceId, role));
    else if (!isAtLeast(known.role, role)) await accounts.changeMember(known, role, this.#parts.clock.now());
  }

  async #open(token: string): Promise<InvitationRow> {
    const row = await this.#parts.invitations.findByHash(hash('sha256', token));
    if (row && row.expires_at > this.#parts.clock.now()) return row;
    throw new AppError('not_found', 'This invitation was used, taken back or is over; ask for a new one', {
      title: 'token is not valid',
    });
  }

  async #take(invitation: InvitationRow): Promise<void> {
    if (await this.#parts.invitations.take(invitation.id)) return;
    throw new AppError('not_found', 'This invitation has just been used', { title: 'token is not valid' });
  }
}

function toInvitation(row: InvitationRow): Invitation {
  const { invited_by: id, inviter_email: email, inviter_name: name } = row;
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    workspace_id: row.workspace_id,
    invited_by: id !== null && email !== null && name !== null ? { id, email, name } : null,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  };
}
