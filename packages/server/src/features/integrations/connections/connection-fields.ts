import { AppError } from '../../../lib/app-error.ts';
import { compileGivenPattern } from '../../../lib/given-schema.ts';
import type { AuthMethod, Manifest } from '../definitions/manifest.ts';
import { renderText } from '../definitions/template.ts';

/**
 * What a connection holds beside its credentials, checked against the manifest. Throws `invalid_request` with every
 * problem. With `isPartial`, what is required may still come from the third party.
 */
export function toConnectionFields(
  manifest: Manifest,
  given: Record<string, string>,
  context: { method: AuthMethod; credentials: Record<string, string>; isPartial?: boolean },
): Record<string, string> {
  const fields: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, field] of Object.entries(manifest.connection_fields ?? {})) {
    const fallback =
      field.default === undefined ? undefined : renderText(field.default, { connection: context.credentials });
    const value = given[name]?.trim() || fallback;
    if (value === undefined) {
      const isRequired = field.required === true || field.required_for?.includes(context.method) === true;
      if (isRequired && context.isPartial !== true) problems.push(`/fields/${name} is required: ${field.description}`);
    } else if (!compileGivenPattern(`^(?:${field.pattern})$`, `connection_fields.${name}.pattern`).test(value)) {
      problems.push(`/fields/${name} must be ${field.description} (${field.pattern})`);
    } else {
      fields[name] = value;
    }
  }
  if (problems.length === 0) return fields;
  throw new AppError('invalid_request', problems.join('; '), {
    title: 'Connection fields required',
    fields: {
      integration_id: manifest.id,
      problems,
      instructions: `Send them in fields: ${Object.keys(manifest.connection_fields ?? {}).join(', ')}.`,
    },
  });
}
