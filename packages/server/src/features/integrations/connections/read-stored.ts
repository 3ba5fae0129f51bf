import { createRequire } from 'node:module';
import type { Static, TSchema } from 'typebox';

const require = createRequire(import.meta.url);

/** JSON that was stored, or null when it does not have the form that is expected of it. */
export function readStored<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> | null {
  // Loaded with the first stored value: a service whose integrations nobody uses saves its memory.
  const { Check }: typeof import('typebox/value') = require('typebox/value');
  const value: unknown = JSON.parse(text);
  return Check(schema, value) ? value : null;
}
