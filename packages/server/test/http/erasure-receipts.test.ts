import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgresServer, openForService, type ServiceDatabase } from '../database.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

const person = 'zanzibar-customer-7';

const kinds = ['SQLite', 'PostgreSQL'] as const;
if (!hasPostgresServer) console.info('erasure with a receipt on PostgreSQL: skipped, TEST_DATABASE_URL is not set');

describe.each(kinds.filter((kind) => kind === 'SQLite' || hasPostgresServer))(
  'erasure with a receipt, on %s',
  (kind) => {
    let dataDir: string;
    let database: ServiceDatabase;
    let service: TestService;
    let workspaceId: string;
    let headers: { authorization: string };

    beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'parley-receipts-'));
      database = await openForService(kind, dataDir);
      service = await startTestService({ env: { ...database.env, CALL_CONTENTS: 'keep' } });
    }, 180_000);
    afterAll(async () => {
      await service.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const call = (method: string, path: string, body?: unknown) => service.call(method, path, body, headers);
    const newWorkspace = async () => {
      workspaceId = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Brief' })).json.id;
      const made = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspaceId, name: 'app' });
      headers = { authorization: `Bearer ${made.json.key}` };
    };
    const erase = (user: string) =>
      service.admin('POST', '/v1/admin/erasures', { workspace_id: workspaceId, user_id: user });
    const hold = async (of: object) => {
      const placed = await service.admin('POST', '/v1/admin/holds', {
        workspace_id: workspaceId,
        reason: 'Case 7',
        ...of,
      });
      expect([placed.status, placed.json.released_at]).toEqual([200, null]);
      return placed.json.id as string;
    };
    const release = (id: string) => service.admin('POST', `/v1/admin/holds/${id}/release`);

    /** Tables that hold the word anywhere. */
    async function traces(word: string): Promise<string[]> {
      const names = await database.rows(
        kind === 'SQLite'
          ? "select name from sqlite_master where type = 'table'"
          : "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'usage_records\\_%'",
      );
      const found: string[] = [];
      for (const { name } of names) {
        const rows = await database.rows(`select * from "${name}"`);
        if (JSON.stringify(rows).includes(word)) found.push(String(name));
      }
      return found.sort();
    }

    /** One of everything that can be of an end user. */
    async function plant(user: string): Promise<{ fileId: string; collectionId: string }> {
      const uploaded = await uploadFile(service, 'lease.txt', 'The deposit is 900 euros.', { user_id: user }, headers);
      expect([uploaded.status, uploaded.text]).toEqual([200, expect.any(String)]);
      const { json: place } = await call('POST', '/v1/files/upload-url', { filename: 'b.txt', user_id: user });
      expect((await fetch(place.upload_url, { method: 'PUT', body: 'The rent is 800 euros.' })).status).toBe(200);
      const confirmed = { file_id: place.file_id, file_size: 22, wait_ms: 60_000 };
      expect((await call('POST', '/v1/files/confirm-upload', confirmed)).status).toBe(200);
      const made = await call('POST', '/v1/collections', { name: 'Leases', user_id: user });
      expect(made.status).toBe(200);
      const answered = await call('POST', '/v1/answer', { query: 'What is 2 + 2?', user_id: user });
      const request_id = answered.headers.get('x-request-id');
      expect((await call('POST', '/v1/feedback', { request_id, score: 1, comment: 'good' })).status).toBe(200);
      const stored = await call('POST', '/v1/responses', { model: 'small-1', input: 'What is 3 + 3?', user });
      expect(stored.status).toBe(200);
      const drawn = await call('POST', '/v1/generate-image', { prompt: 'a red circle', user_id: user });
      expect(drawn.status).toBe(200);
      return { fileId: uploaded.json.file_id, collectionId: made.json.id };
    }

    it('leaves nothing of an end user, touches nobody else, and says what was deleted', async () => {
      await newWorkspace();
      const { fileId } = await plant(person);
      const other = await plant('somebody-else');
      const planted = await traces(person);
      expect(planted).toEqual(expect.arrayContaining(['call_contents', 'collections', 'files', 'pictures', 'runs']));
      const { status, json: receipt } = await erase(person);
      expect(status).toBe(200);
      expect(receipt).toMatchObject({ workspace_id: workspaceId, scope: 'user' });
      expect(receipt.deleted).toMatchObject({ files: 2, collections: 1, pictures: 1, runs: 1, call_feedback: 1 });
      expect(receipt.deleted.call_contents).toBeGreaterThanOrEqual(3);
      expect(receipt.kept).toEqual([
        expect.objectContaining({ kind: 'usage_records', reason: expect.stringMatching(/budgets/) }),
      ]);
      expect(await traces(person)).toEqual([]);
      expect(JSON.stringify(receipt)).not.toContain(person);
      expect((await call('GET', `/v1/files/${fileId}`)).json.code).toBe('file_not_found');
      expect((await call('GET', `/v1/files/${other.fileId}`)).status).toBe(200);
      expect((await call('GET', `/v1/collections/${other.collectionId}`)).status).toBe(200);
      const again = (await erase(person)).json;
      expect([again.deleted, again.kept]).toEqual([{}, []]);
      const listed = await service.admin('GET', `/v1/admin/erasures?workspace_id=${workspaceId}`);
      expect(listed.json.data.map(({ id }: { id: string }) => id)).toEqual([again.id, receipt.id]);
      const audit = await service.admin('GET', `/v1/admin/audit?workspace_id=${workspaceId}&action=user.erase`);
      expect(audit.json.data.map(({ details }: { details: { erasure_id: string } }) => details.erasure_id)).toEqual([
        again.id,
        receipt.id,
      ]);
    });

    it('signs receipts, so that an altered one or one of somebody else is known', async () => {
      await newWorkspace();
      const receipt = (await erase(person)).json;
      const verify = (body: object) => service.admin('POST', '/v1/admin/erasures/verify', body);
      expect((await service.admin('GET', `/v1/admin/erasures/${receipt.id}`)).json).toEqual(receipt);
      expect((await verify({ receipt, user_id: person })).json).toEqual({ valid: true, is_of_user: true });
      expect((await verify({ receipt, user_id: 'bob' })).json).toEqual({ valid: true, is_of_user: false });
      const altered = { ...receipt, deleted: { files: 12 } };
      expect((await verify({ receipt: altered })).json).toEqual({ valid: false, is_of_user: null });
      const entries = Object.entries(receipt).reverse();
      expect((await verify({ receipt: Object.fromEntries(entries) })).json.valid).toBe(true);
    });

    it('counts what a deleted workspace had, by kind, and keeps the receipt', async () => {
      await newWorkspace();
      await plant(person);
      const deleted = await service.admin('DELETE', `/v1/admin/workspaces/${workspaceId}`);
      expect(deleted.json).toMatchObject({ id: workspaceId, deleted: true });
      const { json: receipt } = await service.admin('GET', `/v1/admin/erasures/${deleted.json.erasure_id}`);
      expect(receipt.scope).toBe('workspace');
      expect(receipt.deleted).toMatchObject({ files: 2, workspaces: 1, api_keys: 1, runs: 1, pictures: 1 });
      expect(receipt.deleted.blobs).toBeGreaterThan(3);
      expect(receipt.deleted.usage_records).toBeGreaterThan(3);
      expect(receipt.kept.map(({ kind: name }: { kind: string }) => name)).toEqual(['audit_events']);
      const verified = await service.admin('POST', '/v1/admin/erasures/verify', { receipt });
      expect(verified.json.valid).toBe(true);
      expect(await traces(person)).toEqual([]);
    });

    it('deletes nothing that is held, says by which hold, and deletes it once that is released', async () => {
      await newWorkspace();
      const { fileId, collectionId } = await plant(person);
      const other = await plant('bob');
      const refused = async (
        reply: Promise<{ status: number; json: { code: string; hold_id: string } }>,
        id: string,
      ) => {
        const { status, json } = await reply;
        expect([status, json.code, json.hold_id]).toEqual([409, 'legal_hold', id]);
      };
      const deleteWorkspace = () => service.admin('DELETE', `/v1/admin/workspaces/${workspaceId}`);

      const onFile = await hold({ file_id: fileId });
      await refused(call('DELETE', `/v1/files/${fileId}`), onFile);
      await refused(erase(person), onFile);
      await refused(deleteWorkspace(), onFile);
      expect((await release(onFile)).json.released_by).not.toBe(null);

      const onUser = await hold({ user_id: person });
      await refused(call('DELETE', `/v1/files/${fileId}`), onUser);
      await refused(call('DELETE', `/v1/collections/${collectionId}`), onUser);
      await refused(call('DELETE', `/v1/integrations/users/${person}`), onUser);
      await refused(erase(person), onUser);
      expect((await call('DELETE', `/v1/files/${other.fileId}`)).status).toBe(200);
      await release(onUser);

      const onAll = await hold({});
      await refused(call('DELETE', `/v1/collections/${other.collectionId}`), onAll);
      await refused(call('DELETE', `/v1/files/${fileId}`), onAll);
      await refused(deleteWorkspace(), onAll);
      const active = await service.admin('GET', `/v1/admin/holds?workspace_id=${workspaceId}&active=true`);
      expect(active.json.data.map(({ id }: { id: string }) => id)).toEqual([onAll]);
      await release(onAll);
      await release(onAll);
      const audit = await service.admin('GET', `/v1/admin/audit?workspace_id=${workspaceId}&limit=100`);
      const actions: string[] = audit.json.data.map(({ action }: { action: string }) => action);
      expect(actions.filter((action) => action === 'hold.place').length).toBe(3);
      expect(actions.filter((action) => action === 'hold.release').length).toBe(3);

      expect((await erase(person)).json.deleted.files).toBe(2);
      expect(await traces(person)).toEqual([]);
      expect((await deleteWorkspace()).status).toBe(200);
    });

    it('places no hold on what is not there', async () => {
      await newWorkspace();
      const place = (body: object) => service.admin('POST', '/v1/admin/holds', { reason: 'x', ...body });
      expect((await place({ workspace_id: 'ws_none' })).json.code).toBe('not_found');
      expect((await place({ workspace_id: workspaceId, file_id: 'none' })).json.code).toBe('file_not_found');
      expect((await place({ workspace_id: workspaceId, file_id: 'a', user_id: 'b' })).json.code).toBe(
        'invalid_request',
      );
      expect((await service.admin('POST', '/v1/admin/holds/hold_none/release')).status).toBe(404);
    });
  },
);
