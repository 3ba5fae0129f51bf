import Type, { type Static } from 'typebox';

/*
 * What an integration is, as data. Strings may hold placeholders `{{input.x}}`, `{{connection.x}}`, `{{call.id}}` and,
 * where an answer is read, `{{response.x}}`; see template.ts for how they are filled in.
 */

const strict = { additionalProperties: false } as const;
const TextMap = Type.Record(Type.String(), Type.String());
const JsonAny = Type.Unknown();

/** A JSON Schema as data; it is compiled when the feature is first used. */
const SchemaObject = Type.Record(Type.String(), Type.Unknown());

/** A request that shows whether credentials work. Any answer that is not refused counts. */
const Probe = Type.Object(
  {
    method: Type.Union([Type.Literal('GET'), Type.Literal('POST')]),
    path: Type.String(),
    body: Type.Optional(JsonAny),
  },
  strict,
);

/** Where credentials are put on a request. */
const placement = {
  headers: Type.Optional(TextMap),
  query: Type.Optional(TextMap),
  basic: Type.Optional(Type.Object({ username: Type.String(), password: Type.String() }, strict)),
  /** Base address when this way of connecting has another one. */
  base_url: Type.Optional(Type.String()),
  probe: Type.Optional(Probe),
  /** How to come by the credentials, for whoever is asked for them. */
  help: Type.Optional(Type.String()),
};

const NoAuth = Type.Object({ method: Type.Literal('NONE'), ...placement }, strict);
const ApiKeyAuth = Type.Object(
  { method: Type.Literal('API_KEY'), key_pattern: Type.Optional(Type.String()), ...placement },
  strict,
);
const BasicAuth = Type.Object({ method: Type.Literal('BASIC_AUTH'), ...placement }, strict);

export const OAuthAuth = Type.Object(
  {
    method: Type.Literal('OAUTH2'),
    /** Name of the client settings that several integrations of one vendor have in common. */
    client: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*$' })),
    /** Client that needs no setting (registered with the server of an operator's integration). */
    client_id: Type.Optional(Type.String()),
    authorize_url: Type.String(),
    token_url: Type.String(),
    revoke_url: Type.Optional(Type.String()),
    /** The server's name for itself (RFC 8414): an answer that names another issuer is refused. */
    issuer: Type.Optional(Type.String()),
    /** Whether every answer names its issuer (RFC 9207): then one that does not is refused. */
    sends_issuer: Type.Optional(Type.Boolean()),
    authorize_params: Type.Optional(TextMap),
    token_params: Type.Optional(TextMap),
    scopes: Type.Array(Type.String()),
    scope_separator: Type.Union([Type.Literal(' '), Type.Literal(',')]),
    pkce: Type.Boolean(),
    client_auth: Type.Union([Type.Literal('basic'), Type.Literal('post'), Type.Literal('none')]),
    token_request: Type.Union([Type.Literal('form'), Type.Literal('json')]),
    /** Lifetime in seconds to assume when the token answer names none; without it, 401 tells. */
    assumed_lifetime: Type.Optional(Type.Integer({ minimum: 60 })),
    /** Further words of this vendor for a refresh token that is dead for good. */
    invalid_grant_codes: Type.Optional(Type.Array(Type.String())),
    /** A request after the first token whose answer gives connection fields. */
    after_connect: Type.Optional(
      Type.Object({ method: Type.Literal('GET'), url: Type.String(), fields: TextMap }, strict),
    ),
    /** Connection fields taken from the token answer. */
    token_fields: Type.Optional(TextMap),
    ...placement,
  },
  strict,
);
export type OAuthAuth = Static<typeof OAuthAuth>;

export const Auth = Type.Union([NoAuth, ApiKeyAuth, BasicAuth, OAuthAuth]);
export type Auth = Static<typeof Auth>;
export type AuthMethod = Auth['method'];

/** Failures that arrive with a good status. Paths are JSON Pointers into the answer. */
const Failure = Type.Object(
  {
    /** The answer is a failure when the value at `path` equals `equals`, or, without it, when there is one at all. */
    path: Type.String(),
    equals: Type.Optional(JsonAny),
    message_path: Type.String(),
    /** Values at `message_path` that mean the credentials are dead. */
    unauthorized: Type.Optional(Type.Array(Type.String())),
    /** Values at `message_path` that mean too many requests. */
    rate_limited: Type.Optional(Type.Array(Type.String())),
  },
  strict,
);
export type Failure = Static<typeof Failure>;

const Pagination = Type.Object(
  {
    /** Where the items of a page are: a JSON Pointer, empty for the answer itself. */
    items: Type.String(),
    /**
     * `cursor`: a value of the answer goes into an input · `page`: the input counts up · `link`: the Link header's
     * `next` · `url`: an address in the answer · `last_item`: a field of the last item goes into an input.
     */
    kind: Type.Union([
      Type.Literal('cursor'),
      Type.Literal('page'),
      Type.Literal('link'),
      Type.Literal('url'),
      Type.Literal('last_item'),
    ]),
    /** The input that asks for the next page. */
    input: Type.Optional(Type.String()),
    /** JSON Pointer to the cursor or address in the answer, or to the field in the last item. */
    next: Type.Optional(Type.String()),
  },
  strict,
);
export type Pagination = Static<typeof Pagination>;

