import Type, { type Static } from 'typebox';
import { NamedValues } from './named-values.ts';
import { Confirm } from './text-integrations.ts';

const AuthMethod = Type.Enum(['OAUTH2', 'API_KEY', 'BASIC_AUTH', 'NONE']);

/** One thing that an integration can do. */
export const IntegrationFeature = Type.Object(
  {
    name: Type.String({ description: 'Upper-case identifier, such as `SEND_MESSAGE`.' }),
    description: Type.String(),
    parameters: Type.Record(Type.String(), Type.String(), { description: 'Type name by parameter name.' }),
    input_schema: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema that `inputs` must satisfy.' }),
    ),
    scopes: Type.Optional(Type.Array(Type.String(), { description: 'Permissions at the third party that it needs.' })),
    changes: Type.Optional(
      Type.Boolean({
        description: 'Whether it changes something at the third party; such calls can need a confirmation.',
      }),
    ),
  },
  { $id: 'IntegrationFeature' },
);
export type IntegrationFeature = Static<typeof IntegrationFeature>;

export const Integration = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name: Type.String(),
    description: Type.String(),
    logo_url: Type.Optional(Type.String({ format: 'uri' })),
    app_url: Type.Optional(Type.String({ format: 'uri' })),
    features: Type.Optional(Type.Array(IntegrationFeature)),
    auth_method: Type.Optional(AuthMethod),
    auth_methods: Type.Optional(Type.Array(AuthMethod, { description: 'Every way to connect, the main one first.' })),
    tried_methods: Type.Optional(
      Type.Array(AuthMethod, {
        description:
          'Those whose credentials are tried once before they are stored; others show at their first call whether they are good.',
      }),
    ),
    connection_fields: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({
          description: Type.String(),
          required: Type.Boolean(),
          required_for: Type.Optional(Type.Array(AuthMethod)),
          pattern: Type.String(),
        }),
        { description: 'What a connection takes beside credentials, sent in `fields`.' },
      ),
    ),
  },
  { $id: 'Integration' },
);
export type Integration = Static<typeof Integration>;

const UserId = Type.String({ description: 'Your own id of the user, 1 to 255 characters.', examples: ['user-42'] });

export const ConnectIntegrationRequest = Type.Object({
  user_id: Type.Optional(UserId),
  api_key: Type.Optional(Type.String({ maxLength: 10_000, description: 'For API_KEY.' })),
  username: Type.Optional(Type.String({ maxLength: 1000, description: 'For BASIC_AUTH.' })),
  password: Type.Optional(Type.String({ maxLength: 10_000, description: 'For BASIC_AUTH.' })),
  callback_url: Type.Optional(
    Type.String({ maxLength: 2000, description: 'For OAUTH2: where the user goes afterwards.' }),
  ),
  scopes: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), {
      maxItems: 100,
      description: 'For OAUTH2: other than the default ones.',
    }),
  ),
  fields: Type.Optional(
    NamedValues(Type.String({ maxLength: 1000 }), {
      maxProperties: 50,
      description: "The integration's `connection_fields`.",
    }),
  ),
  extra: Type.Optional(
    Type.Object(
      {
        api_key: Type.Optional(Type.String({ maxLength: 10_000 })),
        username: Type.Optional(Type.String({ maxLength: 1000 })),
        password: Type.Optional(Type.String({ maxLength: 10_000 })),
        scopes: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 })),
        fields: Type.Optional(NamedValues(Type.String({ maxLength: 1000 }), { maxProperties: 50 })),
      },
      { description: 'What stands here counts as if it stood beside `user_id`, unless it stands there too.' },
    ),
  ),
});
export type ConnectIntegrationRequest = Static<typeof ConnectIntegrationRequest>;

export const ConnectedIntegration = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  integration_id: Type.String(),
  user_id: Type.String(),
});
export const ConnectRedirect = Type.Object({
  redirect_url: Type.String({ description: 'Send the user there within 10 minutes.' }),
  instructions: Type.String(),
});
export const ConnectIntegrationResponse = Type.Union([ConnectedIntegration, ConnectRedirect]);

export const ExecuteIntegrationRequest = Type.Object({
  user_id: Type.Optional(UserId),
  feature_name: Type.Optional(Type.String({ description: 'Compared without case.' })),
  inputs: Type.Optional(Type.Unknown({ description: "An object that satisfies the feature's `input_schema`." })),
  confirm: Type.Optional(Confirm),
});
export type ExecuteIntegrationRequest = Static<typeof ExecuteIntegrationRequest>;

export const ExecuteIntegrationResponse = Type.Object({
  success: Type.Literal(true),
  result: Type.Unknown(),
  integration_id: Type.String(),
  feature_name: Type.String(),
  user_id: Type.String(),
});

export const IntegrationConnection = Type.Object(
  {
    id: Type.String(),
    integration_id: Type.String(),
    user_id: Type.String(),
    auth_method: AuthMethod,
    status: Type.Enum(['connected', 'expiring', 'needs_reconnect'], {
      description:
        '`expiring`: works or is about to stop, and could not be renewed so far · `needs_reconnect`: the user must connect again.',
    }),
    reason: Type.Union([Type.String(), Type.Null()]),
    scopes: Type.Array(Type.String()),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'Of the access token; it is renewed before. Null when the third party does not say.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
    last_used_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { $id: 'IntegrationConnection' },
);
export type IntegrationConnection = Static<typeof IntegrationConnection>;

export const ConnectionCount = Type.Object(
  {
    connected: Type.Integer({ description: 'Those that work, `expiring` included.' }),
    needs_reconnect: Type.Integer(),
  },
  { $id: 'ConnectionCount' },
);
export type ConnectionCount = Static<typeof ConnectionCount>;
