import {
  type Integration,
  type IntegrationFeature,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@parley/contract';
import type { Auth, Manifest, ManifestFeature } from '../definitions/manifest.ts';
import { authsOf, plainSchemaOf } from '../definitions/read-manifest.ts';
import { maxItemsInput } from '../vendor-calls/feature-executor.ts';

const maxItemsSchema: JsonObject = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  description: 'Follow further pages until so many items have been read. Without it one page is read.',
};
const schemas = new WeakMap<ManifestFeature, JsonObject>();

/** The schema that inputs are checked against: the feature's own, and `max_items` where there are pages. */
export function inputSchemaOf(feature: ManifestFeature): JsonObject {
  const known = schemas.get(feature);
  if (known) return known;
  const schema = plainSchemaOf(feature);
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const result: JsonObject = {
    ...schema,
    type: 'object',
    properties: feature.pagination ? { ...properties, [maxItemsInput]: maxItemsSchema } : properties,
  };
  schemas.set(feature, result);
  return result;
}

/** An integration as the wire shows it. */
export function describeIntegration(manifest: Manifest): Integration {
  const fields = Object.entries(manifest.connection_fields ?? {});
  return {
    id: manifest.id,
    name: manifest.name,
    description: manifest.description,
    ...(manifest.logo_url && { logo_url: manifest.logo_url }),
    ...(manifest.app_url && { app_url: manifest.app_url }),
    auth_method: manifest.auth.method,
    auth_methods: methodsOf(authsOf(manifest)),
    tried_methods: methodsOf(authsOf(manifest).filter(({ probe }) => probe !== undefined)),
    ...(fields.length > 0 && {
      connection_fields: Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          {
            description: field.description,
            required: field.required === true,
            ...(field.required_for && { required_for: field.required_for }),
            pattern: field.pattern,
          },
        ]),
      ),
    }),
    features: manifest.features.map(describeFeature),
  };
}

function describeFeature(feature: ManifestFeature): IntegrationFeature {
  const schema = inputSchemaOf(feature);
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  return {
    name: feature.name,
    description: feature.description,
    parameters: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, typeName(property)])),
    input_schema: schema,
    ...(feature.scopes && { scopes: feature.scopes }),
    changes: changesThings(feature),
  };
}

/** Whether running it leaves something changed: what is not known to read only does. */
export function changesThings({ changes, request, mcp }: ManifestFeature): boolean {
  if (changes !== undefined) return changes;
  return mcp ? mcp.operation !== 'list_any' : request?.method !== 'GET';
}

/** The type of a property in one word, as the list of parameters shows it. */
function typeName(schema: JsonValue): string {
  if (!isJsonObject(schema)) return 'any';
  if (typeof schema.type === 'string') return schema.type;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf : Array.isArray(schema.oneOf) ? schema.oneOf : [];
  const names = [...new Set(choices.map(typeName))];
  if (names.length > 0) return names.join(' | ');
  return Array.isArray(schema.enum) ? [...new Set(schema.enum.map((value) => typeof value))].join(' | ') : 'any';
}

const methodsOf = (auths: readonly Pick<Auth, 'method'>[]): Auth['method'][] => [
  ...new Set(auths.map(({ method }) => method)),
];
