import { isIP } from 'node:net';
import { AppError } from '../../../lib/app-error.ts';

export interface CallerAddress {
  /** From the request, with its port where it names one. */
  host: string;
  /** What browsers say; undefined for other clients. */
  origin: string | undefined;
}

export interface TrustedNames {
  publicUrl: string | undefined;
  /** Origins whose pages may call; `*` for any. */
  origins: readonly string[];
}

/**
 * Refuses what a page in a browser could have been tricked into: a name that was made to point at this machine, or the origin of
 * a page that nobody allowed. Addresses that are no names, and names without a dot, cannot be made to point elsewhere.
 */
export function requireTrustedCaller({ host, origin }: CallerAddress, { publicUrl, origins }: TrustedNames): void {
  const own = publicUrl === undefined ? null : new URL(publicUrl);
  const name = host.toLowerCase().replace(/:\d+$/, '');
  const isKnown = isLocalName(name) || name === own?.hostname;
  if (!isKnown) {
    throw new AppError(
      'forbidden',
      `This server is not asked as ${host.slice(0, 100)}. Its operator sets PUBLIC_URL to its address.`,
      {
        title: 'Host not allowed',
      },
    );
  }
  // A page of the very host and port that it asks is one of our own.
  if (isLocalName(name) && URL.parse(origin ?? '')?.host === host.toLowerCase()) return;
  if (origin === undefined || origins.includes('*') || origins.includes(origin) || origin === own?.origin) return;
  throw new AppError(
    'forbidden',
    `Pages of ${origin.slice(0, 100)} may not call. The operator allows origins by CORS_ORIGINS.`,
    {
      title: 'Origin not allowed',
    },
  );
}

function isLocalName(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 || bare.endsWith('.localhost') || (bare !== '' && !bare.includes('.'));
}
