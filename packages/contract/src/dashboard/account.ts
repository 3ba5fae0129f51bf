import Type, { type Static } from 'typebox';
import { Deleted, IdParams } from '../admin-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { Code, NullableText, RoleName, Time } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const signedIn = { auth: 'session', tag: dashboardTags.sessions } as const;
const secondFactorPath = '/v1/account/second-factor';
const passkeysPath = '/v1/account/passkeys';
const offersPath = '/v1/account/offers';

export const Offer = Type.Object(
  {
    id: Type.String(),
    role: RoleName,
    workspace_id: NullableText('Null for the whole installation.'),
    workspace_name: NullableText('Null for the whole installation.'),
    invited_by: NullableText('The name of who did; null when a key did, or that account is gone.'),
    created_at: Time('When it was given.'),
    expires_at: Time('Until then it can be accepted.'),
  },
  { $id: 'Offer', description: 'A role that was given to the address of an account and waits for the person.' },
);
export type Offer = Static<typeof Offer>;

export const SecondFactorSetup = Type.Object(
  {
    secret: Type.String({ description: 'For the authenticator app, in base32. Shown this once.' }),
    uri: Type.String({ description: 'The same as an address that apps open.' }),
  },
  { $id: 'SecondFactorSetup' },
);
export type SecondFactorSetup = Static<typeof SecondFactorSetup>;

export const Passkey = Type.Object(
  {
    id: Type.String({ description: 'Of the credential, base64url.' }),
    name: Type.String(),
    created_at: Time('When it was added.'),
    last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'When somebody last signed in with it.' }),
  },
  { $id: 'Passkey' },
);
export type Passkey = Static<typeof Passkey>;

const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'Such as the device it is on.',
});
const CurrentPassword = Type.Optional(Type.String({ maxLength: 1024, description: 'Needed by those who have one.' }));

const PasskeyParams = Type.Object({ id: Type.String({ maxLength: 2000 }) });

/** What a browser's API of passkeys takes or gives, as JSON. */
export const WebAuthnJson = Type.Record(Type.String(), Type.Unknown(), {
  description: 'As the browser takes and gives it (WebAuthn, in JSON: `PublicKeyCredential.toJSON()`).',
});

/** What people do with their own account. */
export const accountEndpoints = {
  beginSecondFactor: endpoint({
    ...signedIn,
    id: 'beginSecondFactor',
    method: 'POST',
    path: secondFactorPath,
    summary: 'Set up a second factor',
    description:
      'An authenticator app (TOTP: SHA-1, six digits, 30 seconds). It is on once a code of the app was confirmed.',
    body: Type.Object({
      current_password: Type.Optional(Type.String({ maxLength: 1024, description: 'Needed by those who have one.' })),
    }),
    responses: { 200: SecondFactorSetup },
    example: { current_password: 'correct horse battery' },
  }),
  confirmSecondFactor: endpoint({
    ...signedIn,
    id: 'confirmSecondFactor',
    method: 'POST',
    path: `${secondFactorPath}/confirm`,
    summary: 'Switch the second factor on',
    description:
      'Ends every other session. The recovery codes are shown this once; each opens the account once without the app.',
    body: Type.Object({ code: Code }),
    responses: { 200: Type.Object({ recovery_codes: Type.Array(Type.String()) }) },
    example: { code: '123456' },
  }),
  endSecondFactor: endpoint({
    ...signedIn,
    id: 'endSecondFactor',
    method: 'POST',
    path: `${secondFactorPath}/off`,
    summary: 'Switch the second factor off',
    body: Type.Object({ code: Code }),
    responses: { 200: Type.Object({ second_factor: Type.Literal(false) }) },
    example: { code: '123456' },
  }),
  listPasskeys: endpoint({
    ...signedIn,
    id: 'listPasskeys',
    method: 'GET',
    path: passkeysPath,
    summary: 'List your passkeys',
    responses: { 200: Type.Object({ data: Type.Array(Passkey) }) },
  }),
  beginPasskey: endpoint({
    ...signedIn,
    id: 'beginPasskey',
    method: 'POST',
    path: `${passkeysPath}/begin`,
    summary: 'Begin to add a passkey',
    description:
      'What the browser makes one of (`PublicKeyCredential.parseCreationOptionsFromJSON`), within five minutes. Browsers keep them for a name, not for a bare address.',
    body: Type.Object({ current_password: CurrentPassword }),
    responses: { 200: Type.Object({ options: WebAuthnJson }) },
    example: { current_password: 'correct horse battery' },
  }),
  addPasskey: endpoint({
    ...signedIn,
    id: 'addPasskey',
    method: 'POST',
    path: passkeysPath,
    summary: 'Add a passkey',
    description:
      'A passkey stands for the password and the second factor at once. The first second factor of an account ends every other session and comes with recovery codes, which are shown this once.',
    body: Type.Object({ name: PasskeyName, response: WebAuthnJson }),
    responses: {
      200: Type.Object({
        passkey: Passkey,
        recovery_codes: Type.Union([Type.Array(Type.String()), Type.Null()], {
          description: 'With the first second factor of the account, else null.',
        }),
      }),
    },
  }),
  renamePasskey: endpoint({
    ...signedIn,
    id: 'renamePasskey',
    method: 'PATCH',
    path: `${passkeysPath}/{id}`,
    summary: 'Rename a passkey',
    params: PasskeyParams,
    body: Type.Object({ name: PasskeyName }),
    responses: { 200: Passkey },
    example: { name: 'Phone' },
  }),
  removePasskey: endpoint({
    ...signedIn,
    id: 'removePasskey',
    method: 'POST',
    path: `${passkeysPath}/{id}/remove`,
    summary: 'Remove a passkey',
    description: 'With the last second factor the recovery codes go as well.',
    params: PasskeyParams,
    body: Type.Object({ current_password: CurrentPassword }),
    responses: { 200: Deleted },
    example: { current_password: 'correct horse battery' },
  }),
  listOffers: endpoint({
    ...signedIn,
    id: 'listOffers',
    method: 'GET',
    path: offersPath,
    summary: 'List the roles that wait for you',
    description:
      'Given to your address, and yours once you accept them. None as long as nobody has proved that the address is yours. At most 100, newest first.',
    responses: { 200: Type.Object({ data: Type.Array(Offer) }) },
  }),
  acceptOffer: endpoint({
    ...signedIn,
    id: 'acceptOffer',
    method: 'POST',
    path: `${offersPath}/{id}/accept`,
    summary: 'Accept a role',
    params: IdParams,
    responses: { 200: Type.Object({ id: Type.String(), role: RoleName, workspace_id: NullableText('Where.') }) },
  }),
  declineOffer: endpoint({
    ...signedIn,
    id: 'declineOffer',
    method: 'DELETE',
    path: `${offersPath}/{id}`,
    summary: 'Decline a role',
    params: IdParams,
    responses: { 200: Deleted },
  }),
};
