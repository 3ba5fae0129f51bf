import { AppError } from '../../../lib/app-error.ts';
import type { CustomIntegrationRow, CustomIntegrationsRepository } from './custom-integrations-repository.ts';
import type { IntegrationSettings } from './integration-settings.ts';
import type { Manifest } from './manifest.ts';
import { ManifestError, problemsOfSchemas, readManifest, readManifestDirectory } from './read-manifest.ts';

export interface IntegrationCatalogueOptions {
  /** Directories of manifest files; in a later one a manifest replaces one with the same id. */
  directories: string[];
  custom: CustomIntegrationsRepository;
  settings: IntegrationSettings;
}

/** Every integration there is: those that come with the service, the operator's files, and what was added at run time. */
export class IntegrationCatalogue {
  readonly #options: IntegrationCatalogueOptions;
  #files: Promise<Map<string, Manifest>> | null = null;
  readonly #parsed = new Map<string, { updatedAt: number; manifest: Manifest }>();

  constructor(options: IntegrationCatalogueOptions) {
    this.#options = options;
  }

  /** Reads the manifest files, their schemas too. Throws a ManifestError that names everything that is wrong. */
  async check(): Promise<void> {
    const manifests = await this.#fromFiles();
    const problems: string[] = [];
    for (const manifest of manifests.values()) {
      for (const problem of await problemsOfSchemas(manifest)) problems.push(`${manifest.id}: ${problem}`);
    }
    if (problems.length > 0) throw new ManifestError('manifests', problems);
  }

  async list(workspaceId: string): Promise<Manifest[]> {
    const manifests = new Map(await this.#fromFiles());
    for (const row of await this.#options.custom.visibleTo(workspaceId)) {
      manifests.set(row.id, this.fromRow(row));
    }
    return [...manifests.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Throws `integration_not_found`. */
  async get(workspaceId: string, id: string): Promise<Manifest> {
    const manifest = await this.find(workspaceId, id);
    if (manifest) return manifest;
    throw new AppError(
      'integration_not_found',
      `There is no integration ${id.slice(0, 100)}. GET /v1/integrations lists them.`,
      {
        fields: { integration_id: id.slice(0, 100) },
      },
    );
  }

  async find(workspaceId: string, id: string): Promise<Manifest | null> {
    const row = await this.#options.custom.get(id);
    if (row && (row.workspace_id === null || row.workspace_id === workspaceId)) return this.fromRow(row);
    return (await this.#fromFiles()).get(id) ?? null;
  }

  /** Whether an id belongs to a manifest file. */
  async isFromFile(id: string): Promise<boolean> {
    return (await this.#fromFiles()).has(id);
  }

  fromRow(row: CustomIntegrationRow): Manifest {
    const known = this.#parsed.get(row.id);
    // The same object again, so that schemas compiled for it are found.
    if (known?.updatedAt === row.updated_at) return known.manifest;
    const manifest = this.#adjust(readManifest(JSON.parse(row.manifest), row.id));
    this.#parsed.set(row.id, { updatedAt: row.updated_at, manifest });
    return manifest;
  }

  #fromFiles(): Promise<Map<string, Manifest>> {
    this.#files ??= this.#read();
    return this.#files;
  }

  async #read(): Promise<Map<string, Manifest>> {
    const manifests = new Map<string, Manifest>();
    for (const directory of this.#options.directories) {
      for (const manifest of await readManifestDirectory(directory)) {
        manifests.set(manifest.id, this.#adjust(manifest));
      }
    }
    return manifests;
  }

  /** With the operator's addresses in the place of the manifest's. */
  #adjust(manifest: Manifest): Manifest {
    const setting = this.#options.settings[manifest.id];
    if (!setting) return manifest;
    const auth =
      manifest.auth.method === 'OAUTH2'
        ? {
            ...manifest.auth,
            ...(setting.authorizeUrl && { authorize_url: setting.authorizeUrl }),
            ...(setting.tokenUrl && { token_url: setting.tokenUrl }),
          }
        : manifest.auth;
    return { ...manifest, auth, ...(setting.baseUrl && { base_url: setting.baseUrl }) };
  }
}
