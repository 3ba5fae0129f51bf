import type { Retention } from '@parley/contract';
import type { Tables } from '../../../db/tables.ts';

/** What grows old in a table, by which setting, and from when. */
export interface AgingTable {
  setting: Extract<keyof Retention, `${string}_days`>;
  table: keyof Tables &
    (
      | 'usage_records'
      | 'call_feedback'
      | 'audit_events'
      | 'playground_runs'
      | 'call_contents'
      | 'files'
      | 'runs'
      | 'pictures'
    );
  time: 'created_at' | 'finished_at';
  /** Whether its rows say of which end user they are, for holds. */
  hasUser: boolean;
  /** What stays whatever its age. */
  only?: { column: string; is: null | 0 };
  /** Whether there is more of it than its rows, so that its feature has to remove it. */
  isRemovedByFeature?: true;
}

export const agingTables: readonly AgingTable[] = [
  { setting: 'usage_days', table: 'usage_records', time: 'created_at', hasUser: true },
  { setting: 'usage_days', table: 'call_feedback', time: 'created_at', hasUser: false },
  { setting: 'audit_days', table: 'audit_events', time: 'created_at', hasUser: false },
  {
    ...{ setting: 'playground_days', table: 'playground_runs', time: 'created_at', hasUser: false },
    only: { column: 'is_shared', is: 0 },
  },
  { setting: 'contents_days', table: 'call_contents', time: 'created_at', hasUser: true },
  {
    ...{ setting: 'files_days', table: 'files', time: 'created_at', hasUser: true, isRemovedByFeature: true },
    // What was taken out of a file goes with it.
    only: { column: 'parent_file_id', is: null },
  },
  { setting: 'runs_days', table: 'runs', time: 'finished_at', hasUser: true, isRemovedByFeature: true },
  { setting: 'pictures_days', table: 'pictures', time: 'created_at', hasUser: true, isRemovedByFeature: true },
];

export const defaultRetention: Omit<Retention, 'contents'> = {
  usage_days: null,
  audit_days: null,
  playground_days: 90,
  contents_days: 7,
  files_days: null,
  runs_days: null,
  pictures_days: null,
  contents_keys: [],
  contents_masked: false,
};
