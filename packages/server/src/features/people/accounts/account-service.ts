// long because all ways into an account share one throttle and one check of the password
import { createHmac, randomBytes } from 'node:crypto';
import {
  type ClaimRequest,
  type CurrentSession,
  type InstanceInfo,
  type Passkey,
  type Role,
  type SignInRequest,
  strongestRole,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { isSameSecret } from '../../../lib/same-secret.ts';
import { deriveKey } from '../../../lib/secrets.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AccountRepository, UserRow } from './account-repository.ts';
import type { InstallationValues } from './installation-values.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { Passkeys } from './passkeys.ts';
import type { PasswordHasher } from './password-hash.ts';
import { refuseWeak } from './password-rule.ts';
import { hasSecondFactor, noSecondFactor, type SecondFactor } from './second-factor.ts';
import type { SecondFactorRule } from './second-factor-rule.ts';
import type { OpenedSession, SessionKeeper } from './session-keeper.ts';
import type { SessionRow } from './session-repository.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export interface AccountServiceParts {
  accounts: AccountRepository;
  sessions: SessionKeeper;
  passwords: PasswordHasher;
  throttle: SignInThrottle;
  browsers: KnownBrowsers;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  secondFactorRule: SecondFactorRule;
  installation: InstallationValues;
  clock: Clock;
  secrets: readonly string[];
  version: string;
  hasOidc: boolean;
  hasMail: boolean;
}

/** Where a call comes from. */
export interface From {
  address: string;
  userAgent: string | undefined;
  /** What the browser kept of an earlier sign-in. */
  browserMark: string | undefined;
}

interface NewPerson {
  email: string;
  name: string;
  password: string | null;
  subject?: string;
  /** Whether the address was proved. */
  isVerified?: boolean;
}

const maxWorkspaces = 200;

export const emailOf = (given: string): string => given.trim().toLowerCase();

/** The first account, signing in, passwords, and who one is. */
export class AccountService {
  readonly #parts: AccountServiceParts;
  /** Once there is an owner there always is one. */
  #isClaimed = false;

  constructor(parts: AccountServiceParts) {
    this.#parts = parts;
  }

  async instance(): Promise<InstanceInfo> {
    this.#isClaimed ||= await this.#parts.accounts.hasOwner();
    return {
      claimed: this.#isClaimed,
      oidc: this.#parts.hasOidc,
      mail: this.#parts.hasMail,
      version: this.#parts.version,
    };
  }

