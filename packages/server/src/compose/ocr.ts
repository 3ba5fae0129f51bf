import { mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PdfEngine } from '@parley/documents';
import { MistralPageReader } from '../adapters/mistral/mistral-page-reader.ts';
import { VisionPageReader } from '../adapters/vision-model/vision-page-reader.ts';
import { LocalReader, readingProcess } from '../features/knowledge/ocr/local-reader.ts';
import { ocrHealth } from '../features/knowledge/ocr/ocr-health.ts';
import { OcrRunService } from '../features/knowledge/ocr/ocr-run-service.ts';
import { OcrRunStore } from '../features/knowledge/ocr/ocr-run-store.ts';
import { ocrRunKind } from '../features/knowledge/ocr/ocr-run-work.ts';
import { OcrService } from '../features/knowledge/ocr/ocr-service.ts';
import { PageImageStore } from '../features/knowledge/ocr/page-image-store.ts';
import { RemoteOcr } from '../features/knowledge/ocr/remote-ocr.ts';
import {
  asksMistralOcr,
  mistralPageUsd,
  modelPageReader,
  pricedPageReader,
} from '../features/knowledge/ocr/remote-reading.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import { ocrRoutes } from '../http/routes/ocr/ocr-routes.ts';
import { openText, sealText } from '../lib/sealed-text.ts';
import { UrlSigner } from '../lib/signed-url.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

export interface OcrNeeds {
  models: ModelRouter;
  blobs: BlobStore;
  pdfs: PdfEngine;
  runs: RunRoom;
}

const sweepMs = 60 * 60_000;

/** OCR of images and PDFs. Nothing heavy is loaded before the first page. */
export function composeOcr(platform: Platform, needs: OcrNeeds) {
  const { clock, config, logger, secrets } = platform;
  const { languages, processes, timeoutMs } = config.ocr;
  const dataDir = config.server.dataDir === ':memory:' ? './data' : config.server.dataDir;
  const dataFolder = resolve(dataDir, 'tessdata');
  mkdirSync(dataFolder, { recursive: true });
  const reader = new LocalReader({
    pool: platform.openProcesses({
      permissions: { write: [realpathSync(dataFolder)] },
      entry: new URL('./ocr-worker.ts', import.meta.url),
      size: processes,
      timeoutMs,
      ...readingProcess,
    }),
    languages,
    dataFolder,
  });
  const images = new PageImageStore({ blobs: needs.blobs, signer: new UrlSigner(secrets, 'ocr page'), clock });
  const remote = createRemote(platform, needs.models);
  const ocr = new OcrService({ reader, remote, pdfs: needs.pdfs, images, concurrency: processes });
  const store = new OcrRunStore({ blobs: needs.blobs });
  const runs = composeOcrRuns(platform, needs, { ocr, store });
  const sweep = setInterval(() => {
    images.sweep().catch((error) => logger.error({ error }, 'page images could not be swept'));
  }, sweepMs).unref();
  const health = () => ocrHealth(languages, remote?.id ?? null);
  return {
    ocr,
    routes: ocrRoutes({ ocr, runs, images, health }),
    /** Removes the blobs of PDFs in the background and the page images of a workspace. */
    async forgetWorkspace(workspaceId: string) {
      await store.forgetWorkspace(workspaceId);
      await images.forgetWorkspace(workspaceId);
    },
    async close() {
      clearInterval(sweep);
      await reader.close();
    },
  };
}

/** PDFs in the background. */
function composeOcrRuns(
  { secrets }: Platform,
  { pdfs, runs }: OcrNeeds,
  { ocr, store }: { ocr: OcrService; store: OcrRunStore },
): OcrRunService {
  const purpose = 'password of a PDF';
  const unseal = (sealed: string, runId: string) => openText(sealed, secrets, purpose, runId);
  return new OcrRunService({
    runs: runs.open(ocrRunKind({ store, ocr, pdfs, unseal })),
    store,
    pdfs,
    seal: (password, runId) => sealText(password, secrets, purpose, runId),
  });
}

function createRemote({ config, fetcher }: Platform, models: ModelRouter): RemoteOcr | null {
  const { reader, mistralApiKey, mistralBaseUrl, timeoutMs } = config.ocr;
  if (reader === 'local') return null;
  if (mistralApiKey !== undefined && asksMistralOcr(reader)) {
    const model = reader.slice(reader.indexOf('/') + 1);
    const options = { fetcher, apiKey: mistralApiKey, model, baseUrl: mistralBaseUrl, timeoutMs };
    return new RemoteOcr({ reader: pricedPageReader(new MistralPageReader(options), mistralPageUsd) });
  }
  const readerOf = (model: LanguageModel) => new VisionPageReader({ model });
  return new RemoteOcr({ reader: modelPageReader(models.resolve(reader), readerOf) });
}
