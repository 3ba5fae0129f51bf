import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { isAppError } from '../../../lib/app-error.ts';
import { compileGivenPattern, compileGivenSchema } from '../../../lib/given-schema.ts';
import { type Auth, Manifest, type ManifestFeature, type OAuthAuth } from './manifest.ts';
import { placeholderPaths, unknownFilters } from './template.ts';

const scopeNames = ['input', 'connection', 'call', 'response', 'status'];

const require = createRequire(import.meta.url);
let compiled: ReturnType<typeof compileManifest> | null = null;

function compileManifest() {
  const { Compile }: typeof import('typebox/compile') = require('typebox/compile');
  return Compile(Manifest);
}

/** Loaded and compiled at the first use; interpreting it would take several times as long. */
function manifestSchema() {
  compiled ??= compileManifest();
  return compiled;
}

/** A manifest that cannot be used, with every reason. */
export class ManifestError extends Error {
  readonly problems: string[];

  constructor(name: string, problems: string[]) {
    super(`${name}: ${problems.join('; ')}`);
    this.name = 'ManifestError';
    this.problems = problems;
  }
}

/** Reads a manifest from anywhere. Throws a ManifestError with every problem at once. */
export function readManifest(value: unknown, name: string): Manifest {
  if (!manifestSchema().Check(value)) {
    const problems = manifestSchema()
      .Errors(value)
      .map((error) => `${error.instancePath || '/'} ${error.message}`);
    throw new ManifestError(name, [...new Set(problems)].slice(0, 50));
  }
  const problems = [...problemsOfTemplates(value), ...problemsOfFeatures(value)];
  if (problems.length > 0) throw new ManifestError(name, problems);
  return value;
}

/** What is wrong with the input schemas of a manifest. Compiling takes a while: done when one is added, not at start. */
export async function problemsOfSchemas(manifest: Manifest): Promise<string[]> {
  const problems = problemsOfPatterns(manifest);
  for (const feature of manifest.features) {
    problems.push(...problemsOfSchema(feature));
    // Each is compiled within a bound; others are served in between.
    await setImmediate();
  }
  return problems;
}

function problemsOfPatterns(manifest: Manifest): string[] {
  const patterns = [
    ...Object.entries(manifest.connection_fields ?? {}).map(([name, { pattern }]) => ({
      field: `connection_fields.${name}.pattern`,
      source: `^(?:${pattern})$`,
    })),
    ...authsOf(manifest).flatMap((auth) =>
      auth.method === 'API_KEY' && auth.key_pattern ? [{ field: 'auth.key_pattern', source: auth.key_pattern }] : [],
    ),
  ];
  return patterns.flatMap(({ field, source }) => {
    try {
      compileGivenPattern(source, field);
      return [];
    } catch (error) {
      if (!isAppError(error)) throw error;
      return [error.message];
    }
  });
}

function problemsOfSchema(feature: ManifestFeature): string[] {
  try {
    compileGivenSchema(plainSchemaOf(feature), { field: 'input_schema' });
    return [];
  } catch (error) {
    const reason = isAppError(error) ? (error.details ?? error.message) : String(error);
    return [`${feature.name}: input_schema cannot be used: ${reason}`];
  }
}

export function plainSchemaOf(feature: ManifestFeature): JsonObject {
  const schema: JsonValue = JSON.parse(JSON.stringify(feature.input_schema));
  return isJsonObject(schema) ? schema : {};
}

/** All manifests of a directory, by file name. Throws a ManifestError that names every bad file. */
export async function readManifestDirectory(directory: string): Promise<Manifest[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  const manifests: Manifest[] = [];
  const problems: string[] = [];
  for (const name of names) {
    try {
      const value: unknown = JSON.parse(await readFile(join(directory, name), 'utf8'));
      manifests.push(readManifest(value, name));
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (problems.length > 0) throw new ManifestError(directory, problems);
  return manifests;
}

/** The ways to connect, the main one first. */
export function authsOf(manifest: Manifest): Auth[] {
  return [manifest.auth, ...(manifest.alternatives ?? [])];
}

/** How an integration is signed in to, if it can be. */
export function oauthOf(manifest: Manifest): OAuthAuth | undefined {
  return authsOf(manifest).find((auth) => auth.method === 'OAUTH2');
}

export function findFeature(manifest: Manifest, name: string): ManifestFeature | undefined {
  const wanted = name.toUpperCase();
  return manifest.features.find((feature) => feature.name === wanted);
}

function problemsOfTemplates(manifest: Manifest): string[] {
  const problems = placeholderPaths(manifest)
    .map((path) => path.trim().split('.')[0] ?? '')
    .filter((root) => !scopeNames.includes(root))
    .map((root) => `a placeholder names ${root}, which does not exist`);
  return [...new Set([...problems, ...unknownFilters(manifest).map((name) => `there is no filter ${name}`)])];
}

function problemsOfFeatures(manifest: Manifest): string[] {
  const problems: string[] = [];
  const names = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of manifest.features) (names.has(name) ? twice : names).add(name);
  for (const name of twice) problems.push(`the feature ${name} is there twice`);
  for (const feature of manifest.features) {
    if (!feature.request === !feature.mcp) problems.push(`${feature.name} needs either request or mcp`);
    problems.push(...problemsOfAddress(manifest, feature));
    const declared = new Set(Object.keys(propertiesOf(feature)));
    const used = placeholderPaths(feature.request)
      .filter((path) => path.startsWith('input.'))
      .map((path) => path.split('.')[1] ?? '');
    for (const name of new Set(used.filter((name) => !declared.has(name)))) {
      problems.push(`${feature.name} uses the input ${name}, which its schema does not have`);
    }
  }
  return problems;
}

function problemsOfAddress(manifest: Manifest, { name, request }: ManifestFeature): string[] {
  if (request === undefined || request.path === '' || request.path.startsWith('/')) return [];
  const origin = originOf(request.path);
  if (origin === null) return [`the path of ${name} is neither a whole address nor begins with /`];
  const bases = [manifest.base_url, ...authsOf(manifest).flatMap((auth) => auth.base_url ?? [])].map(originOf);
  if ([...bases, ...(manifest.other_origins ?? [])].includes(origin)) return [];
  return [`${name} goes to ${origin}, which is neither base_url nor one of other_origins`];
}

/** The origin of an address or template; null for what has none, or one that is made of values. */
function originOf(address: string): string | null {
  const found = /^https?:\/\/[^/?#]+/.exec(address)?.[0] ?? '';
  return URL.canParse(found) ? new URL(found).origin : null;
}

/** The properties of a feature's input schema. */
function propertiesOf(feature: ManifestFeature): Record<string, unknown> {
  const properties = feature.input_schema.properties;
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}
