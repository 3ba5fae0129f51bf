import { isIP } from 'node:net';
import type { Passkey } from '@parley/contract';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AccountRepository, UserRow } from './account-repository.ts';
import { challengeTime, makeChallenge } from './passkey-challenge.ts';
import type { SecondFactor } from './second-factor.ts';

/** As it is kept with the account. */
interface StoredPasskey {
  /** The credential's id, base64url. */
  id: string;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** Of the authenticator; many count nothing and say 0. */
  counter: number;
  /** How the browser reaches it, in its own words. */
  transports: NonNullable<WebAuthnCredential['transports']>;
  created_at: number;
  last_used_at: number | null;
  /** When the last challenge that it signed was made: an older one, or the same once more, is not taken. */
  last_challenge_at: number;
}

export interface PasskeysParts {
  accounts: AccountRepository;
  secondFactor: SecondFactor;
  clock: Clock;
  secrets: readonly string[];
}

const most = 20;
const signInPurpose = 'sign in';
const addPurpose = (userId: string) => `add to ${userId}`;

/**
 * Passkeys (WebAuthn): the browser proves to have a key, and that its owner was there, by a finger, a face or a PIN. One stands for the
 * password and the second factor at once. Each is bound to the name of the dashboard's address.
 */
export class Passkeys {
  readonly #parts: PasskeysParts;

  constructor(parts: PasskeysParts) {
    this.#parts = parts;
  }

  list(user: UserRow): Passkey[] {
    return storedOf(user).map(toPasskey);
  }

  /** What the browser is asked to make one of. `origin`: of the dashboard. Throws `forbidden` where browsers have no passkeys. */
  async begin(user: UserRow, origin: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { clock, secrets } = this.#parts;
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const known = storedOf(user);
    if (known.length >= most)
      throw new AppError('conflict', `An account has at most ${most} passkeys; remove one first`);
    return generateRegistrationOptions({
      rpName: 'Parley',
      rpID: relyingParty(origin),
      userName: user.email,
      userDisplayName: user.name,
      // The browser gives it back when it signs in, and shows it to nobody.
      userID: new TextEncoder().encode(user.id),
      challenge: new Uint8Array(makeChallenge(addPurpose(user.id), clock.now(), secrets)),
      attestationType: 'none',
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Adds the one that the browser made. Recovery codes with the first second factor of an account, else null. */
  async add(
    user: UserRow,
    { name, response }: { name: string; response: object },
    origin: string,
  ): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
    const { accounts, clock, secondFactor } = this.#parts;
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const now = clock.now();
    const purpose = addPurpose(user.id);
    const challenges = this.#challenges(purpose, now);
    const verified = await verifyRegistrationResponse({
      // The library checks its shape.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenges.take,
      expectedOrigin: new URL(origin).origin,
      expectedRPID: relyingParty(origin),
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw notTaken('invalid_request', cause);
    });
    if (!verified.verified) throw notTaken('invalid_request');
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    const known = storedOf(user);
    if (known.some((one) => one.id === id)) throw new AppError('conflict', 'This passkey is known already');
    const added: StoredPasskey = {
      id,
      name: name.trim(),
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
      created_at: now,
      last_used_at: null,
      last_challenge_at: challenges.madeAt,
    };
    await this.#replace(user, [...known, added]);
    const fresh = await accounts.user(user.id);
    const recoveryCodes = fresh && fresh.recovery_hashes === null ? await secondFactor.makeRecoveryCodes(fresh) : null;
    return { passkey: toPasskey(added), recoveryCodes };
  }

  async rename(user: UserRow, id: string, name: string): Promise<Passkey> {
    const known = storedOf(user);
    const found = known.find((one) => one.id === id);
    if (!found) throw notThere();
    found.name = name.trim();
    await this.#replace(user, known);
    return toPasskey(found);
  }

  async remove(user: UserRow, id: string): Promise<void> {
    const known = storedOf(user);
    const left = known.filter((one) => one.id !== id);
    if (left.length === known.length) throw notThere();
    await this.#replace(user, left);
    if (left.length > 0 || user.totp_on_at !== null) return;
    await this.#parts.accounts.updateUser(user.id, { recovery_hashes: null });
  }

  /** What any browser is asked to sign; it shows the passkeys that it has for this service. */
  async beginSignIn(origin: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { clock, secrets } = this.#parts;
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    return generateAuthenticationOptions({
      rpID: relyingParty(origin),
      challenge: new Uint8Array(makeChallenge(signInPurpose, clock.now(), secrets)),
      userVerification: 'required',
    });
  }

  /** Whose passkey signed. Throws `authentication_required` for whatever is wrong with it. Each challenge is taken once. */
  async signIn(response: object, origin: string): Promise<UserRow> {
    const { accounts, clock } = this.#parts;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const now = clock.now();
    // The library checks its shape.
    const given = response as AuthenticationResponseJSON;
    const handle = typeof given.response?.userHandle === 'string' ? given.response.userHandle : '';
    const user = await accounts.user(Buffer.from(handle, 'base64url').toString('utf8'));
    const known = user ? storedOf(user) : [];
    const found = known.find(({ id }) => id === given.id);
    if (!user || !found) throw notTaken('authentication_required');
    const challenges = this.#challenges(signInPurpose, now);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenges.take,
      expectedOrigin: new URL(origin).origin,
      expectedRPID: relyingParty(origin),
      credential: {
        id: found.id,
        publicKey: new Uint8Array(Buffer.from(found.public_key, 'base64url')),
        counter: found.counter,
        transports: found.transports,
      },
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw notTaken('authentication_required', cause);
    });
    const { madeAt } = challenges;
    if (!verified || madeAt <= found.last_challenge_at) throw notTaken('authentication_required');
    Object.assign(found, { counter: authenticationInfo.newCounter, last_used_at: now, last_challenge_at: madeAt });
    // Of two who show the same proof at once, one is let in.
    if (!(await accounts.takePasskeys(user.id, user.passkeys, JSON.stringify(known)))) {
      throw notTaken('authentication_required');
    }
    return user;
  }

