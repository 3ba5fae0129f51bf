import type { TSchema } from 'typebox';
import type { Role } from './roles.ts';

/** What a key may be allowed to do. */
export const scopes = ['text', 'files', 'ocr', 'research', 'integrations', 'media', 'evaluation'] as const;
export type Scope = (typeof scopes)[number];

/**
 * One address of the service: the single source of its validation, types, documentation and client.
 *
 * `auth`: `none` needs no key · a scope needs a key that has it · `key` any valid key · `admin` the admin key ·
 * `session` somebody who has signed in. Sessions of the dashboard can do what keys can, as far as their role goes.
 */
export interface Endpoint {
  /** Verb and noun, camelCase; the operation id in OpenAPI and the name in clients. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `{name}`. */
  path: string;
  /** Other addresses of the same endpoint. */
  aliases?: string[];
  auth: 'none' | 'key' | 'admin' | 'session' | Scope;
  /** Of `none` endpoints: a key that is sent all the same must be right, for people who try theirs out there. */
  triesKey?: boolean;
  /**
   * Of `admin` endpoints: the weakest role in a workspace whose sessions may call it, for that workspace alone. Absent: only the
   * admin key, and owners and admins of the whole installation.
   */
  workspaceRole?: Role;
  /** A POST that changes nothing and makes nothing, such as a look-up whose question is too long for an address. */
  readsOnly?: boolean;
  /** Heading in the reference. */
  tag: string;
  summary: string;
  description?: string;
  params?: TSchema;
  query?: TSchema;
  /** JSON body. Unknown fields are ignored. */
  body?: TSchema;
  /** Other request content types, with the schema that documents them (`multipart/form-data`, raw bytes). */
  otherBodies?: Record<string, TSchema>;
  /** Body limit in bytes; default 10 MB. */
  bodyLimit?: number;
  /** Answers by status; 200 unless the endpoint creates something. */
  responses: Record<number, TSchema | null>;
  /** Content type of the 200 answer when it is not JSON. */
  contentType?: string;
  /** Shape of one event when the endpoint can stream. */
  event?: TSchema;
  /** Shape of errors: ours, a vendor's, or JSON-RPC's. */
  errorShape?: 'parley' | 'openai' | 'anthropic' | 'jsonrpc';
  /** The 200 answer of an address that we share with a vendor, for the vendor's own client libraries. Errors follow it. */
  vendorAnswers?: { openai: TSchema };
  /** Accepts `Idempotency-Key`. */
  idempotent?: boolean;
  /**
   * The `error` to answer when the value at a JSON path (`/query`) is missing or wrong, with further fields of the body.
   * `/` is the body itself; `/*` one title for whatever is wrong inside it, with the sentences in `details`.
   */
  problems?: Record<string, string | { title: string; fields: Record<string, string> }>;
  /** A request body that works, for the reference. */
  example?: unknown;
}

/** Keeps the literal types of an endpoint while checking its form. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
