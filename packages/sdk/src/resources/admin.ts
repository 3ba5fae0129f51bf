import type { OperationId, Operations } from '../generated/operations.ts';
import type {
  AddedIntegration,
  AddIntegrationRequest,
  AuditEvent,
  Budget,
  CreateBudgetRequest,
  CreatedKey,
  CreateKeyRequest,
  CreateWorkspaceRequest,
  HealthReport,
  Key,
  UpdateBudgetRequest,
  UpdateKeyRequest,
  UsageRecord,
  UsageSums,
  Workspace,
} from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';
import { ErasuresResource, HoldsResource } from './erasures.ts';
import { GuardsResource } from './guards.ts';
import { ProvidersResource, RoutesResource } from './model-settings.ts';
import { PromptsResource } from './prompts.ts';

type Query<Id extends OperationId> = Operations[Id]['query'];
type Reply<Id extends OperationId> = Promise<Operations[Id]['reply']>;

/** What takes the admin key. */
export class AdminResource {
  readonly #client: HttpClient;
  readonly workspaces: WorkspacesResource;
  readonly keys: KeysResource;
  readonly budgets: BudgetsResource;
  readonly cache: CacheResource;
  readonly usage: UsageResource;
  readonly integrations: AddedIntegrationsResource;
  readonly providers: ProvidersResource;
  readonly routes: RoutesResource;
  readonly guards: GuardsResource;
  readonly prompts: PromptsResource;
  readonly holds: HoldsResource;
  readonly erasures: ErasuresResource;

  constructor(client: HttpClient) {
    this.#client = client;
    this.workspaces = new WorkspacesResource(client);
    this.keys = new KeysResource(client);
    this.budgets = new BudgetsResource(client);
    this.cache = new CacheResource(client);
    this.usage = new UsageResource(client);
    this.integrations = new AddedIntegrationsResource(client);
    this.providers = new ProvidersResource(client);
    this.routes = new RoutesResource(client);
    this.guards = new GuardsResource(client);
    this.prompts = new PromptsResource(client);
    this.holds = new HoldsResource(client);
    this.erasures = new ErasuresResource(client);
  }

  /** State of every part and upstream. */
  health(options?: RequestOptions): Promise<HealthReport> {
    return this.#client.request('getHealthReport', {}, options);
  }

  /** Who did what, newest first. */
  audit(query: Query<'listAuditEvents'> = {}, options?: RequestOptions): Pages<AuditEvent> {
    return new Pages((after = query.after) =>
      this.#client.request('listAuditEvents', { query: { ...query, after } }, options),
    );
  }
}

export class WorkspacesResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  create(request: CreateWorkspaceRequest, options?: RequestOptions): Promise<Workspace> {
    return this.#client.request('createWorkspace', { body: request }, options);
  }

  list(query: Query<'listWorkspaces'> = {}, options?: RequestOptions): Pages<Workspace> {
    return new Pages((after = query.after) =>
      this.#client.request('listWorkspaces', { query: { ...query, after } }, options),
    );
  }

  get(id: string, options?: RequestOptions): Promise<Workspace> {
    return this.#client.request('getWorkspace', { params: { id } }, options);
  }

  update(id: string, request: Operations['updateWorkspace']['body'], options?: RequestOptions): Promise<Workspace> {
    return this.#client.request('updateWorkspace', { params: { id }, body: request }, options);
  }

  /** Deletes the workspace and all that belongs to it. */
  delete(id: string, options?: RequestOptions): Reply<'deleteWorkspace'> {
    return this.#client.request('deleteWorkspace', { params: { id } }, options);
  }
}

