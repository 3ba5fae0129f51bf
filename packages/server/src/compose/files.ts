import { buffer } from 'node:stream/consumers';
import { maxFileBytes } from '@parley/contract';
import type { PageRecognizer, PdfEngine } from '@parley/documents';
import { DocumentReader } from '../adapters/documents/document-reader.ts';
import type { ReadDocument, StoredImage } from '../features/compatible/messages/message-blocks.ts';
import { BlobDiscards } from '../features/knowledge/files/blob-discards.ts';
import { FetchedUpload } from '../features/knowledge/files/fetched-upload.ts';
import { FileChildren } from '../features/knowledge/files/file-children.ts';
import { FileContent } from '../features/knowledge/files/file-content.ts';
import { FileHearing, type SpeechHearing } from '../features/knowledge/files/file-hearing.ts';
import { FileLayouts } from '../features/knowledge/files/file-layouts.ts';
import { drawPages, FilePictures } from '../features/knowledge/files/file-pictures.ts';
import { FileProcessor } from '../features/knowledge/files/file-processor.ts';
import { FileRemover } from '../features/knowledge/files/file-remover.ts';
import { FileRepository } from '../features/knowledge/files/file-repository.ts';
import { FileService } from '../features/knowledge/files/file-service.ts';
import { FileSweeper } from '../features/knowledge/files/file-sweeper.ts';
import { FileWatch } from '../features/knowledge/files/file-watch.ts';
import { KeptFiles } from '../features/knowledge/files/kept-files.ts';
import { StorageRoom } from '../features/knowledge/files/storage-room.ts';
import { UploadTokens } from '../features/knowledge/files/upload-token.ts';
import type { RerankService } from '../features/knowledge/reranking/rerank-service.ts';
import { FileLoader } from '../features/knowledge/retrieval/loaded-file.ts';
import { SheetFacts } from '../features/knowledge/retrieval/sheet-facts.ts';
import { SheetQueries } from '../features/knowledge/retrieval/sheet-queries.ts';
import { StoredFileContext } from '../features/knowledge/retrieval/stored-file-context.ts';
import { TextIndexer } from '../features/knowledge/retrieval/text-indexer.ts';
import type { RunMeters } from '../features/money/billing/run-meters.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import type { KeyRecord } from '../features/people/keys/key-record.ts';
import type { DrawPages } from '../features/text/generation/inline-document.ts';
import { fileRoutes } from '../http/routes/files/file-routes.ts';
import type { Platform } from './platform.ts';

const sweepMs = 60_000;
const fileWaitMs = 30_000;

export interface FilesParts {
  /** Null when there is no OCR. */
  recognizer: PageRecognizer | null;
  pdfs: PdfEngine;
  audit: Pick<AuditLog, 'record'>;
  reranking: RerankService;
  /** What hears speech. */
  speech: SpeechHearing;
  keyRecords: { find(id: string): Promise<KeyRecord | null> };
  meters: RunMeters;
}

