import { hash, randomBytes } from 'node:crypto';
import type { SecondFactorSetup } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { secretOf, stepOf, textOf } from '../../../lib/one-time-code.ts';
import { openText, sealText } from '../../../lib/sealed-text.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AccountRepository, UserRow } from './account-repository.ts';

const secretBytes = 20;
const recoveryCodes = 10;
const recoveryBytes = 10;
const purpose = 'second factor';

const noApp = { totp_secret: null, totp_on_at: null, totp_step: null } as const;

/** Columns of an account without a second factor. */
export const noSecondFactor = { ...noApp, passkeys: null, recovery_hashes: null } as const;

/** Whether an account has one. */
export const hasSecondFactor = ({ totp_on_at, passkeys }: Pick<UserRow, 'totp_on_at' | 'passkeys'>): boolean =>
  totp_on_at !== null || passkeys !== null;

/** Codes of an authenticator app (TOTP) besides the password, and recovery codes for who has lost it. Each works once. */
export class SecondFactor {
  readonly #parts: { accounts: AccountRepository; clock: Clock; secrets: readonly string[] };

  constructor(parts: { accounts: AccountRepository; clock: Clock; secrets: readonly string[] }) {
    this.#parts = parts;
  }

  /** A secret for the app. It is asked for once a first code has shown that the app has it. */
  async begin(user: UserRow): Promise<SecondFactorSetup> {
    const { accounts, secrets } = this.#parts;
    if (user.totp_on_at !== null) {
      throw new AppError('conflict', 'An authenticator app is set up already; switch it off first', {
        title: 'Already on',
      });
    }
    const secret = textOf(randomBytes(secretBytes));
    await accounts.updateUser(user.id, { ...noApp, totp_secret: sealText(secret, secrets, purpose, user.id) });
    const label = encodeURIComponent(`Parley:${user.email}`);
    return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Parley` };
  }

  /** Returns new recovery codes, which are shown this once. */
  async confirm(user: UserRow, code: string): Promise<string[]> {
    const step = user.totp_on_at === null ? this.#stepOf(user, code) : null;
    if (step === null) throw wrongCode('forbidden');
    await this.#parts.accounts.updateUser(user.id, { totp_on_at: this.#parts.clock.now(), totp_step: step });
    return this.makeRecoveryCodes(user);
  }

  /** New ones in place of those of before. */
  async makeRecoveryCodes(user: Pick<UserRow, 'id'>): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodes }, () => textOf(randomBytes(recoveryBytes)));
    await this.#parts.accounts.updateUser(user.id, { recovery_hashes: JSON.stringify(codes.map(hashOf)) });
    return codes;
  }

  /**
   * Whether the account has a second factor, which was shown then. Throws `second_factor_required` without a code and
   * `authentication_required` for one that is wrong or was used.
   */
  async check(user: UserRow, code: string | undefined): Promise<boolean> {
    if (!hasSecondFactor(user)) return false;
    if (code === undefined) {
      const wanted =
        user.totp_on_at === null ? 'a recovery code' : 'what the authenticator app shows, or a recovery code';
      const instead = user.passkeys === null ? '' : ', or sign in with a passkey (POST /v1/session/passkey)';
      throw new AppError('second_factor_required', `Send in code ${wanted}${instead}`);
    }
    const given = code.replaceAll(/[\s-]/g, '').toUpperCase();
    if (await this.#take(user, given)) return true;
    throw user.totp_on_at !== null && this.#secretOf(user) === null
      ? lostSecret()
      : wrongCode('authentication_required');
  }

  async off(user: UserRow, code: string): Promise<void> {
    if (user.totp_on_at === null)
      throw new AppError('conflict', 'No authenticator app is set up', { title: 'Already off' });
    if (!(await this.#take(user, code.replaceAll(/[\s-]/g, '').toUpperCase()))) throw wrongCode('forbidden');
    await this.#parts.accounts.updateUser(user.id, user.passkeys === null ? noSecondFactor : noApp);
  }

  /** Of two who show the same code at once, one is let in. */
  async #take(user: UserRow, code: string): Promise<boolean> {
    const step = this.#stepOf(user, code);
    if (step !== null) return this.#parts.accounts.takeStep(user.id, step);
    const left: string[] = JSON.parse(user.recovery_hashes ?? '[]');
    const rest = left.filter((one) => one !== hashOf(code));
    if (rest.length === left.length) return false;
    return this.#parts.accounts.takeRecoveryCode(user.id, user.recovery_hashes ?? '', JSON.stringify(rest));
  }

  /** Null as well when the secret of the service that sealed it is gone. */
  #secretOf(user: UserRow): string | null {
    return user.totp_secret === null ? null : openText(user.totp_secret, this.#parts.secrets, purpose, user.id);
  }

  #stepOf(user: UserRow, code: string): number | null {
    const secret = this.#secretOf(user);
    return secret === null ? null : stepOf(secretOf(secret), code, this.#parts.clock.now());
  }
}

const hashOf = (code: string): string => hash('sha256', code);

const lostSecret = (): AppError =>
  new AppError(
    'authentication_required',
    'Codes of the authenticator app cannot be checked any more, because the secret of this service was lost. Take a recovery code, or ' +
      'have an admin make a link that drops the second factor.',
    { title: 'code cannot be checked', param: 'code' },
  );

const wrongCode = (code: 'forbidden' | 'authentication_required'): AppError =>
  new AppError(
    code,
    'The code is wrong, was used already, or is of a clock that is off; take the one that is shown now',
    {
      title: 'code is not right',
      param: 'code',
    },
  );
