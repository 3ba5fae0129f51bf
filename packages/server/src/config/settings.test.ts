import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { settingGroups } from './settings.ts';

const documented = settingGroups.flatMap(({ settings }) => settings);
const names = documented.map(({ name }) => name);
/** Belongs to the system; told of by the system. */
const notOurs = ['PATH'];

/** Every variable that is asked for while the settings are read. */
function readNames(env: Record<string, string>): Set<string> {
  const asked = new Set<string>();
  readConfig(
    new Proxy(env, {
      get(target, name) {
        if (typeof name === 'string') asked.add(name);
        return Reflect.get(target, name);
      },
    }),
  );
  return asked;
}

it('documents every variable that is read, and none besides', () => {
  const address = 'http://127.0.0.1:1';
  const full = { KIWIX_URL: address, AUTOMATIC1111_URL: address, OIDC_ISSUER: address, OIDC_CLIENT_ID: 'parley' };
  const read = new Set([...readNames({}), ...readNames(full)]);
  expect([...read].filter((name) => !names.includes(name) && !notOurs.includes(name))).toEqual([]);
  const fallbacks = ['GOOGLE_API_KEY', 'COMFYUI_WORKFLOW', 'WIKIPEDIA_LANGUAGE', 'WIKIPEDIA_URL'];
  expect(names.filter((name) => !read.has(name) && !fallbacks.includes(name) && !name.includes('<'))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('documents the numbers that hold when nothing is set', () => {
  const { server, limits, files, search, media, ocr, models, backups, tracing, batches, storage, streams } = readConfig(
    {},
  );
  const held: Record<string, number> = {
    PORT: server.port,
    WORKERS: storage.workers,
    EMBEDDING_PROCESSES: models.encoder?.processes ?? 1,
    REQUEST_ARRIVAL_SECONDS: server.requestArrivalMs / 1000,
    REQUEST_SILENCE_SECONDS: server.requestSilenceMs / 1000,
    REQUEST_TIMEOUT_MS: server.requestTimeoutMs,
    GROUNDING_TOKENS: limits.groundingTokens,
    SLOW_QUERY_MS: server.slowQueryMs,
    REPLY_CACHE_MB: models.replyCacheBytes / 1e6,
    AUDIO_MAX_MB: models.audioBytes / 1024 / 1024,
    AUDIO_MAX_MINUTES: models.audioSeconds / 60,
    BATCH_CONCURRENCY: batches.concurrency,
    VENDOR_BATCH_LOOK_MS: batches.lookMs,
    STREAM_READERLESS_SECONDS: streams.readerlessMs / 1000,
    STREAM_KEEP_SECONDS: streams.keptMs / 1000,
    STREAM_MAX_KB: streams.maxBytes / 1024,
    STREAMS_PER_WORKSPACE: streams.perWorkspace,
    OTEL_TRACES_SAMPLER_ARG: tracing.ratio,
    SHUTDOWN_GRACE_MS: server.shutdownGraceMs,
    SHUTDOWN_DELAY_MS: server.shutdownDelayMs,
    STALL_LIMIT_MS: server.stallLimitMs,
    BACKUP_EVERY_HOURS: backups.everyHours,
    BACKUP_KEEP: backups.keep,
    FILE_DEADLINE_SECONDS: files.deadlineMs / 1000,
    OCR_TIMEOUT_MS: ocr.timeoutMs,
    PAGE_INTERVAL_MS: search.hostIntervalMs,
    PAGE_PROCESSES: search.pageProcesses,
    IMAGE_TIMEOUT_MS: media.imageTimeoutMs,
    VIDEO_TIMEOUT_MS: media.videoTimeoutMs,
    VIDEO_SECONDS: media.videoSeconds,
    MEDIA_PROCESSES: media.processes,
    MODEL_TIMEOUT_MS: models.timeouts.totalMs,
    MODEL_FIRST_TOKEN_TIMEOUT_MS: models.timeouts.firstTokenMs ?? 0,
    MODEL_IDLE_TIMEOUT_MS: models.timeouts.idleMs,
    MODEL_CONNECT_TIMEOUT_MS: models.timeouts.connectMs,
    READER_TIMEOUT_MS: models.reader.timeoutMs,
    MODEL_CIRCUIT_WINDOW_MS: models.circuit.windowMs,
    MODEL_CIRCUIT_MIN_CALLS: models.circuit.minCalls,
    MODEL_CIRCUIT_FAILURE_PERCENT: models.circuit.failureShare * 100,
    MODEL_CIRCUIT_PAUSE_MS: models.circuit.pauseMs,
  };
  const numbers = documented.filter(({ byDefault }) => /^\d+$/.test(byDefault));
  expect(numbers.map(({ name, byDefault }) => [name, Number(byDefault)])).toEqual(
    numbers.map(({ name }) => [name, held[name]]),
  );
});
