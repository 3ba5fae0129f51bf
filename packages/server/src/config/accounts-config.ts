import { type Role, roles } from '@parley/contract';
import { type ConfigSource, flag, list, oneOf, text, url } from './config-source.ts';

interface OidcConfig {
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** Whoever has an address of one of these may sign in without an invitation. In lower case. */
  allowedDomains: string[];
  /** What they become in the first workspace. */
  defaultRole: Role;
  /** Take addresses for verified of which the provider does not say whether they are. */
  trustsEmails: boolean;
}

/** The operator's mail server. */
interface MailConfig {
  /** With user and password. */
  url: string;
  from: string;
}

/** People who sign in to the dashboard. */
export interface AccountsConfig {
  /** Undefined: only passwords. */
  oidc: OidcConfig | undefined;
  /** Give sessions also to browsers that come over plain http from other machines. */
  sessionsOverHttp: boolean;
  /** Undefined: no mail is sent. */
  mail: MailConfig | undefined;
  /** Let nobody in without a second factor, whatever the workspace asks for. */
  requiresSecondFactor: boolean;
}

export function readAccountsConfig(source: ConfigSource): AccountsConfig {
  return {
    oidc: readOidc(source),
    mail: readMail(source),
    sessionsOverHttp: flag(source, 'SESSIONS_OVER_HTTP'),
    requiresSecondFactor: flag(source, 'REQUIRE_SECOND_FACTOR'),
  };
}

function readMail(source: ConfigSource): MailConfig | undefined {
  const address = url(source, 'SMTP_URL', ['smtp', 'smtps']);
  const from = text(source, 'MAIL_FROM');
  if (address === undefined) return undefined;
  if (from === undefined) {
    source.problem('MAIL_FROM', 'is needed where SMTP_URL is set');
    return undefined;
  }
  // Links in mail lead where the operator says, never where a request says that it came to.
  if (text(source, 'PUBLIC_URL') === undefined) source.problem('PUBLIC_URL', 'is needed where SMTP_URL is set');
  return { url: address, from };
}

function readOidc(source: ConfigSource): OidcConfig | undefined {
  const issuer = url(source, 'OIDC_ISSUER', ['https', 'http']);
  const clientId = text(source, 'OIDC_CLIENT_ID');
  const allowedDomains = list(source, 'OIDC_ALLOWED_DOMAINS').map((domain) => domain.replace(/^@/, '').toLowerCase());
  for (const domain of allowedDomains) {
    if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain))
      source.problem('OIDC_ALLOWED_DOMAINS', `"${domain}" is not a domain`);
  }
  const clientSecret = text(source, 'OIDC_CLIENT_SECRET');
  const trustsEmails = flag(source, 'OIDC_TRUST_EMAIL');
  const defaultRole = oneOf(source, 'OIDC_DEFAULT_ROLE', roles, 'member');
  if (issuer === undefined) {
    if (clientId !== undefined) source.problem('OIDC_ISSUER', 'is needed where OIDC_CLIENT_ID is set');
    return undefined;
  }
  if (clientId === undefined) {
    source.problem('OIDC_CLIENT_ID', 'is needed where OIDC_ISSUER is set');
    return undefined;
  }
  return { issuer, clientId, clientSecret, allowedDomains, defaultRole, trustsEmails };
}
