import { maxFileBytes } from '@parley/contract';
import { VectorStoreRepository } from '../features/compatible/vector-stores/vector-store-repository.ts';
import { VectorStoreService } from '../features/compatible/vector-stores/vector-store-service.ts';
import { CollectionIndexer } from '../features/knowledge/collections/collection-indexer.ts';
import { CollectionIntake } from '../features/knowledge/collections/collection-intake.ts';
import { CollectionRepository } from '../features/knowledge/collections/collection-repository.ts';
import { CollectionSearch } from '../features/knowledge/collections/collection-search.ts';
import { CollectionService } from '../features/knowledge/collections/collection-service.ts';
import { CollectionSnapshots } from '../features/knowledge/collections/collection-snapshots.ts';
import { OwnFiles } from '../features/knowledge/collections/own-files.ts';
import { OwnFilesRepository } from '../features/knowledge/collections/own-files-repository.ts';
import { PassageSearch } from '../features/knowledge/collections/passage-search.ts';
import { SegmentRepository } from '../features/knowledge/collections/segment-repository.ts';
import { type Keeping, type KeptPlace, SegmentStore } from '../features/knowledge/collections/segment-store.ts';
import { CollectionEmbedder } from '../features/knowledge/collections/vectors/collection-embedder.ts';
import { FileVectors } from '../features/knowledge/collections/vectors/file-vectors.ts';
import { VectorRepository } from '../features/knowledge/collections/vectors/vector-repository.ts';
import type { EmbeddingService } from '../features/knowledge/embeddings/embedding-service.ts';
import { FetchedUpload } from '../features/knowledge/files/fetched-upload.ts';
import type { RerankService } from '../features/knowledge/reranking/rerank-service.ts';
import type { PageReading } from '../features/knowledge/web-pages/stored-page.ts';
import type { RunMeters } from '../features/money/billing/run-meters.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import { collectionRoutes } from '../http/routes/collections/collection-routes.ts';
import { vectorStoreRoutes } from '../http/routes/openai/vector-store-routes.ts';
import type { PassageIndex } from '../ports/passage-index.ts';
import type { composeFiles } from './files.ts';
import type { Platform } from './platform.ts';

const sweepMs = 60_000;
const cacheBytes = 256 * 1024 * 1024;

export interface CollectionParts {
  stored: ReturnType<typeof composeFiles>;
  pages: PageReading;
  audit: Pick<AuditLog, 'record'>;
  embeddings: EmbeddingService;
  reranking: RerankService;
  meters: RunMeters;
}

/** Collections: named sets of files that are searched as one. */
export async function composeCollections(
  platform: Platform,
  { stored, pages, audit, embeddings, reranking, meters }: CollectionParts,
) {
  const { blobs, clock, database, fetcher, holds, jobs, logger } = platform;
  const { index, kept } = await openIndex(platform, embeddings);
  const { service: fileService, repository: files, content, discards, indexer: textIndexer, loader, watch } = stored;
  const collections = new CollectionRepository({ db: database.db });
  const segments = new SegmentRepository({ db: database.db });
  const store = new SegmentStore({ blobs, discards, index }, { cacheBytes });
  const vectors = new VectorRepository({ db: database.db });
  const embedder = new CollectionEmbedder({
    collections,
    segments,
    vectors,
    store,
    fileVectors: new FileVectors({ content, embeddings }),
    embeddings,
    jobs,
    clock,
    openMeter: (run) => meters.open(run, 'addCollectionFiles'),
  });
  const parts = { collections, segments, store, content, indexer: textIndexer, embedder, jobs, clock, kept };
  const indexer = new CollectionIndexer(parts);
  const fetched = new FetchedUpload({ files: fileService, fetcher, maxBytes: maxFileBytes });
  const intake = new CollectionIntake({ collections, files, fileService, fetched, pages, jobs, clock });
  const snapshots = new CollectionSnapshots({ segments, vectors });
  const repair = {
    words: (place: KeptPlace) => indexer.repair(place),
    vectors: (place: KeptPlace, model: string) => embedder.repair(place, model),
  };
  const search = new CollectionSearch({ snapshots, store, embeddings, repair, index });
  const passages = new PassageSearch({ search, files, loader, reranking, collections, clock });
  const service = new CollectionService({
    collections,
    files,
    fileService,
    indexer,
    intake,
    passages,
    store,
    vectors,
    embeddings,
    holds,
    clock,
  });
  const own = new OwnFiles({ own: new OwnFilesRepository({ db: database.db }), indexer, passages, clock });
  const stores = new VectorStoreService({
    collections: service,
    rows: collections,
    stores: new VectorStoreRepository({ db: database.db }),
    textOf: async ({ workspaceId, id }) => {
      const [row] = await files.find(workspaceId, [id]);
      return row?.status === 'ready' ? ((await loader.text(row))?.text ?? null) : null;
    },
    clock,
  });
  jobs.register(indexer.jobKind());
  jobs.register(embedder.jobKind());
  jobs.register(intake.jobKind());
  watch.subscribe((fileId) => {
    own
      .fileReady(fileId)
      .then(() => indexer.fileChanged(fileId))
      .catch((error: unknown) => logger.error({ error }, 'a file could not be indexed yet'));
  });
  const sweep = () =>
    Promise.all([service.sweep(), own.sweep(), indexer.sweep(), embedder.sweep()]).catch((error: unknown) =>
      logger.error({ error }, 'the sweep of collections failed'),
    );
  let timer: NodeJS.Timeout | undefined;
  return {
    routes: [...collectionRoutes({ collections: service, audit }), ...vectorStoreRoutes({ stores, audit })],
    service,
    own,
    /** Removes the collections of a workspace. */
    forgetWorkspace: (workspaceId: string) => service.removeWorkspace(workspaceId),
    forgetUser: (user: { workspaceId: string; userId: string }) => service.forgetUser(user),
    /** Begins the sweeps, once the jobs are being worked off. */
    start: () => {
      void sweep();
      timer = setInterval(() => void sweep(), sweepMs).unref();
    },
    close: async () => clearInterval(timer),
  };
}

/** Where words and vectors lie from now on. What lies in the database can be searched and taken out of it either way. */
async function openIndex(
  { config, database }: Platform,
  embeddings: EmbeddingService,
): Promise<{ index: PassageIndex | null; kept: Keeping }> {
  if (database.dialect === 'sqlite') return { index: null, kept: 'blobs' };
  // Loaded here so that a service on SQLite never pays for it.
  const { PostgresqlPassageIndex } = await import('../adapters/postgresql/postgresql-passage-index.ts');
  const index = await database.alone(() => PostgresqlPassageIndex.open(database.db));
  if (config.storage.collectionIndex === 'segments') return { index, kept: 'blobs' };
  if (embeddings.default.isSemantic && !index.holdsVectors) {
    throw new Error(
      `COLLECTION_INDEX=postgresql with vectors of ${embeddings.default.id} needs the extension vector (pgvector) of version 0.8 or newer in ` +
        'PostgreSQL: install it and let an administrator run "create extension vector" in this database, or set ' +
        'COLLECTION_INDEX=segments, or EMBEDDING_MODEL=lexical to search by words alone.',
    );
  }
  return { index, kept: 'database' };
}
