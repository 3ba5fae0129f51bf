import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Service } from './service.ts';

/** One finished call, as the ledger keeps it. */
export interface SeededCall {
  at: number;
  keyId: string;
  endpoint: string;
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  status: number;
  durationMs: number;
  firstTokenMs: number | null;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The same numbers between 0 and 1 in each run. */
export function dice(seed = 7): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Puts calls into the ledger of a running service, in one transaction: what weeks of use would have left there. */
export function seedCalls(service: Service, workspaceId: string, calls: Iterable<SeededCall>): void {
  inOneTransaction(service, (database) => {
    const insert = database.prepare(`INSERT INTO usage_records (
      id, request_id, workspace_id, key_id, endpoint, model, input_tokens, cached_tokens, output_tokens, cost_nanos,
      upstream_cost_nanos, status, is_streamed, duration_ms, created_at, engine, attempts, first_token_ms
    ) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`);
    let index = 0;
    for (const call of calls) {
      const id = `${index++}`.padStart(26, '0');
      const nanos = Math.round(call.costUsd * 1e9);
      const engine = call.model === null ? null : `main/${call.model}`;
      const isStreamed = call.firstTokenMs === null ? 0 : 1;
      insert.run(
        ...[`use_${id}`, `req_${id}`, workspaceId, call.keyId, call.endpoint, call.model, call.inputTokens],
        ...[call.outputTokens, nanos, nanos, call.status, isStreamed, call.durationMs, call.at, engine],
        call.firstTokenMs,
      );
    }
    // Sums of hours that were made before are made anew.
    database.exec(`DELETE FROM usage_hours; DELETE FROM installation WHERE name = 'usage-rolled-until'`);
    // Sums of days hold none of them: from now on back they are made by and by, and until then the records are summed.
    database.exec(`DELETE FROM usage_days; INSERT INTO installation (name, value) VALUES ('usage-days-from', '${Date.now()}')
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
  });
}

/** `count` calls of every kind until now, one a minute or closer. */
export function* manyCalls(count: number, keyIds: readonly string[], hours: number): Generator<SeededCall> {
  const roll = dice();
  const now = Date.now();
  const kinds = [
    { endpoint: 'createAnswer', model: 'reader', tokens: 900, ms: 240 },
    { endpoint: 'createChatCompletion', model: 'gpt-4.1-mini', tokens: 2_400, ms: 1_800 },
    { endpoint: 'createDeepResearch', model: 'claude-sonnet-4-5', tokens: 48_000, ms: 94_000 },
    { endpoint: 'uploadFile', model: null, tokens: 0, ms: 80 },
    { endpoint: 'searchCollection', model: null, tokens: 30, ms: 35 },
    { endpoint: 'createEmbedding', model: 'multilingual-e5-small', tokens: 350, ms: 60 },
  ];
  const statuses = [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 400, 429, 499, 502];
  for (let index = 0; index < count; index++) {
    const kind = kinds[Math.floor(roll() ** 2 * kinds.length)];
    const keyId = keyIds[Math.floor(roll() ** 1.6 * keyIds.length)];
    if (!kind || keyId === undefined) throw new Error('There are kinds and keys');
    const at = now - Math.floor(hours * hourMs * spread(index / count, roll()));
    const status = statuses[Math.floor(roll() * statuses.length)] ?? 200;
    const isDone = status === 200;
    const size = 0.2 + 1.8 * roll();
    yield {
      at,
      keyId,
      endpoint: kind.endpoint,
      model: kind.model,
      inputTokens: isDone ? Math.round(kind.tokens * size) : 0,
      outputTokens: isDone && kind.tokens > 100 ? Math.round(kind.tokens * size * 0.2 * roll()) : 0,
      costUsd: isDone ? kind.tokens * size * 4e-7 : 0,
      status,
      durationMs: Math.round(kind.ms * (0.4 + 2 * roll() ** 3)),
      firstTokenMs: isDone && roll() < 0.3 ? Math.round(kind.ms * 0.2) : null,
    };
  }
}

/** People work by day: a share of the time that passes quickly and slowly by turns. */
function spread(share: number, chance: number): number {
  const turned = share + 0.004 * Math.sin(share * 60) + 0.002 * chance;
  return Math.min(1, Math.max(0, turned));
}

/** Puts files into the list that were read long ago; their bytes and texts are not there. */
export function seedFiles(service: Service, workspaceId: string, count: number): void {
  const roll = dice(11);
  const kinds = [
    { kind: 'pdf', media: 'application/pdf', names: ['Invoice', 'Contract', 'Delivery note'], end: 'pdf' },
    { kind: 'image', media: 'image/jpeg', names: ['Receipt', 'Photograph of the site'], end: 'jpg' },
    { kind: 'spreadsheet', media: 'text/csv', names: ['Sales of the region', 'Stock'], end: 'csv' },
    { kind: 'document', media: 'text/markdown', names: ['Minutes of the meeting on the third floor'], end: 'md' },
  ];
  inOneTransaction(service, (database) => {
    const insert = database.prepare(`INSERT INTO files (
      id, workspace_id, filename, media_type, size_bytes, kind, status, pages, metadata, processing_summary, warnings,
      error_code, error_message, created_at, processed_at
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{}', ?, '[]', ?, ?, ?, ?)`);
    for (let index = 0; index < count; index++) {
      const kind = kinds[Math.floor(roll() * kinds.length)];
      if (!kind) throw new Error('There are kinds');
      const name = kind.names[Math.floor(roll() * kind.names.length)];
      const at = Date.now() - index * minuteMs;
      const pages = kind.kind === 'pdf' ? 1 + Math.floor(roll() * 40) : null;
      const isRead = roll() > 0.03;
      insert.run(
        ...[`file_${String(index).padStart(26, '0')}`, workspaceId, `${name} ${count - index}.${kind.end}`, kind.media],
        ...[Math.round(400 + 4e6 * roll() ** 4), kind.kind, isRead ? 'ready' : 'failed', pages],
        ...[isRead ? `Read in ${Math.round(20 + 900 * roll())} ms` : null],
        ...(isRead ? [null, null] : ['file_unreadable', 'The file is damaged: it ends in the middle of a page']),
        ...[at, at + 900],
      );
    }
  });
}

function inOneTransaction({ dataDir }: Service, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  try {
    database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE');
    work(database);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