/** Files and what is read out of them. */
export function composeFiles(platform: Platform, parts: FilesParts) {
  const { recognizer, pdfs, audit, reranking, speech, keyRecords, meters } = parts;
  const { blobs, clock, config, counters, database, fetcher, holds, jobs, logger, outbox, secrets } = platform;
  const { processes, deadlineMs } = config.files;
  const documents = new DocumentReader({ pdf: pdfs, recognizer, processes, open: platform.openProcesses });
  const indexer = new TextIndexer({ processes: 1, open: platform.openProcesses });

  const files = new FileRepository({ db: database.db, outbox });
  const content = new FileContent({ blobs });
  const watch = new FileWatch({ files, clock });
  const tokens = new UploadTokens(secrets);
  const discards = new BlobDiscards({ db: database.db, blobs, clock });
  const room = new StorageRoom({ files, counters });
  const remover = new FileRemover({ files, discards, jobs, watch });
  const children = new FileChildren({ files, blobs, room, jobs, clock });
  const service = new FileService(
    { files, blobs, discards, remover, room, content, tokens, jobs, watch, holds, clock },
    { maxBytes: maxFileBytes },
  );
  const hearing = new FileHearing(
    {
      speech,
      content,
      modelsOf: async (keyId) => (await keyRecords.find(keyId))?.restrictions.models ?? null,
      openMeter: (run, endpoint) => meters.open(run, endpoint),
    },
    { mostBytes: config.models.audioBytes },
  );
  const processor = new FileProcessor(
    { files, blobs, discards, content, documents, hearing, indexing: indexer, children, remover, watch, jobs, clock },
    { concurrency: processes, deadlineMs },
  );
  for (const kind of processor.jobKinds()) jobs.register(kind);
  const sweeper = new FileSweeper({ files, service, discards, processor, jobs, clock });
  const sweep = () => sweeper.sweep().catch((error: unknown) => logger.error({ error }, 'the sweep of files failed'));

  const loader = new FileLoader({ content, indexer });
  const sheets = new SheetFacts({ content, answering: documents });
  const context = new StoredFileContext({ files, watch, loader, sheets, indexer, reranking });
  const kept = new KeptFiles({
    files,
    blobs,
    content,
    room,
    clock,
    remove: (file) => service.remove(file),
  });
  const fetched = new FetchedUpload({ files: service, fetcher, maxBytes: maxFileBytes });
  let timer: NodeJS.Timeout | undefined;

  return {
    routes: fileRoutes({
      audit,
      files: service,
      fetched,
      kept,
      layouts: new FileLayouts({ files: service, content }),
    }),
    files: context,
    sheets: new SheetQueries({ files, content, answering: documents }),
    service,
    fetched,
    kept,
    repository: files,
    content,
    discards,
    indexer,
    loader,
    watch,
    documents,
    pictures: new FilePictures({ files, blobs, pdfs }),
    readDocument: readDocumentWith(documents, pdfs),
    storedImage: storedImageOf(service, watch),
    remove: (file: { workspaceId: string; id: string }) => service.remove(file),
    /** Removes the files of a workspace. */
    forgetWorkspace: (workspaceId: string) => service.removeWorkspace(workspaceId),
    forgetUser: (user: { workspaceId: string; userId: string }) => service.forgetUser(user),
    /** Begins the sweeps, once the jobs are being worked off. */
    start: () => {
      void sweep();
      timer = setInterval(() => void sweep(), sweepMs).unref();
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([documents.close(), indexer.close()]);
    },
  };
}

/** Reads a document that came inside a request. */
function readDocumentWith(documents: DocumentReader, pdfs: PdfEngine): ReadDocument {
  return async (base64, mediaType, signal) => {
    const bytes = Buffer.from(base64, 'base64');
    const request = { source: { bytes }, filename: 'document', declaredType: mediaType, signal };
    const { text, pageStarts, scannedPages = [] } = await documents.read(request);
    if (scannedPages.length === 0) return { text, pageStarts };
    const draw: DrawPages = (drawing) => drawPages(pdfs, { bytes }, { pages: scannedPages, signal: drawing });
    return { text, pageStarts, draw };
  };
}

/** What a file is, is known once it has been processed: it is waited for as any file of a request. */
function storedImageOf(files: FileService, watch: FileWatch): StoredImage {
  return async (fileId, call) => {
    const { workspaceId, signal } = call;
    const { status, id } = await files.get(call, fileId);
    if (status === 'processing') await watch.settled({ workspaceId, id }, { waitMs: fileWaitMs, signal });
    const { kind, media_type: mediaType } = await files.get(call, fileId);
    // It says why there is nothing to look at yet.
    if (kind === null) await files.text(call, fileId);
    if (kind !== 'image' || mediaType === null) return null;
    const { body } = await files.content(call, fileId);
    return { mediaType, base64: (await buffer(body)).toString('base64') };
  };
}
