import { isIP } from 'node:net';
import { AppError } from '../../../lib/app-error.ts';

export interface CallerAddress {
  /** From the request, without a port. */
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
  const isKnown = isLocalName(host) || host.toLowerCase() === own?.hostname;
  if (!isKnown) {
    throw new AppError(
      'forbidden',
      `This server is not asked as ${host.slice(0, 100)}. Its operator sets PUBLIC_URL to its address.`,
      {
        title: 'Host not allowed',
      },
    );
  }
  if (origin === undefined || origins.includes('*') || origins.includes(origin) || origin === own?.origin) return;
  throw new AppError(
    'forbidden',
    `Pages of ${origin.slice(0, 100)} may not call. The operator allows origins by CORS_ORIGINS.`,
    {
      title: 'Origin not allowed',
    },
  );
}

function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || name.endsWith('.localhost') || (name !== '' && !name.includes('.'));
}
