import { mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PdfEngine } from '@parley/documents';
import { MistralPageReader } from '../adapters/mistral/mistral-page-reader.ts';
import { VisionPageReader } from '../adapters/vision-model/vision-page-reader.ts';
import type { RunMeters } from '../features/billing/run-meters.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import { LocalReader, readingProcess } from '../features/ocr/local-reader.ts';
import { ocrHealth } from '../features/ocr/ocr-health.ts';
import { OcrRunEnd } from '../features/ocr/ocr-run-end.ts';
import { OcrRunRepository } from '../features/ocr/ocr-run-repository.ts';
import { OcrRunRunner, ocrRunEndpoint } from '../features/ocr/ocr-run-runner.ts';
import { OcrRunService } from '../features/ocr/ocr-run-service.ts';
import { OcrRunStore } from '../features/ocr/ocr-run-store.ts';
import type { OcrRunRecord } from '../features/ocr/ocr-run-types.ts';
import { OcrService } from '../features/ocr/ocr-service.ts';
import { ocrWebhooks } from '../features/ocr/ocr-webhooks.ts';
import { PageImageStore } from '../features/ocr/page-image-store.ts';
import { RemoteOcr } from '../features/ocr/remote-ocr.ts';
import { asksMistralOcr, mistralPageUsd, modelPageReader, pricedPageReader } from '../features/ocr/remote-reading.ts';
import { ocrRoutes } from '../http/routes/ocr/ocr-routes.ts';
import { ProcessPool } from '../lib/process-pool.ts';
import { openText, sealText } from '../lib/sealed-text.ts';
import { UrlSigner } from '../lib/signed-url.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Platform } from './platform.ts';

export interface OcrNeeds {
  models: ModelRouter;
  blobs: BlobStore;
  pdfs: PdfEngine;
  meters: RunMeters;
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
    pool: new ProcessPool({
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
  const { runs, runner, forgetRuns } = composeRuns(platform, needs, ocr);
  const sweep = setInterval(() => {
    images.sweep().catch((error) => logger.error({ error }, 'page images could not be swept'));
    runner.sweep().catch((error) => logger.error({ error }, 'old OCR results could not be swept'));
  }, sweepMs).unref();
  const health = () => ocrHealth(languages, remote?.id ?? null);
  return {
    ocr,
    routes: ocrRoutes({ ocr, runs, images, health }),
    /** Puts PDFs back into the queue that a process was killed before queueing. */
    start: () => runner.recover(),
    /** Removes the PDFs in the background, their results and the page images of a workspace. */
    async forgetWorkspace(workspaceId: string) {
      await forgetRuns(workspaceId);
      await images.forgetWorkspace(workspaceId);
    },
    async close() {
      clearInterval(sweep);
      await reader.close();
    },
  };
}

/** PDFs in the background. */
function composeRuns(platform: Platform, { blobs, pdfs, meters }: OcrNeeds, ocr: OcrService) {
  const { clock, database, fetcher, jobs, secrets } = platform;
  const repository = new OcrRunRepository({ db: database.db });
  const store = new OcrRunStore({ blobs });
  const openMeter = (run: OcrRunRecord) => meters.open(run, ocrRunEndpoint);
  const end = new OcrRunEnd({ repository, store, jobs, clock, openMeter });
  const purpose = 'password of a PDF';
  const unseal = (sealed: string, runId: string) => openText(sealed, secrets, purpose, runId);
  const runner = new OcrRunRunner({ repository, store, end, ocr, pdfs, jobs, clock, openMeter, unseal });
  const webhooks = ocrWebhooks({ repository, fetcher, clock, secrets });
  jobs.register(runner.kind);
  jobs.register(webhooks.kind);
  const runs = new OcrRunService({
    repository,
    store,
    end,
    pdfs,
    jobs,
    clock,
    fetcher,
    seal: (password, runId) => sealText(password, secrets, purpose, runId),
    webhookSecret: (workspaceId) => webhooks.secretOf(workspaceId),
  });
  const forgetRuns = async (workspaceId: string) => {
    await repository.deleteWorkspace(workspaceId);
    await store.forgetWorkspace(workspaceId);
  };
  return { runs, runner, forgetRuns };
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
