/** Whether this page can ask for passkeys: browsers have them for names alone, and only where the way here is safe. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);

type Library = typeof import('@simplewebauthn/browser');
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];

/** Has the browser make one. Throws when it was cancelled, or when the device has it already. */
export async function makePasskey(options: object): Promise<Record<string, unknown>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // What the service sends is made for this.
  return { ...(await startRegistration({ optionsJSON: options as CreationOptions })) };
}

/** Has the browser show one. Throws when it was cancelled, or when there is none. */
export async function showPasskey(options: object): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // What the service sends is made for this.
  return { ...(await startAuthentication({ optionsJSON: options as RequestOptions })) };
}
