import type { TestReply, TestService } from '../test-service.ts';

export const password = 'a long enough pass phrase';

/** What a page in a browser does: keeps the cookie, sends back the token, says where it is. */
export class Browser {
  readonly #service: TestService;
  cookie = '';
  csrfToken = '';
  /** By which the service knows the browser again. */
  browserCookie = '';
  /** For `x-parley-workspace`. */
  workspaceId: string | undefined;

  constructor(service: TestService) {
    this.#service = service;
  }

  headers(more: Record<string, string> = {}): Record<string, string> {
    return {
      origin: this.#service.url,
      cookie: [this.cookie, this.browserCookie].filter((cookie) => cookie !== '').join('; '),
      ...(this.csrfToken !== '' && { 'x-parley-csrf': this.csrfToken }),
      ...(this.workspaceId !== undefined && { 'x-parley-workspace': this.workspaceId }),
      ...more,
    };
  }

  async call(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<TestReply> {
    const reply = await this.#service.call(method, path, body, this.headers(more));
    const [set] = reply.headers.getSetCookie().filter((cookie) => cookie.startsWith('parley_session_'));
    if (set !== undefined) this.cookie = set.split(';')[0] ?? '';
    const [mark] = reply.headers.getSetCookie().filter((cookie) => cookie.startsWith('parley_browser_'));
    if (mark !== undefined) this.browserCookie = mark.split(';')[0] ?? '';
    if (typeof reply.json?.csrf_token === 'string') this.csrfToken = reply.json.csrf_token;
    return reply;
  }

  /** Without a session, as after a month. */
  leave(): void {
    this.cookie = '';
    this.csrfToken = '';
  }

  signIn(email: string, given = password): Promise<TestReply> {
    return this.call('POST', '/v1/session', { email, password: given });
  }
}

/** The owner of a service that nobody has claimed yet. */
export async function claim(service: TestService, adminKey: string): Promise<Browser> {
  const browser = new Browser(service);
  const person = { email: 'owner@example.com', name: 'Olive Owner', password };
  const reply = await browser.call('POST', '/v1/session/claim', { admin_key: adminKey, ...person });
  if (reply.status !== 200) throw new Error(reply.text);
  return browser;
}

/** Somebody with a role in a workspace, or in the whole installation with null. */
export async function join(
  service: TestService,
  { email, role, workspaceId }: { email: string; role: string; workspaceId: string | null },
): Promise<Browser> {
  const invited = await service.admin('POST', '/v1/admin/invitations', {
    email,
    role,
    ...(workspaceId !== null && { workspace_id: workspaceId }),
  });
  if (invited.status !== 200) throw new Error(invited.text);
  const token = tokenIn(invited.json.link);
  const browser = new Browser(service);
  const name = email.split('@')[0] ?? '';
  const reply = await browser.call('POST', '/v1/session/accept-invitation', { token, name, password });
  if (reply.status !== 200) throw new Error(reply.text);
  return browser;
}

export const tokenIn = (link: string): string => new URL(link).hash.replace('#token=', '');
