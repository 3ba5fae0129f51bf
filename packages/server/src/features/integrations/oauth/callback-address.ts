import { AppError } from '../../../lib/app-error.ts';

/** Decides to which addresses a browser may go after a sign-in. */
export interface CallbackOrigins {
  /** What the operator listed. Null when nothing is listed, `'any'` when every address is allowed. */
  operator: readonly string[] | 'any' | null;
  /** What was registered for the workspace. */
  workspace: readonly string[];
  /** What the integration itself names. */
  integration: readonly string[];
}

/** The address that a caller named, or null for none. Throws `invalid_request` for what no browser should be sent to. */
export function readCallbackUrl(given: string | undefined): string | null {
  if (given === undefined || given === '') return null;
  if (URL.canParse(given) && ['http:', 'https:'].includes(new URL(given).protocol)) return given;
  throw new AppError('invalid_request', 'callback_url must be an http or https address.', {
    title: 'Invalid callback_url',
  });
}

/**
 * Whether a browser may be sent to `url` without a click. Beside what was listed these may: the service's own origin, and,
 * while the service itself is reached on loopback, every address on loopback.
 */
export function isAllowedCallback(url: string, serviceUrl: string, origins: CallbackOrigins): boolean {
  if (origins.operator === 'any') return true;
  const { origin, hostname } = new URL(url);
  const service = new URL(serviceUrl);
  const listed = [...(origins.operator ?? []), ...origins.workspace, ...origins.integration, service.origin];
  return listed.includes(origin) || (isLoopback(hostname) && isLoopback(service.hostname));
}

/** The listed origins, for messages. */
export function namesOf({ operator, workspace, integration }: CallbackOrigins): string {
  return [...(Array.isArray(operator) ? operator : []), ...workspace, ...integration].join(', ');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
