import type { Model } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';

/** The models that requests can name. */
export class ModelsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  async list(options?: RequestOptions): Promise<Model[]> {
    const { data } = await this.#client.request('listModels', {}, options);
    return data;
  }

  get(id: string, options?: RequestOptions): Promise<Model> {
    return this.#client.request('getModel', { params: { id } }, options);
  }
}
