import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../../lib/same-secret.ts';

/**
 * How sure a sign-in is that whoever finishes it wants it.
 *
 * - `off`: whoever comes back with the state and a code finishes it.
 * - `confirm`: a browser that comes back is asked first, with the names of application and user. Programs are not.
 * - `strict`: a browser is asked before it leaves, and only the same browser can come back.
 */
const browserBindings = ['off', 'confirm', 'strict'] as const;
export type BrowserBinding = (typeof browserBindings)[number];

/** What a request says about the browser that sent it. */
export interface BrowserVisit {
  /** False for programs, which nobody can trick into following a link. */
  isBrowser: boolean;
  /** What the cookie of this sign-in holds. */
  cookie: string | undefined;
  /** What the form of our page sent. */
  proof: string | undefined;
}

/** What a person is asked before an account is connected. */
export interface ConnectQuestion {
  kind: 'question';
  integrationName: string;
  workspaceName: string;
  userId: string;
  /** For the cookie. */
  cookie: string;
  /** For the form: worth something only together with the cookie. */
  proof: string;
}

/** A fresh pair for the cookie and the form of a page about one sign-in. */
export function newBrowserProof(state: string): { cookie: string; proof: string } {
  const cookie = randomBytes(32).toString('base64url');
  return { cookie, proof: proofOf(cookie, state) };
}

/** Whether the form was sent by the browser that was shown it, about this sign-in. */
export function isProven({ cookie, proof }: BrowserVisit, state: string): boolean {
  return cookie !== undefined && proof !== undefined && isSameSecret(proof, proofOf(cookie, state));
}

function proofOf(cookie: string, state: string): string {
  return createHmac('sha256', cookie).update(state).digest('base64url');
}