  /** For the link of the start: the same in every process, of no use once somebody has claimed. Null then. */
  async claimToken(): Promise<string | null> {
    if ((await this.instance()).claimed) return null;
    const salt = await this.#parts.installation.make('claim-salt', () => randomBytes(16).toString('base64url'));
    const key = deriveKey(this.#parts.secrets[0] ?? '', 'claim');
    return createHmac('sha256', key).update(salt).digest('base64url');
  }

  /** `isAdmin` says whether the admin key was right. Throws `conflict` once there is an owner. */
  async claim(request: ClaimRequest, from: From, isAdmin: (key: string) => Promise<boolean>): Promise<OpenedSession> {
    const forgive = await this.#parts.throttle.enter({ account: 'claim', address: from.address, knownBrowser: null });
    const wanted = await this.claimToken();
    if (wanted === null) {
      throw new AppError('conflict', 'This installation has an owner. Sign in, or ask for an invitation.', {
        title: 'Already claimed',
      });
    }
    const isRight =
      request.token !== undefined
        ? isSameSecret(request.token, wanted)
        : request.admin_key !== undefined && (await isAdmin(request.admin_key));
    if (!isRight) {
      const message =
        request.token === undefined && request.admin_key === undefined
          ? 'token or admin_key is needed: open the link that the start of the service printed, or give the admin key'
          : 'This is not the token of the last start, nor the admin key; look at what the start of the service printed';
      throw new AppError('forbidden', message, {
        title: request.admin_key ? 'admin_key is not valid' : 'token is not valid',
      });
    }
    const email = emailOf(request.email);
    const user = await this.newUser({ email, name: request.name, password: request.password });
    const member = this.newMember(user.id, null, 'owner');
    if (!(await this.#parts.accounts.insertFirstOwner(user, member))) {
      throw new AppError('conflict', 'Somebody else has just claimed this installation', { title: 'Already claimed' });
    }
    await forgive();
    return this.#parts.sessions.open(user.id, from, false);
  }

  async signIn(request: SignInRequest, from: From): Promise<OpenedSession> {
    const email = emailOf(request.email);
    const { user, hasSecondFactor: wasShown } = await this.checkPassword(email, request, from);
    return this.#parts.sessions.open(user.id, from, wasShown);
  }

  beginPasskeySignIn(origin: string) {
    return this.#parts.passkeys.beginSignIn(origin);
  }

  /** A passkey shows who one is and that one is there: password and second factor at once. */
  async signInWithPasskey(response: object, origin: string, from: From): Promise<OpenedSession> {
    const forgive = await this.#parts.throttle.enter({ account: 'passkey', address: from.address, knownBrowser: null });
    const user = await this.#parts.passkeys.signIn(response, origin);
    await forgive();
    return this.#parts.sessions.open(user.id, from, true);
  }

  /** Counts an attempt to get into the account of an address; returns what takes it back. */
  countAttempt(email: string, { address, browserMark }: From): Promise<() => Promise<void>> {
    const knownBrowser = this.#parts.browsers.idIn(browserMark, email);
    return this.#parts.throttle.enter({ account: email, address, knownBrowser });
  }

  /**
   * The account of an address with this password, and with this code where it has a second factor. Throws the same for an unknown
   * address as for a wrong password.
   */
  async checkPassword(
    email: string,
    { password, code }: { password: string; code?: string | undefined },
    from: From,
  ): Promise<{ user: UserRow; hasSecondFactor: boolean }> {
    const forgive = await this.countAttempt(email, from);
    const user = await this.#parts.accounts.userByEmail(email);
    const isRight = await this.#parts.passwords.verify(password, user?.password_hash ?? null);
    if (!user || !isRight) {
      throw new AppError('authentication_required', 'No account has this e-mail address and this password', {
        title: 'email or password is not right',
      });
    }
    // Without a code nothing was guessed; with a wrong one something was.
    if (code === undefined) await forgive();
    const wasShown = await this.#parts.secondFactor.check(user, code);
    if (code !== undefined) await forgive();
    return { user, hasSecondFactor: wasShown };
  }

  /** Ends every other session. How many that were. */
  async changePassword(
    session: SessionRow,
    request: { current_password?: string; new_password: string },
    from: { address: string },
  ): Promise<number> {
    const { accounts, sessions } = this.#parts;
    const user = await this.#confirmPassword(session, request.current_password, from);
    await accounts.updateUser(user.id, { password_hash: await this.hashNew(request.new_password, user.email) });
    return sessions.endOthers(user.id, session.id);
  }

  /** Throws `invalid_request` for a password that is too easy. */
  async hashNew(password: string, email: string): Promise<string> {
    refuseWeak(password, email, 'new_password');
    return this.#parts.passwords.hash(password);
  }

  async beginSecondFactor(session: SessionRow, password: string | undefined, from: { address: string }) {
    return this.#parts.secondFactor.begin(await this.#confirmPassword(session, password, from));
  }

  /** Ends every other session: they came without it. */
  async confirmSecondFactor(session: SessionRow, code: string, from: { address: string }): Promise<string[]> {
    const { secondFactor, sessions } = this.#parts;
    const codes = await this.#guarded(session, from, (user) => secondFactor.confirm(user, code));
    await sessions.strengthen(session.id);
    await sessions.endOthers(session.user_id, session.id);
    return codes;
  }

  async listPasskeys(session: SessionRow): Promise<Passkey[]> {
    return this.#parts.passkeys.list(await this.#userOf(session));
  }

  async beginPasskey(session: SessionRow, password: string | undefined, from: { address: string; origin: string }) {
    return this.#parts.passkeys.begin(await this.#confirmPassword(session, password, from), from.origin);
  }

  /** Ends every other session with the first second factor of an account: they came without it. */
  async addPasskey(session: SessionRow, made: { name: string; response: object }, origin: string) {
    const { passkeys, sessions } = this.#parts;
    const user = await this.#userOf(session);
    const added = await passkeys.add(user, made, origin);
    await sessions.strengthen(session.id);
    if (!hasSecondFactor(user)) await sessions.endOthers(session.user_id, session.id);
    return added;
  }

  async renamePasskey(session: SessionRow, id: string, name: string): Promise<Passkey> {
    return this.#parts.passkeys.rename(await this.#userOf(session), id, name);
  }

  async removePasskey(session: SessionRow, id: string, password: string | undefined, from: { address: string }) {
    await this.#parts.passkeys.remove(await this.#confirmPassword(session, password, from), id);
  }

  async #userOf(session: SessionRow): Promise<UserRow> {
    const user = await this.#parts.accounts.user(session.user_id);
    if (!user) throw new AppError('not_found', 'This account is gone');
    return user;
  }

  endSecondFactor(session: SessionRow, code: string, from: { address: string }): Promise<void> {
    return this.#guarded(session, from, (user) => this.#parts.secondFactor.off(user, code));
  }

  /** Counts what is guessed in a session. */
  async #guarded<Outcome>(
    session: SessionRow,
    { address }: { address: string },
    work: (user: UserRow) => Promise<Outcome>,
  ): Promise<Outcome> {
    const user = await this.#userOf(session);
    const forgive = await this.#parts.throttle.enter({ account: user.email, address, knownBrowser: session.id });
    const outcome = await work(user);
    await forgive();
    return outcome;
  }

