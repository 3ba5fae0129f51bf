import type { Workspace } from '@parley/sdk';
import { expect, it } from 'vitest';
import { changesOf, draftOf } from './workspace-draft.ts';

const workspace: Workspace = {
  id: 'ws_1',
  name: 'Production',
  created_at: '2026-11-01T00:00:00.000Z',
  budget_usd: 250,
  limits: { storage_bytes: 5e9 },
  callback_origins: ['https://app.example.com'],
  web: true,
  require_second_factor: false,
  retention: null,
};

it.each([
  [null, '', 'GB'],
  [0, '0', 'MB'],
  [52_428_800, '52.4288', 'MB'],
  [5e9, '5', 'GB'],
  [1.5e12, '1.5', 'TB'],
])('shows %s bytes as %j %s', (bytes, storage, unit) => {
  expect(draftOf({ ...workspace, limits: { storage_bytes: bytes } })).toMatchObject({ storage, unit });
});

it('asks for nothing when nothing was changed', () => {
  expect(changesOf(draftOf(workspace), workspace, true)).toEqual({});
});

it('asks for what was changed: a comma is a point, what is empty has no limit', () => {
  const draft = { ...draftOf(workspace), name: ' Live ', budget: '12,5', storage: '', origins: '' };
  expect(changesOf(draft, workspace, true)).toEqual({
    name: 'Live',
    budget_usd: 12.5,
    limits: { storage_bytes: null },
    callback_origins: [],
  });
});

it('asks for no budget and no limit in the name of those who may not set them', () => {
  const draft = { ...draftOf(workspace), name: 'Live', budget: '1', storage: '1' };
  expect(changesOf(draft, workspace, false)).toEqual({ name: 'Live' });
});