export class KeysResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** The answer holds the whole key, this once. */
  create(request: CreateKeyRequest = {}, options?: RequestOptions): Promise<CreatedKey> {
    return this.#client.request('createKey', { body: request }, options);
  }

  list(query: Query<'listKeys'> = {}, options?: RequestOptions): Pages<Key> {
    return new Pages((after = query.after) =>
      this.#client.request('listKeys', { query: { ...query, after } }, options),
    );
  }

  get(id: string, options?: RequestOptions): Promise<Key> {
    return this.#client.request('getKey', { params: { id } }, options);
  }

  update(id: string, request: UpdateKeyRequest, options?: RequestOptions): Promise<Key> {
    return this.#client.request('updateKey', { params: { id }, body: request }, options);
  }

  /** Ends the key within a second, for good. */
  revoke(id: string, options?: RequestOptions): Promise<Key> {
    return this.#client.request('revokeKey', { params: { id } }, options);
  }

  /** Makes a successor; the old key works on for `overlap_seconds`. */
  roll(id: string, request: Operations['rollKey']['body'] = {}, options?: RequestOptions): Promise<CreatedKey> {
    return this.#client.request('rollKey', { params: { id }, body: request }, options);
  }
}

/** Budgets of workspaces, keys, end users, tags and models. */
export class BudgetsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Counts what was spent in its period before, too. */
  create(request: CreateBudgetRequest, options?: RequestOptions): Promise<Budget> {
    return this.#client.request('createBudget', { body: request }, options);
  }

  list(query: Query<'listBudgets'> = {}, options?: RequestOptions): Pages<Budget> {
    return new Pages((after = query.after) =>
      this.#client.request('listBudgets', { query: { ...query, after } }, options),
    );
  }

  /** With what is spent, held and left; of a budget that each has of its own, that of `subject`. */
  get(id: string, query: Query<'getBudget'> = {}, options?: RequestOptions): Promise<Budget> {
    return this.#client.request('getBudget', { params: { id }, query }, options);
  }

  update(id: string, request: UpdateBudgetRequest, options?: RequestOptions): Promise<Budget> {
    return this.#client.request('updateBudget', { params: { id }, body: request }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<'deleteBudget'> {
    return this.#client.request('deleteBudget', { params: { id } }, options);
  }
}

/** The cache of replies: numbers alone, no reply. */
class CacheResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** What it holds and saves, by workspace, key and model. */
  get(which: Query<'getKeptReplies'> = {}, options?: RequestOptions): Reply<'getKeptReplies'> {
    return this.#client.request('getKeptReplies', { query: which }, options);
  }

  /** Clears it, or what is named of it, in every process within a second. */
  clear(which: Query<'clearKeptReplies'> = {}, options?: RequestOptions): Reply<'clearKeptReplies'> {
    return this.#client.request('clearKeptReplies', { query: which }, options);
  }
}

export class UsageResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Sums by key, model, endpoint, day or workspace. */
  sums(query: Query<'getUsage'> = {}, options?: RequestOptions): Promise<UsageSums> {
    return this.#client.request('getUsage', { query }, options);
  }

  /** One record for each call, newest first. */
  records(query: Query<'listUsageRecords'> = {}, options?: RequestOptions): Pages<UsageRecord> {
    return new Pages((after = query.after) =>
      this.#client.request('listUsageRecords', { query: { ...query, after } }, options),
    );
  }
}

/** Integrations that the operator adds. */
export class AddedIntegrationsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  add(request: AddIntegrationRequest, options?: RequestOptions): Promise<AddedIntegration> {
    return this.#client.request('addIntegration', { body: request }, options);
  }

  list(options?: RequestOptions): Reply<'listAddedIntegrations'> {
    return this.#client.request('listAddedIntegrations', {}, options);
  }

  get(id: string, options?: RequestOptions): Promise<AddedIntegration> {
    return this.#client.request('getAddedIntegration', { params: { id } }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<'deleteAddedIntegration'> {
    return this.#client.request('deleteAddedIntegration', { params: { id } }, options);
  }

  /** Reads the tools of an MCP server again. */
  refresh(
    id: string,
    request: Operations['refreshAddedIntegration']['body'] = {},
    options?: RequestOptions,
  ): Promise<AddedIntegration> {
    return this.#client.request('refreshAddedIntegration', { params: { id }, body: request }, options);
  }

  /** Lets changed definitions run. */
  approve(id: string, options?: RequestOptions): Promise<AddedIntegration> {
    return this.#client.request('approveAddedIntegration', { params: { id } }, options);
  }
}
