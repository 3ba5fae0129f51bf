import { LocalJobQueue } from '../../src/adapters/local-queue/local-job-queue.ts';
import { systemClock } from '../../src/adapters/system/system-clock.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import type { FileContext } from '../../src/features/knowledge/retrieval/file-context.ts';
import { PageReader } from '../../src/features/knowledge/web-pages/page-reader.ts';
import { PageRepository } from '../../src/features/knowledge/web-pages/page-repository.ts';
import { CallTrace } from '../../src/features/money/billing/call-trace.ts';
import { ResearchService } from '../../src/features/research/research-service.ts';
import { researchKind } from '../../src/features/research/research-work.ts';
import type { ResearchModel } from '../../src/features/research/researchers/research-model.ts';
import { SearchService } from '../../src/features/research/search/search-service.ts';
import { SourceWork } from '../../src/features/research/sources/source-work.ts';
import { Runs } from '../../src/features/runs/background/runs.ts';
import { Outbox } from '../../src/features/runs/webhooks/outbox.ts';
import { PromptLibrary } from '../../src/features/text/prompts/prompt-library.ts';
import { GuardedFetcher } from '../../src/outbound/guard/guarded-fetcher.ts';
import type { Call } from '../../src/ports/call.ts';
import type { Consumption, Meter } from '../../src/ports/meter.ts';
import type { SearchEngine } from '../../src/ports/search-engine.ts';
import { lendProcesses } from '../lend-processes.ts';

export interface ResearchBench {
  service: ResearchService;
  pages: PageRepository;
  reader: PageReader;
  search: SearchService;
  database: Database;
  /** What was charged, per run. */
  billed: Map<string, Consumption[]>;
  call(overrides?: Partial<Call>): Call;
  close(): Promise<void>;
}

export interface BenchOptions {
  engines: SearchEngine[];
  allowed: string[];
  model?: ResearchModel;
  dataDir?: string;
  files?: FileContext;
}

const readerModel: ResearchModel = {
  id: 'small-2',
  isEmbedded: true,
  materialCharacters: 20_000,
  ask: () => Promise.reject(new Error('the reader is not asked')),
  estimateUsd: () => 0,
};

const noFiles: FileContext = { load: async () => [], sources: async () => [] };

/** All of search and research on a database of its own, without HTTP. */
export async function openResearchBench(options: BenchOptions): Promise<ResearchBench> {
  const database = await openDatabase({ dataDir: options.dataDir ?? ':memory:' });
  const { db } = database;
  // Pages are kept for workspaces that are there; a bench may open the directory of one before.
  const workspace = { id: 'ws_test', name: 'test', created_at: 1, budget_nanos: null };
  await db
    .insertInto('workspaces')
    .values(workspace)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const clock = systemClock;
  const fetcher = new GuardedFetcher({
    userAgent: 'Parley-test/1 (+mailto:test@example.org)',
    allowedAddresses: options.allowed,
    concurrencyPerHost: 8,
  });
  const pages = new PageRepository({ db });
  const open = lendProcesses;
  const reader = new PageReader({ fetcher, pages, clock, robotsAgent: 'Parley', hostIntervalMs: 0, workers: 1, open });
  const search = new SearchService({ engines: options.engines, clock });
  const work = new SourceWork({ workers: 1, open });
  const jobs = new LocalJobQueue({ db });
  const files = options.files ?? noFiles;
  const models = () => options.model ?? readerModel;
  const billed = new Map<string, Consumption[]>();
  const openMeter = async (run: { id: string }): Promise<Meter> => {
    const entries: Consumption[] = [];
    return {
      trace: new CallTrace(() => 0),
      reserve: async () => {},
      add: (entry) => void entries.push(entry),
      handOver: () => {},
      settle: async () => {
        if (entries.length > 0) billed.set(run.id, entries);
      },
    };
  };
  const findInCollections = async () => [];
  const runs = new Runs(
    { db, jobs, outbox: new Outbox({ db, clock }), clock, fetcher, secrets: ['test-secret-0123456789'], openMeter },
    researchKind({
      search,
      pages: reader,
      pageTexts: pages,
      work,
      files,
      models,
      findFiles: async () => [],
      findInCollections,
      clock,
      prompts: new PromptLibrary(),
    }),
  );
  await jobs.start();
  const service = new ResearchService({ runs, pages, files, models, findInCollections });
  return {
    service,
    pages,
    reader,
    search,
    database,
    billed,
    call: (overrides) => ({ ...testCall(), ...overrides }),
    async close() {
      await jobs.close(100);
      await Promise.all([reader.close(), work.close(), fetcher.close()]);
      await database.close();
    },
  };
}

function testCall(): Call {
  return {
    requestId: 'req_test',
    endpoint: 'createDeepResearch',
    workspaceId: 'ws_test',
    keyId: 'key_test',
    scopes: ['research'],
    confirmChanges: 'always',
    models: null,
    mayAskWeb: true,
    signal: new AbortController().signal,
    address: '127.0.0.1',
    origin: 'http://127.0.0.1:8484',
    meter: {
      trace: new CallTrace(() => 0),
      reserve: async () => {},
      add: () => {},
      handOver: () => {},
      settle: async () => {},
    },
  };
}