const RequestTemplate = Type.Object(
  {
    method: Type.Union([
      Type.Literal('GET'),
      Type.Literal('POST'),
      Type.Literal('PUT'),
      Type.Literal('PATCH'),
      Type.Literal('DELETE'),
    ]),
    /** Begins with `/` and is appended to the base address, or is a whole address on its origin or on one of `other_origins`. */
    path: Type.String(),
    query: Type.Optional(TextMap),
    headers: Type.Optional(TextMap),
    body: Type.Optional(JsonAny),
    body_type: Type.Optional(
      Type.Union([Type.Literal('json'), Type.Literal('form'), Type.Literal('multipart_related')]),
    ),
    /** False: credentials are not sent with this request. */
    authenticated: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type RequestTemplate = Static<typeof RequestTemplate>;

const Verified = Type.Union([Type.Literal('documentation'), Type.Literal('third_party'), Type.Literal('knowledge')]);

export const ManifestFeature = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,99}$' }),
    description: Type.String({ minLength: 1 }),
    input_schema: SchemaObject,
    scopes: Type.Optional(Type.Array(Type.String())),
    request: Type.Optional(RequestTemplate),
    /** The tool of a remote MCP server that this feature calls, with the hash of its approved definition. */
    mcp: Type.Optional(
      Type.Union([
        Type.Object({ operation: Type.Literal('call'), tool: Type.String(), definition_hash: Type.String() }, strict),
        Type.Object({ operation: Type.Literal('list_any') }, strict),
        Type.Object({ operation: Type.Literal('call_any') }, strict),
      ]),
    ),
    /** What of the answer is handed on; all of it by default. */
    response: Type.Optional(JsonAny),
    pagination: Type.Optional(Pagination),
    /** True when doing it again does no harm, although the method is not GET. */
    idempotent: Type.Optional(Type.Boolean()),
    /** Whether it changes something at the third party. By default every method but GET does, and every MCP tool. */
    changes: Type.Optional(Type.Boolean()),
    /** Where this feature's shape is known from, when that differs from the integration's. */
    verified: Type.Optional(Verified),
    note: Type.Optional(Type.String()),
  },
  strict,
);
export type ManifestFeature = Static<typeof ManifestFeature>;

export const Manifest = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    id: Type.String({ pattern: '^[a-z][a-z0-9_]{1,63}$' }),
    name: Type.String({ minLength: 1 }),
    description: Type.String({ minLength: 1 }),
    logo_url: Type.Optional(Type.String({ pattern: '^https://' })),
    app_url: Type.Optional(Type.String({ pattern: '^https?://' })),
    /** Pages that describe the vendor's interface. */
    sources: Type.Optional(Type.Array(Type.String())),
    /**
     * How the shapes below were confirmed: read in the vendor's `documentation`, seen in `third_party` clients of it,
     * or from `knowledge` of the same reference.
     */
    verified: Type.Optional(Verified),
    note: Type.Optional(Type.String()),
    base_url: Type.String(),
    /** Origins that features go to beside that of `base_url`. Nothing with credentials goes anywhere else. */
    other_origins: Type.Optional(Type.Array(Type.String({ pattern: '^https?://[^/?#{}@]+$' }), { maxItems: 20 })),
    /** Origins that users may be sent back to after signing in, beside those of the workspace and the operator. */
    callback_origins: Type.Optional(Type.Array(Type.String({ pattern: '^https?://[^/?#]+$' }), { maxItems: 50 })),
    headers: Type.Optional(TextMap),
    auth: Auth,
    /** Other ways to connect; the credentials that a connect request carries decide. */
    alternatives: Type.Optional(Type.Array(Auth)),
    /** What a connection holds beside its credentials, given in `fields` when connecting or found out. */
    connection_fields: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            description: Type.String(),
            pattern: Type.String(),
            required: Type.Optional(Type.Boolean()),
            /** Ways to connect that cannot do without it. */
            required_for: Type.Optional(
              Type.Array(
                Type.Union([
                  Type.Literal('OAUTH2'),
                  Type.Literal('API_KEY'),
                  Type.Literal('BASIC_AUTH'),
                  Type.Literal('NONE'),
                ]),
              ),
            ),
            default: Type.Optional(Type.String()),
          },
          strict,
        ),
      ),
    ),
    failure: Type.Optional(Failure),
    /** JSON Pointer to the seconds to wait, for vendors that say so in the body. */
    retry_after_path: Type.Optional(Type.String()),
    /** Paths (JSON Pointers) at which the vendor explains an error, the first one that is there is shown. */
    error_message_paths: Type.Optional(Type.Array(Type.String())),
    /** Address of the remote MCP server that the features belong to. */
    mcp_server_url: Type.Optional(Type.String()),
    features: Type.Array(ManifestFeature),
  },
  strict,
);
export type Manifest = Static<typeof Manifest>;
