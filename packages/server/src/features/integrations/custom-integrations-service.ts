import type { JsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Vault } from './connections/vault.ts';
import type {
  CustomIntegrationRow,
  CustomIntegrationsRepository,
} from './definitions/custom-integrations-repository.ts';
import type { IntegrationCatalogue } from './definitions/integration-catalogue.ts';
import type { Manifest } from './definitions/manifest.ts';
import { ManifestError, problemsOfSchemas, readManifest } from './definitions/read-manifest.ts';
import type { McpServers } from './mcp-servers.ts';
import { secretContext } from './oauth/applications.ts';
import type { ConnectionEraser, EraserActor } from './oauth/connection-eraser.ts';
import type { OAuthApplication } from './oauth/oauth-client.ts';
import type { OpenApiReader } from './openapi/openapi-reader.ts';

/** Of a document that is fetched: those of the largest services are below. */
const maxDocumentBytes = 10_000_000;

/** What the operator sends: one of a manifest, an OpenAPI document (or its address), a remote MCP server. */
export interface AddIntegrationRequest {
  id?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  workspaceId: string | null;
  manifest?: unknown;
  openapi?: JsonObject | undefined;
  openapiUrl?: string | undefined;
  baseUrl?: string | undefined;
  mcp?: McpServerRequest | undefined;
  /** Where this service is reached from outside. */
  origin: string;
  signal: AbortSignal;
}

interface McpServerRequest {
  url: string;
  authMethod: 'NONE' | 'API_KEY' | 'OAUTH2';
  clientId: string | undefined;
  clientSecret: string | undefined;
  scopes: string[] | undefined;
}

/** An added integration as the wire shows it. */
export interface CustomIntegrationView {
  id: string;
  workspace_id: string | null;
  source: CustomIntegrationRow['source'];
  /** `active`, `needs_approval` when a changed definition waits, `no_features` until a server's tools could be read. */
  status: 'active' | 'needs_approval' | 'no_features';
  manifest: JsonObject;
  pending_manifest: JsonObject | null;
  created_at: string;
  updated_at: string;
}

export interface CustomIntegrationsServiceOptions {
  custom: CustomIntegrationsRepository;
  catalogue: IntegrationCatalogue;
  fetcher: Pick<GuardedFetcher, 'fetch'>;
  openApi: OpenApiReader;
  mcp: McpServers;
  vault: Vault;
  eraser: Pick<ConnectionEraser, 'eraseAll'>;
  clock: Clock;
}

/** Integrations that the operator adds while the service runs. */
export class CustomIntegrationsService {
  readonly #options: CustomIntegrationsServiceOptions;

  constructor(options: CustomIntegrationsServiceOptions) {
    this.#options = options;
  }

  async add(request: AddIntegrationRequest): Promise<CustomIntegrationView> {
    const { custom, catalogue, vault, clock } = this.#options;
    const { manifest, source, application } = await this.#build(request);
    await checkManifest(manifest);
    const now = clock.now();
    const row: CustomIntegrationRow = {
      id: manifest.id,
      workspace_id: request.workspaceId,
      source,
      manifest: JSON.stringify(manifest),
      pending: null,
      secret: application && (await vault.seal(JSON.stringify(application), secretContext(manifest.id))),
      created_at: now,
      updated_at: now,
    };
    if ((await catalogue.isFromFile(manifest.id)) || !(await custom.insert(row))) {
      throw new AppError('conflict', `There already is an integration ${manifest.id}. Choose another id.`, {
        title: 'Integration already exists',
      });
    }
    return toView(row);
  }