  /** The account of the session; those who have a password show it. */
  #confirmPassword(session: SessionRow, password: string | undefined, from: { address: string }): Promise<UserRow> {
    return this.#guarded(session, from, async (user) => {
      const known = user.password_hash;
      if (known === null || (await this.#parts.passwords.verify(password ?? '', known))) return user;
      throw new AppError('forbidden', 'current_password is not the password of this account', {
        title: 'current_password is not right',
      });
    });
  }

  async current(session: SessionRow, workspaceId: string | undefined): Promise<CurrentSession> {
    const { accounts, sessions } = this.#parts;
    const [user, access, instance] = await Promise.all([
      accounts.user(session.user_id),
      accounts.access(session.user_id, maxWorkspaces),
      this.instance(),
    ]);
    if (!user) throw new AppError('authentication_required', 'This account is gone; sign in with another one');
    const instanceRole = access.find((one) => one.workspace_id === null)?.role ?? null;
    const own = new Map(
      access.flatMap((one) =>
        one.workspace_id === null
          ? []
          : [[one.workspace_id, { id: one.workspace_id, name: one.workspace_name ?? '', role: one.role }]],
      ),
    );
    const all = instanceRole === null ? [] : await accounts.workspaces(maxWorkspaces);
    for (const { id, name } of all) {
      const role = strongestRole(own.get(id)?.role ?? null, instanceRole);
      if (role) own.set(id, { id, name, role });
    }
    const workspaces = [...own.values()].slice(0, maxWorkspaces);
    const chosen = workspaces.find(({ id }) => id === workspaceId) ?? workspaces[0];
    return {
      session_id: session.id,
      user: {
        id: user.id,
        email: user.email,
        name: user.name,
        has_password: user.password_hash !== null,
        verified: user.verified_at !== null,
        second_factor: hasSecondFactor(user),
        authenticator_app: user.totp_on_at !== null,
      },
      role: chosen?.role ?? null,
      instance_role: instanceRole,
      workspaces,
      workspace_id: chosen?.id ?? null,
      needs_second_factor: await this.#parts.secondFactorRule.isMissing(session, {
        workspaceId: chosen?.id ?? null,
        instanceRole,
      }),
      csrf_token: sessions.csrfToken(session),
      expires_at: new Date(session.expires_at).toISOString(),
      instance,
    };
  }

  /** Throws `invalid_request` for a password that is too easy. Not stored yet. */
  async newUser(person: NewPerson) {
    if (person.password !== null) refuseWeak(person.password, person.email, 'password');
    return {
      id: newId('usr'),
      email: person.email,
      name: person.name.trim(),
      password_hash: person.password === null ? null : await this.#parts.passwords.hash(person.password),
      oidc_subject: person.subject ?? null,
      verified_at: person.isVerified === true ? this.#parts.clock.now() : null,
      ...noSecondFactor,
      last_seen_at: null,
      created_at: this.#parts.clock.now(),
    };
  }

  /** From now on the account is of whoever proved its address: all that others may have put there to come in by goes. */
  async prove(user: UserRow, more: { oidc_subject?: string } = {}): Promise<UserRow> {
    const { accounts, clock } = this.#parts;
    const proved = { ...more, ...noSecondFactor, verified_at: clock.now(), password_hash: null };
    await accounts.updateUser(user.id, proved, { endsSessions: true });
    return { ...user, ...proved };
  }

  newMember(userId: string, workspaceId: string | null, role: Role) {
    return {
      id: newId('mem'),
      user_id: userId,
      workspace_id: workspaceId,
      role,
      created_at: this.#parts.clock.now(),
    };
  }
}
