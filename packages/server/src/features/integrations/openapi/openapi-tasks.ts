import { isJsonObject, type JsonObject } from '@parley/contract';
import { serveTasks } from '../../../lib/serve-tasks.ts';
import type { Manifest } from '../definitions/manifest.ts';
import { fromOpenApi } from './openapi-manifest.ts';
import type { OpenApiTask } from './openapi-reader.ts';
import { resolveReferences } from './resolve-references.ts';

/** Three hundred operations with their inputs take a tenth of it. What waits for the result reads it on its event loop. */
const maxManifestCharacters = 2_000_000;

// Entry of the process that reads OpenAPI documents: they come from outside and can be large. With its references written out a
// document may be a hundred times as long, so only the manifest leaves here.
serveTasks({
  toManifest({ document, about }: OpenApiTask): Manifest {
    const resolved = resolveReferences(document instanceof Uint8Array ? parse(document) : requireVersion(document));
    const manifest = fromOpenApi(isJsonObject(resolved) ? resolved : {}, about);
    const { length } = JSON.stringify(manifest);
    if (length <= maxManifestCharacters) return manifest;
    throw new Error(
      `its operations take ${(length / 1e6).toFixed(1)} MB once their references are written out, at most ${maxManifestCharacters / 1e6} MB are taken`,
    );
  },
});

function parse(bytes: Uint8Array): JsonObject {
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new Error('it is not JSON');
  }
  return requireVersion(document);
}

function requireVersion(document: unknown): JsonObject {
  if (isJsonObject(document) && typeof document.openapi === 'string' && /^3\./.test(document.openapi)) return document;
  throw new Error('it is not an OpenAPI 3 document as JSON');
}
