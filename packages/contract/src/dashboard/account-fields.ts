import Type, { type Static } from 'typebox';
import { roles } from '../roles.ts';

export const RoleName = Type.Enum(roles, {
  description:
    '`owner` and `admin` manage and use everything · `member` uses every capability, reads usage and makes keys · `viewer` ' +
    'reads. Only owners give and take the role of an owner.',
});

export const Time = (description: string) => Type.String({ format: 'date-time', description });
export const NullableTime = (description: string) => Type.Union([Time(description), Type.Null()]);
export const NullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^@\\s]+@[^@\\s]+$',
  description: 'Capitals make no difference.',
});
export const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
export const Password = Type.String({ minLength: 1, maxLength: 1024 });
export const NewPassword = Type.String({
  minLength: 12,
  maxLength: 1024,
  description: 'At least 12 characters; not the e-mail address.',
});

export const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'What the authenticator app shows, or a recovery code. Each works once.',
});

export const Person = Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() }, { $id: 'Person' });
export type Person = Static<typeof Person>;

/** Which workspace a list is wanted of. */
export const ofWorkspace = {
  workspace_id: Type.Optional(Type.String({ description: 'Default: every workspace that the caller may see.' })),
};
export const timeRange = {
  from: Type.Optional(Time('Inclusive.')),
  to: Type.Optional(Time('Exclusive.')),
};
