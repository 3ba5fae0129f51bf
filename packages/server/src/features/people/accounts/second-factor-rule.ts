import type { Role } from '@parley/contract';
import type { AccountRepository } from './account-repository.ts';

/** Where a second factor is required, and whose session came without. */
export class SecondFactorRule {
  readonly #accounts: Pick<AccountRepository, 'requiresSecondFactor'>;
  readonly #isRequiredOfAll: boolean;

  constructor(parts: { accounts: Pick<AccountRepository, 'requiresSecondFactor'>; isRequiredOfAll: boolean }) {
    this.#accounts = parts.accounts;
    this.#isRequiredOfAll = parts.isRequiredOfAll;
  }

  /** Somebody with a role in the whole installation reaches every workspace, so that the strictest counts. */
  async isMissing(
    session: { second_factor: number | null },
    { workspaceId, instanceRole }: { workspaceId: string | null; instanceRole: Role | null },
  ): Promise<boolean> {
    if (session.second_factor === 1) return false;
    if (this.#isRequiredOfAll) return true;
    if (instanceRole !== null) return this.#accounts.requiresSecondFactor(null);
    return workspaceId !== null && this.#accounts.requiresSecondFactor(workspaceId);
  }
}