  async list(): Promise<{ data: CustomIntegrationView[]; has_more: boolean; next: string | null }> {
    return { data: (await this.#options.custom.all()).map(toView), has_more: false, next: null };
  }

  async get(id: string): Promise<CustomIntegrationView> {
    return toView(await this.#row(id));
  }

  /** Ends every connection made through it; one made while it goes has nobody left to open it. */
  async remove(id: string, actor: EraserActor): Promise<{ connections: number; revoked: number }> {
    await this.#row(id);
    const { custom, eraser } = this.#options;
    const counts = await eraser.eraseAll({ integrationId: id }, actor);
    await custom.delete(id);
    const late = await eraser.eraseAll({ integrationId: id }, actor);
    return { connections: counts.connections + late.connections, revoked: counts.revoked + late.revoked };
  }

  /** Reads a server's tools again. What differs from the approved definitions waits for approval. */
  async refresh(id: string, request: Parameters<McpServers['read']>[1]): Promise<CustomIntegrationView> {
    const row = await this.#row(id);
    if (row.source !== 'mcp') {
      throw new AppError('invalid_request', 'Only MCP servers are read again. Delete the integration and add it anew.');
    }
    const current = this.#options.catalogue.fromRow(row);
    const found = await this.#options.mcp.read(current, request);
    await checkManifest(found);
    const pending = JSON.stringify(found) === row.manifest ? null : JSON.stringify(found);
    const changes = { pending, updated_at: this.#options.clock.now() };
    await this.#options.custom.update(id, changes);
    return toView({ ...row, ...changes });
  }

  /** The waiting definitions become the ones that run. */
  async approve(id: string): Promise<CustomIntegrationView> {
    const row = await this.#row(id);
    if (row.pending === null) throw new AppError('conflict', 'Nothing waits for approval.');
    const changes = { manifest: row.pending, pending: null, updated_at: this.#options.clock.now() };
    await this.#options.custom.update(id, changes);
    return toView({ ...row, ...changes });
  }

  async #build(request: AddIntegrationRequest): Promise<{
    manifest: Manifest;
    source: CustomIntegrationRow['source'];
    application: OAuthApplication | null;
  }> {
    if (request.manifest !== undefined) {
      return { manifest: parseManifest(request.manifest), source: 'manifest', application: null };
    }
    const id = request.id;
    if (id === undefined || !/^[a-z][a-z0-9_]{1,63}$/.test(id)) {
      throw new AppError('invalid_request', 'Send an id of lower-case letters, digits and underscores.', {
        title: 'id required',
      });
    }
    if (request.mcp) {
      const { name, description, origin, signal } = request;
      const { manifest, application } = await this.#options.mcp.add(
        { ...request.mcp, id, name: name ?? id, description: description ?? `Tools of ${request.mcp.url}`, origin },
        signal,
      );
      return { manifest, application, source: 'mcp' };
    }
    const { name, description, baseUrl } = request;
    const document = request.openapi ?? (await this.#fetchDocument(request));
    const about = { id, name, description, baseUrl };
    const manifest = parseManifest(await this.#options.openApi.read({ document, about }));
    return { manifest, source: 'openapi', application: null };
  }

  async #fetchDocument({ openapiUrl, signal }: AddIntegrationRequest): Promise<Uint8Array> {
    if (openapiUrl === undefined) {
      throw new AppError('invalid_request', 'Send one of manifest, openapi, openapi_url and mcp.', {
        title: 'Nothing to add',
      });
    }
    const { status, body } = await this.#options.fetcher.fetch(openapiUrl, { signal, maxBytes: maxDocumentBytes });
    if (status === 200) return body;
    throw new AppError('invalid_request', `openapi_url answered ${status} without a JSON document.`, {
      title: 'Invalid OpenAPI document',
    });
  }

  async #row(id: string): Promise<CustomIntegrationRow> {
    const row = await this.#options.custom.get(id);
    if (row) return row;
    throw new AppError('integration_not_found', `There is no added integration ${id.slice(0, 100)}.`, {
      fields: { integration_id: id.slice(0, 100) },
    });
  }
}

function parseManifest(value: unknown): Manifest {
  try {
    return readManifest(value, 'manifest');
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    throw invalidManifest(error.problems);
  }
}

async function checkManifest(manifest: Manifest): Promise<void> {
  const problems = await problemsOfSchemas(parseManifest(manifest));
  if (problems.length > 0) throw invalidManifest(problems);
}

function invalidManifest(problems: string[]): AppError {
  return new AppError('invalid_request', problems.slice(0, 20).join('; '), {
    title: 'Invalid manifest',
    details: `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`,
    fields: { problems },
  });
}

function toView(row: CustomIntegrationRow): CustomIntegrationView {
  const manifest: JsonObject = JSON.parse(row.manifest);
  const hasFeatures = Array.isArray(manifest.features) && manifest.features.length > 0;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    source: row.source,
    status: row.pending !== null ? 'needs_approval' : hasFeatures ? 'active' : 'no_features',
    manifest,
    pending_manifest: row.pending === null ? null : JSON.parse(row.pending),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
}
