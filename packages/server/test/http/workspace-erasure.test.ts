import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import S3rver from 's3rver';
import { afterAll, expect, it } from 'vitest';
import { startTestService } from '../test-service.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-erasure-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const canary = 'zanzibarcanary';

/** Where the canary stands: `table.column` of every table, and the path of every blob. */
function traces(dataDir: string, blobs: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
  const found: string[] = [];
  for (const { name } of database.prepare("select name from sqlite_master where type = 'table'").all()) {
    for (const row of database.prepare(`select * from "${name}"`).all()) {
      for (const [column, value] of Object.entries(row)) {
        if (String(value).toLowerCase().includes(canary)) found.push(`${name}.${column}`);
      }
    }
  }
  database.close();
  for (const path of readdirSync(blobs, { recursive: true }).map(String)) {
    const isFile = statSync(join(blobs, path)).isFile();
    if (isFile && (path.includes(canary) || readFileSync(join(blobs, path)).includes(canary))) found.push(path);
  }
  return [...new Set(found)];
}

async function openStore(directory: string) {
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'parley', configs: [] }] });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const BLOB_URL = `s3://parley/all?endpoint=${endpoint}&access_key_id=S3RVER&secret_access_key=S3RVER`;
  return { env: { BLOB_URL }, close: () => server.close() };
}

it.each(['files', 'S3'])(
  'leaves no word of a deleted workspace in any table or blob, kept in %s',
  async (kind) => {
    const dataDir = join(root, kind);
    const bucket = join(root, `${kind}-bucket`);
    const store = kind === 'S3' ? await openStore(bucket) : null;
    const blobs = store ? bucket : join(dataDir, 'blobs');
    const service = await startTestService({ env: { DATA_DIR: dataDir, ...store?.env } });
    const name = `Workspace ${canary}`;
    const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name })).json;
    const made = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.id, name: `Key ${canary}` });
    const headers = { authorization: `Bearer ${made.json.key}`, 'idempotency-key': canary };
    const send = (path: string, body: object) => service.call('POST', path, body, headers);
    const form = new FormData();
    form.append('file', new Blob([`The secret word is ${canary}. It lives in Zanzibar.`]), `${canary}.txt`);
    const upload = await fetch(`${service.url}/v1/files/upload`, { method: 'POST', body: form, headers });
    expect(upload.status).toBe(200);
    headers['idempotency-key'] = 'answer';
    expect((await send('/v1/answer', { query: 'Which word?', context: `The word is ${canary}.` })).text).toContain(
      canary,
    );
    headers['idempotency-key'] = 'connect';
    expect((await send('/v1/integrations/hacker_news/connect', { user_id: canary })).status).toBe(200);
    headers['idempotency-key'] = 'image';
    expect((await send('/v1/generate-image', { prompt: `a red circle, ${canary}` })).status).toBe(200);
    headers['idempotency-key'] = 'research';
    await send('/v1/deep-research', { instructions: `What is ${canary}?`, background: true });
    headers['idempotency-key'] = 'video';
    const video = await send('/v1/generate-video', { prompt: `rain over ${canary}`, background: true });
    expect(video.status).toBe(202);
    const planted = traces(dataDir, blobs);
    expect(planted).toEqual(expect.arrayContaining(['video_runs.request', 'research_runs.request']));
    expect(planted.filter((place) => place.includes('/'))).not.toEqual([]);
    expect(planted.length).toBeGreaterThan(6);
    expect((await service.admin('DELETE', `/v1/admin/workspaces/${workspace.id}`)).status).toBe(200);
    const left = traces(dataDir, blobs);
    await service.close();
    await store?.close();
    expect(left).toEqual([]);
  },
  60_000,
);
