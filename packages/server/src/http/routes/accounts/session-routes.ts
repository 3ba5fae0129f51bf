import { accountEndpoints, sessionEndpoints as endpoints } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { AccountService } from '../../../features/people/accounts/account-service.ts';
import type { InvitationService } from '../../../features/people/accounts/invitation-service.ts';
import type { KnownBrowsers } from '../../../features/people/accounts/known-browsers.ts';
import type { PasswordLinks } from '../../../features/people/accounts/password-links.ts';
import type { OpenedSession, SessionKeeper } from '../../../features/people/accounts/session-keeper.ts';
import type { SessionRow } from '../../../features/people/accounts/session-repository.ts';
import type { AuditEntry, AuditLog } from '../../../features/people/audit/audit-log.ts';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import type { EdgeCall } from '../../../ports/call.ts';
import { oneHeader } from '../../request-headers.ts';
import { RawReply, type Route, route } from '../../route.ts';
import {
  browserCookie,
  browserMarkOf,
  endedCookie,
  requireOwnPage,
  sessionCookie,
  sessionOf,
} from '../../session-cookie.ts';

export interface SessionRouteParts {
  accounts: AccountService;
  invitations: InvitationService;
  passwordLinks: PasswordLinks;
  sessions: SessionKeeper;
  browsers: KnownBrowsers;
  audit: Pick<AuditLog, 'record'>;
  /** Whether a text is a working admin key; counts wrong ones. */
  isAdminKey(key: string, address: string): Promise<boolean>;
  publicUrl: string | undefined;
  allowsPlainHttp: boolean;
}

const noStore = { 'cache-control': 'no-store' };

