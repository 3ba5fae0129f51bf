import type { Operations } from '../generated/operations.ts';
import type {
  CreateProviderRequest,
  CreateRouteRequest,
  DryRun,
  DryRunRequest,
  EngineTest,
  ModelRouteView,
  ProviderList,
  ProviderView,
  ReplaceRouteRequest,
  SettingVersions,
  UpdateProviderRequest,
} from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';

/** Providers of models, in force in every process within a second of each change. */
export class ProvidersResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Those of the environment and the file too, and the vendors whose address is known. */
  list(options?: RequestOptions): Promise<ProviderList> {
    return this.#client.request('listProviders', {}, options);
  }

  /** Keys are sealed at rest and never shown again. */
  create(request: CreateProviderRequest, options?: RequestOptions): Promise<ProviderView> {
    return this.#client.request('createProvider', { body: request }, options);
  }

  get(id: string, options?: RequestOptions): Promise<ProviderView> {
    return this.#client.request('getProvider', { params: { id } }, options);
  }

  /** `keys` is the whole list; one without `value` keeps that of the same name. */
  update(id: string, request: UpdateProviderRequest, options?: RequestOptions): Promise<ProviderView> {
    return this.#client.request('updateProvider', { params: { id }, body: request }, options);
  }

  /** Refused while a route names one of its models. */
  delete(id: string, options?: RequestOptions): Promise<Operations['deleteProvider']['reply']> {
    return this.#client.request('deleteProvider', { params: { id } }, options);
  }

  versions(id: string, options?: RequestOptions): Promise<SettingVersions> {
    return this.#client.request('listProviderVersions', { params: { id } }, options);
  }

  /** One step back, or to the version that is named. */
  revert(id: string, version?: number, options?: RequestOptions): Promise<ProviderView> {
    const body = version === undefined ? {} : { version };
    return this.#client.request('revertProvider', { params: { id }, body }, options);
  }

  /** One small call; what failed stands in `error`. */
  test(id: string, model?: string, options?: RequestOptions): Promise<EngineTest> {
    const body = model === undefined ? {} : { model };
    return this.#client.request('testProvider', { params: { id }, body }, options);
  }
}

/** Names for callers, with the engines behind them. */
export class RoutesResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  list(options?: RequestOptions): Promise<ModelRouteView[]> {
    return this.#client.request('listRoutes', {}, options).then(({ data }) => data);
  }

  create(request: CreateRouteRequest, options?: RequestOptions): Promise<ModelRouteView> {
    return this.#client.request('createRoute', { body: request }, options);
  }

  get(id: string, options?: RequestOptions): Promise<ModelRouteView> {
    return this.#client.request('getRoute', { params: { id } }, options);
  }

  /** The whole route anew: what is left out is no longer set. */
  replace(id: string, request: ReplaceRouteRequest, options?: RequestOptions): Promise<ModelRouteView> {
    return this.#client.request('replaceRoute', { params: { id }, body: request }, options);
  }

  delete(id: string, options?: RequestOptions): Promise<Operations['deleteRoute']['reply']> {
    return this.#client.request('deleteRoute', { params: { id } }, options);
  }

  versions(id: string, options?: RequestOptions): Promise<SettingVersions> {
    return this.#client.request('listRouteVersions', { params: { id } }, options);
  }

  /** One step back, or to the version that is named. */
  revert(id: string, version?: number, options?: RequestOptions): Promise<ModelRouteView> {
    const body = version === undefined ? {} : { version };
    return this.#client.request('revertRoute', { params: { id }, body }, options);
  }

  test(id: string, options?: RequestOptions): Promise<EngineTest> {
    return this.#client.request('testRoute', { params: { id } }, options);
  }

  /** Which engine a call would get, and why; nobody is asked. */
  dryRun(request: DryRunRequest, options?: RequestOptions): Promise<DryRun> {
    return this.#client.request('dryRunRoute', { body: request }, options);
  }
}