  /** What takes a challenge that was made here for this, and when that was. */
  #challenges(purpose: string, now: number) {
    const taken = {
      madeAt: 0,
      take: (challenge: string): boolean => {
        taken.madeAt = challengeTime(challenge, purpose, { now, secrets: this.#parts.secrets }) ?? 0;
        return taken.madeAt > 0;
      },
    };
    return taken;
  }

  async #replace(user: UserRow, passkeys: readonly StoredPasskey[]): Promise<void> {
    const text = passkeys.length === 0 ? null : JSON.stringify(passkeys);
    if (await this.#parts.accounts.takePasskeys(user.id, user.passkeys, text)) return;
    throw new AppError('conflict', 'The passkeys of this account were changed meanwhile; try again');
  }
}

const storedOf = ({ passkeys }: UserRow): StoredPasskey[] => JSON.parse(passkeys ?? '[]');

const toPasskey = ({ id, name, created_at, last_used_at }: StoredPasskey): Passkey => ({
  id,
  name,
  created_at: new Date(created_at).toISOString(),
  last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
});

/** Passkeys are bound to a name; browsers have none for bare addresses (https://www.w3.org/TR/webauthn-3/#rp-id). */
function relyingParty(origin: string): string {
  const { hostname } = new URL(origin);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return hostname;
  const sentence = `Browsers keep no passkeys for a bare address such as ${hostname}: open the dashboard by a name, such as localhost, or set PUBLIC_URL to one`;
  throw new AppError('forbidden', sentence, { title: 'Passkeys need a name' });
}

const notThere = (): AppError => new AppError('not_found', 'There is no such passkey in this account');

const notTaken = (code: 'invalid_request' | 'authentication_required', cause?: unknown): AppError =>
  new AppError(
    code,
    'The passkey was not taken: it is unknown here, was shown before, or took longer than five minutes. Try again.',
    {
      title: 'passkey is not right',
      param: 'response',
      cause,
    },
  );
