import { isAtLeast, type Member, type Role } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AccountRepository, MemberWithUser } from './account-repository.ts';
import type { Ended } from './end-what-was-made.ts';

/** Removes what one capability keeps for a person; each capability that stores something hands one over. */
export type UserCleaner = (userId: string, workspaceId: string | null) => Promise<void>;

export interface MemberServiceParts {
  accounts: AccountRepository;
  /** Whether people have a way to prove their address here. */
  canProve: boolean;
  cleaners: UserCleaner[];
  /** Those who hold keys in memory; told of each that ended, by its hash. */
  keyHolders: ((hash: string) => Promise<void>)[];
  clock: Clock;
}

/** How much ended with a role. */
export interface EndedWithRole {
  keys: number;
  invitations: number;
}

/** Members of workspaces and of the installation, with their roles. */
export class MemberService {
  readonly #parts: MemberServiceParts;

  constructor(parts: MemberServiceParts) {
    this.#parts = parts;
  }

  async list(query: { workspaceId?: string | undefined; limit?: number; after?: string }): Promise<Page<Member>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const rows = await this.#parts.accounts.listMembers({ workspaceId: query.workspaceId, limit: limit + 1, after });
    return toPage(rows, limit, toMember, (row) => cursorOf(row.created_at, row.id));
  }

  async find(id: string): Promise<MemberWithUser> {
    const row = await this.#parts.accounts.member(id);
    if (!row) throw new AppError('not_found', `There is no member ${id}`);
    return row;
  }

  /** What the old role had made, and the new one could not make, ends with it. */
  async change(known: MemberWithUser, role: Role): Promise<Member & { ended: EndedWithRole }> {
    if (this.#parts.canProve && known.verified_at === null && !isAtLeast(known.role, role)) {
      throw new AppError(
        'conflict',
        `Nobody has proved to have ${known.email}, so this account may be somebody else's; a stronger role waits for that proof`,
        { title: 'The address is not proved' },
      );
    }
    const ended = await this.#end(await this.#parts.accounts.changeMember(known, role, this.#parts.clock.now()));
    return { ...toMember(await this.find(known.id)), ended };
  }

  /** Takes effect with the next call of the person. An account that is left without a membership is erased. */
  async remove(member: MemberWithUser): Promise<{ isErased: boolean; ended: EndedWithRole }> {
    const ended = await this.#end(await this.#parts.accounts.removeMember(member, this.#parts.clock.now()));
    return { isErased: await this.#clean(member.user_id, member.workspace_id), ended };
  }

  async #end(ended: Ended | null): Promise<EndedWithRole> {
    if (ended === null) throw lastOwner();
    for (const hash of ended.keyHashes) {
      for (const forget of this.#parts.keyHolders) await forget(hash);
    }
    return { keys: ended.keyHashes.length, invitations: ended.invitations };
  }

  /** With a workspace go its memberships, and the accounts of those who were nowhere else. */
  async forgetWorkspace(workspaceId: string): Promise<void> {
    const { accounts } = this.#parts;
    const people = await accounts.peopleOf(workspaceId);
    await accounts.forgetWorkspace(workspaceId);
    for (const userId of people) await this.#clean(userId, workspaceId);
  }

  async #clean(userId: string, workspaceId: string | null): Promise<boolean> {
    const { accounts, cleaners } = this.#parts;
    const isErased = await accounts.eraseWithoutMembership(userId);
    for (const clean of cleaners) await clean(userId, isErased ? null : workspaceId);
    return isErased;
  }
}

const lastOwner = (): AppError =>
  new AppError('conflict', 'This is the last owner of the installation; make somebody else an owner first', {
    title: 'The last owner stays',
  });

function toMember(row: MemberWithUser): Member {
  return {
    id: row.id,
    user: { id: row.user_id, email: row.email, name: row.name, verified: row.verified_at !== null },
    role: row.role,
    workspace_id: row.workspace_id,
    created_at: new Date(row.created_at).toISOString(),
    last_seen_at: row.last_seen_at === null ? null : new Date(row.last_seen_at).toISOString(),
  };
}