/** Signing in and out, and what people do with their own sessions. */
export function sessionRoutes(parts: SessionRouteParts): Route[] {
  const { accounts, invitations, sessions, audit, publicUrl } = parts;
  const note = (call: Pick<EdgeCall, 'address'>, event: Omit<AuditEntry, 'workspaceId' | 'address'>) =>
    audit.record({ workspaceId: null, address: call.address, ...event });
  const opened = async (raw: FastifyRequest, { token, session }: OpenedSession) => {
    const body = await accounts.current(session, undefined);
    const mark = browserCookie(raw, parts.browsers.mark(body.user.email), publicUrl);
    const headers = { ...noStore, 'set-cookie': [sessionCookie(raw, token, parts), mark] };
    return new RawReply({ status: 200, headers, body });
  };
  /** Before an account is made or a session opened that no browser could keep. */
  const prepare = (raw: FastifyRequest) => {
    requireOwnPage(raw, publicUrl);
    sessionCookie(raw, '', parts);
    return { address: raw.ip, userAgent: oneHeader(raw, 'user-agent'), browserMark: browserMarkOf(raw) };
  };
  const own = async (call: EdgeCall, raw: FastifyRequest): Promise<SessionRow> => {
    const { token = '' } = sessionOf(raw, publicUrl) ?? {};
    const session = await sessions.find(token);
    if (!session || session.id !== call.person?.sessionId) {
      throw new AppError('authentication_required', 'Your session is over; sign in again');
    }
    return session;
  };
  return [
    route(endpoints.claimInstance, async ({ body, raw, call }) => {
      const from = prepare(raw);
      try {
        const session = await accounts.claim(body, from, (key) => parts.isAdminKey(key, raw.ip));
        await note(call, {
          actor: session.session.user_id,
          action: 'installation.claim',
          target: session.session.user_id,
        });
        return await opened(raw, session);
      } catch (error) {
        if (isAppError(error, 'forbidden'))
          await note(call, { actor: 'unknown', action: 'installation.refuse', target: 'installation' });
        throw error;
      }
    }),
    route(endpoints.createSession, async ({ body, raw, call }) => {
      const from = prepare(raw);
      try {
        const session = await accounts.signIn(body, from);
        await note(call, { actor: session.session.user_id, action: 'session.create', target: session.session.id });
        return await opened(raw, session);
      } catch (error) {
        // The throttle bounds how often that is written.
        if (isAppError(error, 'authentication_required'))
          await note(call, { actor: 'unknown', action: 'session.refuse', target: 'unknown' });
        throw error;
      }
    }),
    route(endpoints.getSession, async ({ call, raw }) => {
      const session = await own(call, raw);
      return new RawReply({
        status: 200,
        headers: noStore,
        body: await accounts.current(session, oneHeader(raw, 'x-parley-workspace')),
      });
    }),
    route(endpoints.deleteSession, async ({ call, raw }) => {
      const session = await own(call, raw);
      await sessions.end(session.user_id, session.id);
      await note(call, { actor: call.actor, action: 'session.end', target: session.id });
      return new RawReply({
        status: 200,
        headers: { ...noStore, 'set-cookie': endedCookie(raw, publicUrl) },
        body: { id: session.id, deleted: true as const },
      });
    }),
    route(endpoints.listSessions, ({ query, call }) =>
      sessions.list(call.person?.userId ?? '', call.person?.sessionId ?? '', query),
    ),
    route(endpoints.endSession, async ({ params, call }) => {
      await sessions.end(call.person?.userId ?? '', params.id);
      await note(call, { actor: call.actor, action: 'session.end', target: params.id });
      return { id: params.id, deleted: true as const };
    }),
    route(endpoints.changePassword, async ({ body, call, raw }) => {
      const session = await own(call, raw);
      const ended = await accounts.changePassword(session, body, { address: raw.ip });
      await note(call, {
        actor: call.actor,
        action: 'password.change',
        target: call.actor,
        details: { sessions_ended: ended },
      });
      return new RawReply({ status: 200, headers: noStore, body: await accounts.current(session, undefined) });
    }),
    route(endpoints.requestPasswordLink, async ({ body, raw, call }) => {
      requireOwnPage(raw, publicUrl);
      await parts.passwordLinks.mail(body.email, call);
      return { sent: true as const };
    }),
    route(endpoints.resetPassword, async ({ body, raw, call }) => {
      const session = await parts.passwordLinks.use(body, prepare(raw));
      const { user_id: userId } = session.session;
      await note(call, { actor: userId, action: 'password.reset', target: userId });
      return opened(raw, session);
    }),
    route(accountEndpoints.beginSecondFactor, async ({ body, call, raw }) => {
      const session = await own(call, raw);
      const setup = await accounts.beginSecondFactor(session, body.current_password, { address: raw.ip });
      return new RawReply({ status: 200, headers: noStore, body: setup });
    }),
    route(accountEndpoints.confirmSecondFactor, async ({ body, call, raw }) => {
      const session = await own(call, raw);
      const codes = await accounts.confirmSecondFactor(session, body.code, { address: raw.ip });
      await note(call, { actor: call.actor, action: 'second_factor.on', target: call.actor });
      return new RawReply({ status: 200, headers: noStore, body: { recovery_codes: codes } });
    }),
    route(accountEndpoints.endSecondFactor, async ({ body, call, raw }) => {
      const session = await own(call, raw);
      await accounts.endSecondFactor(session, body.code, { address: raw.ip });
      await note(call, { actor: call.actor, action: 'second_factor.off', target: call.actor });
      return { second_factor: false as const };
    }),
    route(accountEndpoints.listPasskeys, async ({ call, raw }) => ({
      data: await accounts.listPasskeys(await own(call, raw)),
    })),
    route(accountEndpoints.beginPasskey, async ({ body, call, raw }) => {
      const from = { address: raw.ip, origin: call.origin };
      const options = await accounts.beginPasskey(await own(call, raw), body.current_password, from);
      return new RawReply({ status: 200, headers: noStore, body: { options: { ...options } } });
    }),
    route(accountEndpoints.addPasskey, async ({ body, call, raw }) => {
      const { passkey, recoveryCodes } = await accounts.addPasskey(await own(call, raw), body, call.origin);
      await note(call, {
        actor: call.actor,
        action: 'passkey.add',
        target: call.actor,
        details: { name: passkey.name },
      });
      return new RawReply({ status: 200, headers: noStore, body: { passkey, recovery_codes: recoveryCodes } });
    }),
    route(accountEndpoints.renamePasskey, async ({ params, body, call, raw }) =>
      accounts.renamePasskey(await own(call, raw), params.id, body.name),
    ),
    route(accountEndpoints.removePasskey, async ({ params, body, call, raw }) => {
      await accounts.removePasskey(await own(call, raw), params.id, body.current_password, { address: raw.ip });
      await note(call, { actor: call.actor, action: 'passkey.remove', target: call.actor });
      return { id: params.id, deleted: true as const };
    }),
    route(endpoints.beginPasskeySignIn, async ({ raw, call }) => {
      requireOwnPage(raw, publicUrl);
      const options = await accounts.beginPasskeySignIn(call.origin);
      return new RawReply({ status: 200, headers: noStore, body: { options: { ...options } } });
    }),
    route(endpoints.createPasskeySession, async ({ body, raw, call }) => {
      const from = prepare(raw);
      try {
        const session = await accounts.signInWithPasskey(body.response, call.origin, from);
        const { user_id: userId, id } = session.session;
        await note(call, { actor: userId, action: 'session.create', target: id, details: { passkey: true } });
        return await opened(raw, session);
      } catch (error) {
        if (isAppError(error, 'authentication_required'))
          await note(call, { actor: 'unknown', action: 'session.refuse', target: 'unknown' });
        throw error;
      }
    }),
    route(endpoints.previewInvitation, ({ body, raw }) => {
      requireOwnPage(raw, publicUrl);
      return invitations.preview(body.token);
    }),
    route(endpoints.acceptInvitation, async ({ body, raw, call }) => {
      const from = prepare(raw);
      const { opened: session, invitation } = await invitations.accept(body, from);
      const details = { role: invitation.role };
      const { user_id: userId } = session.session;
      await audit.record({
        workspaceId: invitation.workspace_id,
        actor: userId,
        action: 'invitation.accept',
        target: invitation.id,
        address: call.address,
        details,
      });
      return opened(raw, session);
    }),
  ];
}
