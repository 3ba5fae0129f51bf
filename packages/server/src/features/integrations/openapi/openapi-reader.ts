import type { JsonObject } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { type OpenProcesses, openProcesses, type Processes } from '../../../lib/open-processes.ts';
import { TaskError } from '../../../lib/process-pool.ts';

/** A document, as JSON or as the bytes that an address answered, and what the integration made of it is called. */
export interface OpenApiTask {
  document: JsonObject | Uint8Array;
  about: { id: string; name?: string | undefined; description?: string | undefined; baseUrl?: string | undefined };
}

/** Reads OpenAPI documents in a process of its own, with limits on time and memory. */
export class OpenApiReader {
  readonly #pool: Processes;

  constructor({ open = openProcesses }: { open?: OpenProcesses } = {}) {
    this.#pool = open({
      entry: new URL('./openapi-tasks.ts', import.meta.url),
      size: 1,
      timeoutMs: 30_000,
      memoryBytes: 700_000_000,
    });
  }

  /** The document as an integration. Throws `invalid_request` with the reason. */
  async read(task: OpenApiTask): Promise<unknown> {
    try {
      return await this.#pool.run<unknown>('toManifest', task);
    } catch (error) {
      if (!(error instanceof TaskError) || error.reason === 'closed' || error.reason === 'busy') throw error;
      // What the caller can add to the document, in the words of `fromOpenApi`.
      if (error.code === 'invalid_request') {
        throw new AppError('invalid_request', error.message, { title: 'base_url required' });
      }
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
