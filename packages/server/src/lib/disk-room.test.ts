import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { toAppError } from '../http/error-reply.ts';
import { isDiskFull } from './disk-full.ts';
import { DiskRoom } from './disk-room.ts';

const directory = mkdtempSync(join(tmpdir(), 'parley-room-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const megabyte = 1024 * 1024;

it('keeps a reserve that takes room, gives it up when the disk is full, and takes it again', async () => {
  let freeBytes = 100 * megabyte;
  const space = async () => ({ freeBytes, sizeBytes: 1000 * megabyte });
  const room = new DiskRoom({ directory, keepsReserve: true, onError: () => {}, space });
  await room.look();
  // Too little to hold anything back.
  expect(room.release()).toBe(false);
  freeBytes = 500 * megabyte;
  await room.look();
  const { blocks } = statSync(join(directory, 'reserve'));
  expect(blocks * 512).toBeGreaterThanOrEqual(16 * megabyte);
  freeBytes = megabyte;
  await room.look();
  expect([room.release(), await room.hasRoomForFiles()]).toEqual([false, false]);
  await expect(room.requireRoomForFiles()).rejects.toMatchObject({ code: 'disk_full', status: 507 });
  freeBytes = 500 * megabyte;
  await room.look();
  expect([room.release(), room.release()]).toEqual([true, false]);
  await room.close();
});

it.each([
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  Object.assign(new Error('could not extend file'), { code: '53100' }),
  new Error('the copy failed', { cause: Object.assign(new Error('quota'), { code: 'EDQUOT' }) }),
])('knows a full disk by what the system says, and tells callers: $message', (error) => {
  expect(toAppError(error)).toMatchObject({ code: 'disk_full', status: 507, retryAfterMs: 30_000 });
});

it('takes nothing else for a full disk', () => {
  expect([isDiskFull(new Error('x')), isDiskFull('ENOSPC'), isDiskFull(null)]).toEqual([false, false, false]);
});
