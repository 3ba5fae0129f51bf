import { SmtpMailer } from '../adapters/smtp/smtp-mailer.ts';
import { AccountRepository } from '../features/people/accounts/account-repository.ts';
import { AccountService } from '../features/people/accounts/account-service.ts';
import { InstallationValues } from '../features/people/accounts/installation-values.ts';
import { InvitationRepository } from '../features/people/accounts/invitation-repository.ts';
import { InvitationService } from '../features/people/accounts/invitation-service.ts';
import { KnownBrowsers } from '../features/people/accounts/known-browsers.ts';
import { MemberService, type UserCleaner } from '../features/people/accounts/member-service.ts';
import { OidcSignIn } from '../features/people/accounts/oidc-sign-in.ts';
import { Passkeys } from '../features/people/accounts/passkeys.ts';
import { PasswordLinks } from '../features/people/accounts/password-links.ts';
import { SecondFactor } from '../features/people/accounts/second-factor.ts';
import { SecondFactorRule } from '../features/people/accounts/second-factor-rule.ts';
import { SessionKeeper } from '../features/people/accounts/session-keeper.ts';
import { SessionRepository } from '../features/people/accounts/session-repository.ts';
import { SignInThrottle } from '../features/people/accounts/sign-in-throttle.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import type { Authenticator } from '../features/people/keys/authenticator.ts';
import type { KeyRepository } from '../features/people/keys/key-repository.ts';
import { SessionAccess } from '../features/people/keys/session-access.ts';
import { apiVersion } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import { memberRoutes } from '../http/routes/accounts/member-routes.ts';
import { offerRoutes } from '../http/routes/accounts/offer-routes.ts';
import { oidcRoutes } from '../http/routes/accounts/oidc-routes.ts';
import { sessionRoutes } from '../http/routes/accounts/session-routes.ts';
import { isAppError } from '../lib/app-error.ts';
import type { Platform } from './platform.ts';

/** Accounts of people, their sessions, members and invitations. */
export function composePeople(platform: Platform, { keys, audit }: { keys: KeyRepository; audit: AuditLog }) {
  const { clock, config, counters, database, logger, passwords, secrets } = platform;
  const { db, dialect } = database;
  const { oidc, mail, sessionsOverHttp, requiresSecondFactor } = config.accounts;
  const { publicUrl } = config.server;
  const repository = new AccountRepository({ db, dialect });
  const sessions = new SessionKeeper({ sessions: new SessionRepository({ db }), clock, secrets });
  const installation = new InstallationValues({ db });
  const browsers = new KnownBrowsers({ secrets });
  const secondFactor = new SecondFactor({ accounts: repository, clock, secrets });
  const secondFactors = new SecondFactorRule({ accounts: repository, isRequiredOfAll: requiresSecondFactor });
  const accounts = new AccountService({
    accounts: repository,
    passkeys: new Passkeys({ accounts: repository, secondFactor, clock, secrets }),
    sessions,
    passwords,
    throttle: new SignInThrottle({ counters }),
    browsers,
    secondFactor,
    secondFactorRule: secondFactors,
    installation,
    clock,
    secrets,
    version: apiVersion,
    hasOidc: oidc !== undefined,
    hasMail: mail !== undefined,
  });
  const cleaners: UserCleaner[] = [];
  const keyHolders: ((hash: string) => Promise<void>)[] = [];
  const members = new MemberService({
    accounts: repository,
    canProve: oidc !== undefined || mail !== undefined,
    cleaners,
    keyHolders,
    clock,
  });
  const invitations = new InvitationService({
    invitations: new InvitationRepository({ db }),
    accounts: repository,
    service: accounts,
    sessions,
    clock,
  });
  const passwordLinks = new PasswordLinks({
    accounts: repository,
    service: accounts,
    secondFactor,
    sessions,
    clock,
    counters,
    mail: mail && publicUrl !== undefined ? { mailer: new SmtpMailer(mail), publicUrl } : null,
    onError: (error) => logger.error({ error }, 'a mail could not be sent'),
  });
  const signIn =
    oidc && new OidcSignIn({ settings: oidc, accounts: repository, service: accounts, invitations, sessions });
  const access = new SessionAccess({ sessions, accounts: repository, keys, secondFactors });
  return {
    access,
    accounts,
    installation,
    /** Each capability that keeps something for a person adds what removes it. */
    cleaners,
    /** Whoever holds keys in memory adds what forgets one by its hash. */
    keyHolders,
    members: repository,
    routes(authenticator: Authenticator): Route[] {
      const isAdminKey = async (apiKey: string, address: string) => {
        try {
          return (await authenticator.authenticate({ apiKey }, address)).kind === 'admin';
        } catch (error) {
          if (isAppError(error, 'invalid_api_key')) return false;
          throw error;
        }
      };
      const shared = { accounts, sessions, audit, publicUrl, allowsPlainHttp: sessionsOverHttp };
      return [
        ...sessionRoutes({ ...shared, browsers, invitations, passwordLinks, isAdminKey }),
        ...offerRoutes({ invitations, audit }),
        ...oidcRoutes({ ...shared, signIn: signIn ?? null, secrets, clock }),
        ...memberRoutes({ members, invitations, passwordLinks, audit }),
      ];
    },
    forgetWorkspace: (workspaceId: string) => members.forgetWorkspace(workspaceId),
    sweep: () => sessions.sweep(),
  };
}
