import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, type Replacements, type Service } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { ModelRouter, ResolvedModel } from '../src/features/models/model-router.ts';
import { noPrices, type TokenPrices } from '../src/features/money/billing/cost.ts';
import { AppError } from '../src/lib/app-error.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../src/ports/language-model.ts';
import { openForService } from './database.ts';
import { streamFitted } from './fitted-model.ts';
import { lendProcesses, lendThreads } from './lend-processes.ts';
import { putMigratedFile } from './migrated-file.ts';

export const apiKey = 'test-key-0123456789';
export const adminKey = 'admin-key-0123456789';

export interface TestService {
  service: Service;
  /** Where it listens. */
  url: string;
  /** That of its own; another one where `DATA_DIR` was given. */
  dataDir: string;
  /** One JSON call with the workspace's key; other headers replace it. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  admin(method: string, path: string, body?: unknown): Promise<TestReply>;
  close(): Promise<void>;
}

export interface TestReply {
  status: number;
  headers: Headers;
  text: string;
  // Tests look into bodies of many shapes; a wrong guess fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  json: any;
}

/** A password takes a tenth of a second as it is; `password-hash.test.ts` looks at that. */
const cheapPasswords = { memoryKiB: 64, passes: 1 };

/** With `TEST_SERVICES_ON=PostgreSQL` services that name no database get one on the server of `TEST_DATABASE_URL`. */
const isOnPostgres = process.env.TEST_SERVICES_ON === 'PostgreSQL';
/** With `TEST_COLLECTION_INDEX=postgresql` these search collections in it. */
const collectionIndex = process.env.TEST_COLLECTION_INDEX;

/** The real service on a free port, with a directory of its own. */
export async function startTestService(
  options: { env?: Record<string, string>; replacements?: Replacements } = {},
): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const { env = {} } = options;
  const hasOwn = env.DATABASE_URL !== undefined || env.DATA_DIR !== undefined;
  const database = isOnPostgres && !hasOwn ? await openForService('PostgreSQL', dataDir) : null;
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SHUTDOWN_GRACE_MS: '2000',
    PARLEY_CHECK_REPLIES: 'true',
    PARLEY_MODEL: 'reader',
    // A busy machine is slow; tests that are about the limit set it.
    READER_TIMEOUT_MS: '60000',
    // Vectors of meaning take a process and its time; tests that are about them ask for them.
    EMBEDDING_MODEL: 'lexical',
    PARLEY_API_KEY: apiKey,
    PARLEY_ADMIN_KEY: adminKey,
    ...database?.env,
    ...(database && collectionIndex && { COLLECTION_INDEX: collectionIndex }),
    ...env,
  });
  if (!hasOwn && database === null) await putMigratedFile(dataDir);
  const service = await compose(config, {
    openProcesses: lendProcesses,
    openThreads: lendThreads,
    passwordCost: cheapPasswords,
    ...options.replacements,
  });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const call: TestService['call'] = async (method, path, body, headers = { authorization: `Bearer ${apiKey}` }) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  return {
    service,
    url,
    dataDir,
    call,
    admin: (method, path, body) => call(method, path, body, { authorization: `Bearer ${adminKey}` }),
    async close() {
      await service.close();
      await database?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A router under which every name is the given model, at round prices. */
export function routerOf(model: LanguageModel, prices: Partial<TokenPrices> = {}): ModelRouter {
  const charged = { input: 0.001, cachedInput: 0.001, cacheWrite: 0.001, output: 0.01, request: 0, ...prices };
  const resolved = (id: string): ResolvedModel => ({
    id,
    embedded: model.embedded,
    readsImages: model.readsImages ?? true,
    charged,
    prices: charged,
    contextLength: 200_000,
    ...(model.defaultMaxTokens !== undefined && { defaultMaxTokens: model.defaultMaxTokens }),
    ...(model.imageRule !== undefined && { imageRule: model.imageRule }),
    stream(prompt, signal, bill, asking) {
      const take = (asked: Prompt) => {
        const count = bill.open(asked, noPrices);
        let hasBegun = false;
        return (event: ModelEvent) => {
          count.take(event);
          if (!hasBegun) bill.answeredBy(model.id);
          hasBegun = true;
        };
      };
      return streamFitted(model, prompt, signal, asking?.fit, take);
    },
  });
  return {
    defaultModel: 'small-2',
    resolve(name) {
      if (name === 'unknown') throw new AppError('model_not_found', 'There is no model unknown');
      return resolved(name);
    },
    list: () => [],
  };
}

/** The values of a stream's `data:` lines; bare text stays text. */
export function eventsIn(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('data: ') || block.startsWith('event: '))
    .map((block) => parsed(block.slice(block.indexOf('data: ') + 6)) ?? block.slice(6));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
