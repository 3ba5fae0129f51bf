// long because it is one table: the calls about sessions
import Type, { type Static } from 'typebox';
import { Deleted } from '../admin-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { PageQuery, page } from '../page.ts';
import { WebAuthnJson } from './account.ts';
import {
  Code,
  Email,
  NewPassword,
  NullableText,
  Password,
  Person,
  PersonName,
  RoleName,
  Time,
} from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const tag = dashboardTags.sessions;
const open = { auth: 'none', tag } as const;
const signedIn = { auth: 'session', tag } as const;

/** Why nobody came in over the identity provider: what `error` of the page to sign in may be. */
const signInRefusals = [
  'begin_again',
  'not_confirmed',
  'unreachable',
  'unclaimed',
  'no_address',
  'unverified',
  'other_identity',
  'not_invited',
  'no_workspace',
  'failed',
] as const;
export type SignInRefusal = (typeof signInRefusals)[number];

export const InstanceInfo = Type.Object(
  {
    claimed: Type.Boolean({ description: 'False until somebody has made the first account.' }),
    oidc: Type.Boolean({ description: 'Whether people can sign in with an identity provider.' }),
    mail: Type.Boolean({ description: 'Whether links are mailed to those who have forgotten their password.' }),
    version: Type.String(),
  },
  { $id: 'InstanceInfo', description: 'Also in `instance` of the error that says that nobody is signed in.' },
);
export type InstanceInfo = Static<typeof InstanceInfo>;

export const WorkspaceAccess = Type.Object(
  { id: Type.String(), name: Type.String(), role: RoleName },
  { $id: 'WorkspaceAccess' },
);
export type WorkspaceAccess = Static<typeof WorkspaceAccess>;

export const CurrentSession = Type.Object(
  {
    session_id: Type.String(),
    user: Type.Object({
      ...Person.properties,
      has_password: Type.Boolean({ description: 'False for those who only sign in with an identity provider.' }),
      verified: Type.Boolean({ description: 'Whether it was proved that the address is theirs.' }),
      second_factor: Type.Boolean({ description: 'Whether a second factor is on: an authenticator app or a passkey.' }),
      authenticator_app: Type.Boolean({ description: 'Whether codes of an authenticator app are taken.' }),
    }),
    role: Type.Union([RoleName, Type.Null()], { description: 'In the workspace of this call; null without one.' }),
    instance_role: Type.Union([RoleName, Type.Null()], {
      description: 'In the whole installation; null for members of single workspaces.',
    }),
    workspaces: Type.Array(WorkspaceAccess, { description: 'At most the newest 200.' }),
    workspace_id: NullableText('The workspace that calls act in: that of `x-parley-workspace`, else the first.'),
    needs_second_factor: Type.Boolean({
      description:
        'A second factor is required here that this session came without: all but the account is closed until it is set up.',
    }),
    csrf_token: Type.String({ description: 'Goes back in `x-parley-csrf` on every call that is no GET.' }),
    expires_at: Time('When one has to sign in again.'),
    instance: InstanceInfo,
  },
  { $id: 'CurrentSession' },
);
export type CurrentSession = Static<typeof CurrentSession>;

export const SessionInfo = Type.Object(
  {
    id: Type.String(),
    created_at: Time('When somebody signed in.'),
    last_seen_at: Time('To the minute.'),
    expires_at: Time('When it ends by itself.'),
    address: NullableText('Network address of the last sign-in.'),
    user_agent: NullableText('What the browser said of itself.'),
    current: Type.Boolean({ description: 'The session of this very call.' }),
  },
  { $id: 'SessionInfo' },
);
export type SessionInfo = Static<typeof SessionInfo>;

const Ended = Deleted;
const Token = Type.String({ minLength: 1, maxLength: 200 });

export const ClaimRequest = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 200, description: 'From the link that the start printed.' })),
  admin_key: Type.Optional(Type.String({ maxLength: 256, description: 'Instead of the token.' })),
  email: Email,
  name: PersonName,
  password: NewPassword,
});
export type ClaimRequest = Static<typeof ClaimRequest>;

export const SignInRequest = Type.Object({ email: Email, password: Password, code: Type.Optional(Code) });
export type SignInRequest = Static<typeof SignInRequest>;

export const ChangePasswordRequest = Type.Object({
  current_password: Type.Optional(Type.String({ maxLength: 1024, description: 'Needed by those who have one.' })),
  new_password: NewPassword,
});

export const AcceptInvitationRequest = Type.Object({
  token: Token,
  name: Type.Optional(PersonName),
  password: Type.Optional(
    Type.String({ maxLength: 1024, description: 'A new one, or that of the account with this address.' }),
  ),
  code: Type.Optional(Code),
});
export type AcceptInvitationRequest = Static<typeof AcceptInvitationRequest>;

export const InvitationPreview = Type.Object(
  {
    email: Type.String(),
    role: RoleName,
    workspace_name: NullableText('Null for the whole installation.'),
    invited_by: NullableText('The name of who did; null when that account is gone.'),
    expires_at: Time('Until then it can be accepted.'),
  },
  { $id: 'InvitationPreview' },
);
export type InvitationPreview = Static<typeof InvitationPreview>;

const person = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };

