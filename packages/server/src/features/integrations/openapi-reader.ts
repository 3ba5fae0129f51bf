import { isJsonObject, type JsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { ProcessPool, TaskError } from '../../lib/process-pool.ts';

/** Reads OpenAPI documents in a process of its own, with limits on time and memory. */
export class OpenApiReader {
  readonly #pool = new ProcessPool({
    entry: new URL('./openapi-tasks.ts', import.meta.url),
    size: 1,
    timeoutMs: 30_000,
    memoryBytes: 700_000_000,
  });

  /** The document with its references resolved. Throws `invalid_request` with the reason. */
  async read(document: JsonObject): Promise<JsonObject> {
    if (typeof document.openapi !== 'string' || !/^3\./.test(document.openapi)) {
      throw new AppError('invalid_request', 'Send an OpenAPI 3 document as JSON.', {
        title: 'Invalid OpenAPI document',
      });
    }
    try {
      const resolved = await this.#pool.run<unknown>('resolve', document);
      return isJsonObject(resolved) ? resolved : {};
    } catch (error) {
      if (!(error instanceof TaskError) || error.reason === 'closed') throw error;
      throw new AppError('invalid_request', 'The OpenAPI document cannot be used.', {
        title: 'Invalid OpenAPI document',
        details: error.message.slice(0, 500),
      });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
