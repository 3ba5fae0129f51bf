import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { NullableText, Time } from './account-fields.ts';
import { dashboardTags } from './dashboard-tags.ts';

const operator = { auth: 'admin', tag: dashboardTags.operation } as const;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const SealingRun = Type.Object(
  {
    status: Type.Enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
    looked: Count('Rows and blobs that were looked at, in this pass.'),
    total: Count('How many there were when the pass began.'),
    sealed: Count('Those that were sealed with the key, in all passes.'),
    failed: Count('Blobs that could not be opened, or not be written; they stay as they were.'),
    error: NullableText('Why it failed; null else.'),
    created_at: Time('When it was begun.'),
  },
  { $id: 'SealingRun' },
);
export type SealingRun = Static<typeof SealingRun>;

export const SealingReport = Type.Object(
  {
    on: Type.Boolean({ description: 'Whether the operator set a key (`SEALING_KEY`, `SEALING_KEY_COMMAND`).' }),
    key_id: NullableText('Of the data key that seals now; null where nothing is sealed.'),
    run: Type.Union([SealingRun, Type.Null()], {
      description: 'The job that seals with this key what was stored before; null when there was nothing to do.',
    }),
  },
  { $id: 'SealingReport' },
);
export type SealingReport = Static<typeof SealingReport>;

export const sealingEndpoints = {
  getSealing: endpoint({
    ...operator,
    id: 'getSealing',
    method: 'GET',
    path: '/v1/admin/sealing',
    summary: 'How what is stored is sealed, and how far a turn-over is',
    responses: { 200: SealingReport },
  }),
  turnOverKeys: endpoint({
    ...operator,
    id: 'turnOverKeys',
    method: 'POST',
    path: '/v1/admin/sealing/turn-over',
    summary: 'Seal everything anew with a new key',
    description:
      'Makes a data key, which seals from now on, and begins a job that seals with it what is stored. While one is at work, asking again ' +
      'answers with it. The job goes on where it was after a stop or a kill.',
    responses: { 202: SealingReport },
  }),
};