export const sessionEndpoints = {
  claimInstance: endpoint({
    ...open,
    id: 'claimInstance',
    method: 'POST',
    path: '/v1/session/claim',
    summary: 'Make the first account',
    description:
      'Once per installation, with the token of the link that the start prints or with the admin key. Answers with a ' +
      'session cookie; the account is the owner.',
    body: ClaimRequest,
    responses: { 200: CurrentSession },
    example: { token: 'from-the-link', ...person },
  }),
  createSession: endpoint({
    ...open,
    id: 'createSession',
    method: 'POST',
    path: '/v1/session',
    summary: 'Sign in',
    description:
      'Answers with a cookie that scripts cannot read. Attempts are counted by address and account; browsers that were let in before are counted apart.',
    body: SignInRequest,
    responses: { 200: CurrentSession },
    example: { email: person.email, password: person.password },
  }),
  beginPasskeySignIn: endpoint({
    ...open,
    id: 'beginPasskeySignIn',
    method: 'POST',
    path: '/v1/session/passkey/begin',
    summary: 'Begin to sign in with a passkey',
    description: 'What the browser signs (`PublicKeyCredential.parseRequestOptionsFromJSON`), within five minutes.',
    responses: { 200: Type.Object({ options: WebAuthnJson }) },
  }),
  createPasskeySession: endpoint({
    ...open,
    id: 'createPasskeySession',
    method: 'POST',
    path: '/v1/session/passkey',
    summary: 'Sign in with a passkey',
    description: 'Stands for the password and the second factor. Answers as signing in does.',
    body: Type.Object({ response: WebAuthnJson }),
    responses: { 200: CurrentSession },
  }),
  getSession: endpoint({
    ...signedIn,
    id: 'getSession',
    method: 'GET',
    path: '/v1/session',
    summary: 'Who is signed in, and where they may act',
    description: 'The error without a session says in `instance` whether the installation was claimed.',
    responses: { 200: CurrentSession },
  }),
  deleteSession: endpoint({
    ...signedIn,
    id: 'deleteSession',
    method: 'DELETE',
    path: '/v1/session',
    summary: 'Sign out',
    responses: { 200: Ended },
  }),
  listSessions: endpoint({
    ...signedIn,
    id: 'listSessions',
    method: 'GET',
    path: '/v1/sessions',
    summary: 'List your sessions, newest first',
    query: PageQuery,
    responses: { 200: page(SessionInfo) },
  }),
  endSession: endpoint({
    ...signedIn,
    id: 'endSession',
    method: 'DELETE',
    path: '/v1/sessions/{id}',
    summary: 'End one of your sessions',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: Ended },
  }),
  changePassword: endpoint({
    ...signedIn,
    id: 'changePassword',
    method: 'POST',
    path: '/v1/session/password',
    summary: 'Change your password',
    description: 'Ends every other session of yours.',
    body: ChangePasswordRequest,
    responses: { 200: CurrentSession },
  }),
  previewInvitation: endpoint({
    ...open,
    id: 'previewInvitation',
    method: 'POST',
    path: '/v1/session/invitation',
    summary: 'See what an invitation is to',
    body: Type.Object({ token: Token }),
    responses: { 200: InvitationPreview },
  }),
  acceptInvitation: endpoint({
    ...open,
    id: 'acceptInvitation',
    method: 'POST',
    path: '/v1/session/accept-invitation',
    summary: 'Accept an invitation',
    description:
      'With a name, makes the account if there is none with the address, and signs in; else the password of the account is needed. What is ' +
      'refused is refused alike whether there is an account or not. A link proves no address: it was handed over by whoever invited.',
    body: AcceptInvitationRequest,
    responses: { 200: CurrentSession },
  }),
  requestPasswordLink: endpoint({
    ...open,
    id: 'requestPasswordLink',
    method: 'POST',
    path: '/v1/session/password-link',
    summary: 'Have a link mailed that sets the password',
    description:
      'There where SMTP_URL is set. Whoever uses the link has proved to have the address. The answer is the same whether there is such an ' +
      'account or not; at most three an hour are sent to an address.',
    body: Type.Object({ email: Email }),
    responses: { 200: Type.Object({ sent: Type.Literal(true) }) },
    example: { email: person.email },
  }),
  resetPassword: endpoint({
    ...open,
    id: 'resetPassword',
    method: 'POST',
    path: '/v1/session/reset-password',
    summary: 'Set a forgotten password',
    description:
      'With the token of a link that an admin has made, or that was mailed. Ends every session and signs in. A second factor is asked for, unless the link ' +
      'takes it away.',
    body: Type.Object({ token: Token, new_password: NewPassword, code: Type.Optional(Code) }),
    responses: { 200: CurrentSession },
    example: { token: 'from-the-link', new_password: 'another correct horse' },
  }),
  beginOidcSignIn: endpoint({
    ...open,
    id: 'beginOidcSignIn',
    method: 'GET',
    path: '/v1/session/oidc/begin',
    summary: 'Go to the identity provider to sign in',
    description: 'A page to open in the browser. There where OIDC_ISSUER is set.',
    query: Type.Object({
      return_to: Type.Optional(
        Type.String({ maxLength: 500, description: 'A path of the dashboard to come back to. Default: `/`.' }),
      ),
    }),
    contentType: 'text/html',
    responses: { 302: null },
  }),
  finishOidcSignIn: endpoint({
    ...open,
    id: 'finishOidcSignIn',
    method: 'GET',
    path: '/v1/session/oidc/callback',
    summary: 'Come back from the identity provider',
    description: `Leads to the page that was asked for, or to \`/sign-in?error=\` with one of ${signInRefusals.map((one) => `\`${one}\``).join(', ')}.`,
    query: Type.Object({
      code: Type.Optional(Type.String({ maxLength: 4000 })),
      state: Type.Optional(Type.String({ maxLength: 500 })),
      error: Type.Optional(Type.String({ maxLength: 500 })),
      error_description: Type.Optional(Type.String({ maxLength: 2000 })),
      iss: Type.Optional(Type.String({ maxLength: 500 })),
      session_state: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    contentType: 'text/html',
    responses: { 302: null },
  }),
};
