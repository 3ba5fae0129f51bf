import Type, { type Static } from 'typebox';
import { Deleted, IdParams } from '../admin-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { PageQuery, page } from '../page.ts';
import { Email, NullableText, NullableTime, ofWorkspace, Person, RoleName, Time } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const tag = dashboardTags.members;
const manager = { auth: 'admin', workspaceRole: 'admin', tag } as const;
const memberPath = '/v1/admin/members';
const invitationPath = '/v1/admin/invitations';

const Where = NullableText('Null for the whole installation.');

export const Member = Type.Object(
  {
    id: Type.String({ description: 'Of the membership.' }),
    user: Type.Object({
      ...Person.properties,
      verified: Type.Boolean({ description: 'Whether it was proved that the address is theirs.' }),
    }),
    role: RoleName,
    workspace_id: Where,
    created_at: Time('When they joined.'),
    last_seen_at: NullableTime('To the minute; null before the first sign-in.'),
  },
  { $id: 'Member', description: 'Somebody in a workspace, or in the whole installation.' },
);
export type Member = Static<typeof Member>;

const Ended = Type.Object(
  { keys: Type.Integer(), invitations: Type.Integer() },
  {
    $id: 'EndedWithRole',
    description:
      'What the person had made there and could not make any more: keys were revoked, invitations taken back, those included that ' +
      'an admin key of theirs had made.',
  },
);

const Place = Type.Optional(
  Type.Union([Type.String(), Type.Null()], {
    description: 'Null or absent for the whole installation; admins of a workspace name that workspace.',
  }),
);

export const AddMemberRequest = Type.Object({ email: Email, role: RoleName, workspace_id: Place });
export type AddMemberRequest = Static<typeof AddMemberRequest>;

export const Invitation = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    role: RoleName,
    workspace_id: Where,
    invited_by: Type.Union([Person, Type.Null()], {
      description: 'Null when the admin key did, or the account is gone.',
    }),
    created_at: Time('When it was made.'),
    expires_at: Time('Seven days later.'),
  },
  { $id: 'Invitation' },
);
export type Invitation = Static<typeof Invitation>;

export const CreatedInvitation = Type.Object({
  ...Invitation.properties,
  link: Type.String({ description: 'To hand over. It works once, for this address, and is shown this once.' }),
});
export type CreatedInvitation = Static<typeof CreatedInvitation>;

const ListQuery = Type.Object({ ...PageQuery.properties, ...ofWorkspace });

export const memberEndpoints = {
  listMembers: endpoint({
    ...manager,
    workspaceRole: 'viewer',
    id: 'listMembers',
    method: 'GET',
    path: memberPath,
    summary: 'List members, newest first',
    description: 'Of a workspace with those of the whole installation, who are members of every workspace.',
    query: ListQuery,
    responses: { 200: page(Member) },
  }),
  addMember: endpoint({
    ...manager,
    id: 'addMember',
    method: 'POST',
    path: memberPath,
    summary: 'Offer an address a role',
    description:
      'It waits until somebody signs in who has proved to have the address, and accepts it; the reply is the same whether there is such ' +
      'an account or not. Where addresses cannot be proved (neither an identity provider nor mail), make an invitation and hand over its link.',
    body: AddMemberRequest,
    responses: { 200: Invitation },
    example: { email: 'grace@example.com', role: 'member', workspace_id: 'ws_…' },
  }),
  updateMember: endpoint({
    ...manager,
    id: 'updateMember',
    method: 'PATCH',
    path: `${memberPath}/{id}`,
    summary: 'Change the role of a member',
    description:
      'Takes effect at once. Where addresses can be proved, an account whose address never was gets no stronger role. What the person had made and the new role could not make ends in the same step. The last owner of the ' +
      'installation stays one.',
    params: IdParams,
    body: Type.Object({ role: RoleName }),
    responses: { 200: Type.Object({ ...Member.properties, ended: Ended }) },
  }),
  removeMember: endpoint({
    ...manager,
    id: 'removeMember',
    method: 'DELETE',
    path: `${memberPath}/{id}`,
    summary: 'Remove a member',
    description:
      'Takes effect at once; keys that the person had made and invitations end in the same step. An account without any membership left is erased with its sessions and playground runs. The ' +
      'last owner of the installation cannot be removed.',
    params: IdParams,
    responses: { 200: Type.Object({ ...Deleted.properties, ended: Ended }) },
  }),
  createPasswordLink: endpoint({
    ...manager,
    id: 'createPasswordLink',
    method: 'POST',
    path: `${memberPath}/{id}/password-link`,
    summary: 'Make a link with which a member sets a new password',
    description:
      'To hand over; it works once, for a day, and replaces an older one. Only for people whose every role is within what the caller may ' +
      'give. The address of the account counts as unproved afterwards.',
    params: IdParams,
    body: Type.Object({
      drop_second_factor: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Also takes the second factor away, for somebody who has lost it.',
        }),
      ),
    }),
    responses: { 200: Type.Object({ link: Type.String(), expires_at: Time('A day later.') }) },
    example: { drop_second_factor: false },
  }),
  listInvitations: endpoint({
    ...manager,
    id: 'listInvitations',
    method: 'GET',
    path: invitationPath,
    summary: 'List open invitations, newest first',
    query: ListQuery,
    responses: { 200: page(Invitation) },
  }),
  createInvitation: endpoint({
    ...manager,
    id: 'createInvitation',
    method: 'POST',
    path: invitationPath,
    summary: 'Invite somebody',
    description:
      'Answers with the link to hand over; a new invitation of the same address to the same place replaces it.',
    body: Type.Object({ email: Email, role: RoleName, workspace_id: Place }),
    responses: { 200: CreatedInvitation },
    example: { email: 'grace@example.com', role: 'member', workspace_id: 'ws_…' },
  }),
  deleteInvitation: endpoint({
    ...manager,
    id: 'deleteInvitation',
    method: 'DELETE',
    path: `${invitationPath}/{id}`,
    summary: 'Take an invitation back',
    params: IdParams,
    responses: { 200: Deleted },
  }),
};
